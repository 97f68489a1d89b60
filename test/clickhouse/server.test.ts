import { randomBytes } from 'node:crypto'
import { describe } from 'vitest'
import { openHttpEngine } from '../../src/store/clickhouse/http-engine.ts'
import { openClickHouseWriter } from '../../src/store/clickhouse/store.ts'
import { storeSuite } from '../store/suite.ts'

/** A real server, or one node of a cluster (named beside it), that these tests may make databases on: `clickhouse://user:password@host:8123`. */
const server = process.env['OWNSCAN_TEST_CLICKHOUSE_URL']
const cluster = process.env['OWNSCAN_TEST_CLICKHOUSE_CLUSTER']
if (server === undefined) console.warn('tests on a ClickHouse server are skipped: OWNSCAN_TEST_CLICKHOUSE_URL is not set')

describe.skipIf(server === undefined)('on a ClickHouse server', () => {
  storeSuite(
    'ClickHouse server',
    async () => {
      const base = new URL(server ?? '')
      const database = `ownscan_test_${randomBytes(6).toString('hex')}`
      const everywhere = cluster === undefined ? '' : ` ON CLUSTER '${cluster}'`
      const engine = openHttpEngine(base.href)
      await engine.run(`CREATE DATABASE ${database}${everywhere}`)
      base.pathname = `/${database}`
      const store = await openClickHouseWriter(base.href, { cluster, times: { ttlMs: 60_000, settleMs: 0 } })
      return {
        store,
        dispose: async () => {
          await store.close()
          await engine.run(`DROP DATABASE ${database}${everywhere} SYNC`)
          await engine.close()
        },
      }
    },
    { runs: 2 },
  )
})
