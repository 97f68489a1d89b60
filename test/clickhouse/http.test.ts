import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openClickHouseReader, openClickHouseWriter } from '../../src/store/clickhouse/store.ts'
import { copyChain } from '../../src/store/copy.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import { Chdb, chdbPresent } from '../engines/chdb.mjs'
import { batchOf, storeSuite } from '../store/suite.ts'
import { serveChdb } from './http-server.ts'

const chainId = 7
const times = { ttlMs: 60_000, settleMs: 0 }

describe.skipIf(!chdbPresent)('through the official client over HTTP', () => {
  const chdb = chdbPresent ? new Chdb() : undefined
  let served: Awaited<ReturnType<typeof serveChdb>>
  beforeAll(async () => {
    if (chdb !== undefined) served = await serveChdb(chdb)
  })
  afterAll(() => {
    served?.server.closeAllConnections()
    served?.server.close()
    chdb?.close()
  })
  const freshUrl = (): string => served.url(chdb?.database() ?? '')

  storeSuite(
    'ClickHouse over HTTP',
    async () => {
      const store = await openClickHouseWriter(freshUrl(), { times })
      return { store, dispose: () => store.close() }
    },
    { runs: 1 },
  )

  describe('copying an embedded store over', () => {
    const withSource = async (work: (source: StoreWriter) => Promise<void>): Promise<void> => {
      const folder = mkdtempSync(join(tmpdir(), 'ownscan-copy-'))
      const source = openLmdbStore(folder, { mode: 'write' })
      try {
        source.openChain(chainId, 0)
        await source.commit(batchOf(0, 39))
        await source.commit(batchOf(60, 69, { datasets: ['transfers'] }))
        await source.commit(batchOf(80, 99, { finalized: 90 }))
        const [contract] = await source.tokensMissing(chainId, 1)
        if (contract !== undefined) await source.putTokens(chainId, new Map([[contract, { name: 'A "name"', symbol: '‮x' }]]))
        await work(source)
      } finally {
        await source.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }

    it('gives the same rows, counts, coverage, names and checksums', () =>
      withSource(async (source) => {
        const target = await openClickHouseWriter(freshUrl(), { times })
        const result = await copyChain(source, target, chainId, () => {})
        expect(result.differences).toEqual([])
        expect(result.rows.transfers).toBeGreaterThan(0)
        expect((await target.snapshot(chainId))?.state).toEqual((await source.snapshot(chainId))?.state)
        await target.close()
      }))

    it('goes on where it was cut off', () =>
      withSource(async (source) => {
        const url = freshUrl()
        const first = await openClickHouseWriter(url, { times })
        const cut = copyChain(source, first, chainId, ({ done }) => {
          if (done >= 40) throw new Error('cut off')
        })
        await expect(cut).rejects.toThrow('cut off')
        await first.close()
        const second = await openClickHouseWriter(url, { times })
        expect((await copyChain(source, second, chainId, () => {})).differences).toEqual([])
        await second.close()
      }))
  })

  it('a reader sees each commit of a writer soon after it', async () => {
    const url = freshUrl()
    const writer = await openClickHouseWriter(url, { times })
    await writer.openChain(chainId, 0)
    const reader = await openClickHouseReader(url)
    for (const to of [9, 19]) {
      await writer.commit(batchOf(to - 9, to))
      await vi.waitFor(async () => expect((await reader.snapshot(chainId))?.state.head).toBe(to), { timeout: 10_000 })
    }
    await writer.close()
    await reader.close()
  })
})
