import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEnvironment } from '../../src/store/lmdb/database.ts'
import { freshCount, freshTarget, maxFresh } from '../../src/store/lmdb/fresh.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { decodeHeadFields } from '../../src/store/lmdb/posting.ts'
import type { TransferQuery } from '../../src/store/port.ts'
import { address, type ChainShape } from './chain.ts'
import { makeModel } from './model.ts'
import { batchOf, transfersOf } from './suite.ts'

/** Many addresses with few rows each: more lists than may wait. */
const shape: ChainShape = { addresses: 6_000, contracts: 300, producers: 40, maxTransactions: 12, maxTransfers: 6 }

describe('LMDB: fresh postings', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ownscan-store-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Lists that wait, the most postings of one of them, and the fewest of a list that does not. */
  const lists = async () => {
    const { root, tables } = openEnvironment(folder, true)
    const counts = [...tables.fresh.getRange({})].map(({ value }) => freshCount(value))
    const settled = [...tables.heads.getRange({})].map(({ value }) => decodeHeadFields({ bytes: value, at: 0 }).count)
    const found = { waiting: counts.length, longest: Math.max(...counts), shortestSettled: Math.min(...settled) }
    await root.close()
    return found
  }

  const everything = { fromBlock: 0, toBlock: 999_999, order: 'asc', skip: 0, limit: 1_000, deadline: Number.POSITIVE_INFINITY } as const
  const query = (n: number, more: Partial<TransferQuery> = {}): TransferQuery => ({
    ...everything,
    fromTo: 'and',
    address: address(n),
    ...more,
  })

  it('settle in turn once too many lists wait, and every list reads the same through it, a rollback and a reopening', async () => {
    let store = openLmdbStore(folder, { mode: 'write' })
    const model = makeModel(7, 0)
    await store.openChain(7, 0)
    const commit = async (batch: Parameters<typeof store.commit>[0]) => {
      await store.commit(batch)
      model.commit(batch)
    }
    const compare = async () => {
      const snapshot = await store.snapshot(7)
      if (snapshot === undefined) throw new Error('chain 7 is not known')
      for (let n = 0; n < shape.addresses; n += 97)
        for (const asked of [query(n), query(n, { order: 'desc', fromBlock: 40, limit: 3 })])
          expect(await transfersOf(snapshot, asked)).toEqual(model.transfers(asked))
      const contract: TransferQuery = { ...everything, fromTo: 'and', contract: address(0x1000 + 7) }
      expect(await transfersOf(snapshot, contract)).toEqual(model.transfers(contract))
    }
    for (let from = 0; from < 120; from += 20) await commit(batchOf(from, from + 19, { shape }))
    await compare()
    const { transferRows } = (await store.snapshot(7))?.state ?? { transferRows: 0 }
    const found = await lists()
    expect(found.longest).toBeLessThan(maxFresh)
    expect(found.shortestSettled).toBe(1)
    expect(found.waiting).toBeLessThan(1.5 * freshTarget(transferRows))
    await commit({ ...batchOf(90, 99, { shape, fork: 1 }), rollbackTo: 89 })
    await compare()
    await store.close()
    store = openLmdbStore(folder, { mode: 'write', deep: true })
    await commit(batchOf(100, 119, { shape, fork: 1 }))
    await compare()
    await store.close()
  })
})
