import { afterAll, describe, expect, it } from 'vitest'
import { type Engine, EngineError } from '../../src/store/clickhouse/engine.ts'
import { writerOver } from '../../src/store/clickhouse/store.ts'
import { Chdb, chdbPresent } from '../engines/chdb.mjs'
import { batchOf } from '../store/suite.ts'

const transfersPerBlock = 30_000

describe.skipIf(!chdbPresent)('a ClickHouse store', () => {
  const chdb = chdbPresent ? new Chdb() : undefined
  afterAll(() => chdb?.close())

  it('takes in a batch of more transfers than one insert has, each once', async () => {
    if (chdb === undefined) throw new Error('chdb is not there')
    const engine = chdb.engine(chdb.database(), (message, kind) => new EngineError(message, kind))
    const inserts: string[] = []
    const watched: Engine = {
      ...engine,
      insert: (table, columns, rows) => {
        inserts.push(table)
        return engine.insert(table, columns, rows)
      },
    }
    const store = await writerOver(watched, { times: { ttlMs: 60_000, settleMs: 0 } })
    const batch = batchOf(0, 99)
    await store.openChain(batch.chainId, 0)
    const busy = batch.blocks.filter(({ transactions }) => transactions.length > 0).slice(0, 3)
    const blocks = busy.map((block) => ({
      ...block,
      transactions: block.transactions.slice(0, 1).map((transaction) => ({
        ...transaction,
        transfers: transaction.transfers
          .slice(0, 1)
          .flatMap((transfer) => Array.from({ length: transfersPerBlock }, (_, batchIndex) => ({ ...transfer, batchIndex }))),
      })),
    }))
    await store.commit({ ...batch, blocks })
    const [rows] = await engine.rows('SELECT count(), uniqExact(place) FROM transfer_rows')
    expect(rows?.map(Number)).toEqual([3 * transfersPerBlock, 3 * transfersPerBlock])
    expect((await store.snapshot(batch.chainId))?.state.transferRows).toBe(3 * transfersPerBlock)
    expect(inserts.filter((table) => table === 'transfers_in')).toHaveLength(2)
    await store.close()
  })
})
