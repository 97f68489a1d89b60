import { afterAll, describe } from 'vitest'
import { EngineError } from '../../src/store/clickhouse/engine.ts'
import { writerOver } from '../../src/store/clickhouse/store.ts'
import { Chdb, chdbPresent } from '../engines/chdb.mjs'
import { storeSuite } from '../store/suite.ts'

/** Nobody contends for these leases: a claim need not settle. */
const times = { ttlMs: 60_000, settleMs: 0 }

describe.skipIf(!chdbPresent)('on the real engine, in process', () => {
  const chdb = chdbPresent ? new Chdb() : undefined
  afterAll(() => chdb?.close())

  storeSuite(
    'ClickHouse',
    async () => {
      if (chdb === undefined) throw new Error('chdb is not there')
      const engine = chdb.engine(chdb.database(), (message, kind) => new EngineError(message, kind))
      const store = await writerOver(engine, { times })
      return { store, dispose: () => store.close() }
    },
    { runs: 3 },
  )
})
