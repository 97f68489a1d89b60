import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { type CommitBatch, StoreConflict, type StoreWriter, type TransferQuery } from '../../src/store/port.ts'
import { address, type ChainShape } from './chain.ts'
import { makeModel } from './model.ts'
import { batchOf, transfersOf } from './suite.ts'

/** Few addresses with so many rows that each has lists by contract and by side. */
const shape: ChainShape = { addresses: 4, contracts: 3, producers: 3, maxTransactions: 12, maxTransfers: 6 }
const narrowed = 120

describe('LMDB: what is kept in memory', () => {
  let folder: string
  let store: StoreWriter
  let model: ReturnType<typeof makeModel>

  const commit = async (batch: CommitBatch) => {
    await store.commit(batch)
    model.commit(batch)
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ownscan-store-'))
    store = openLmdbStore(folder, { mode: 'write' })
    model = makeModel(7, 0)
    await store.openChain(7, 0)
    await commit(batchOf(0, narrowed - 1, { shape }))
  })
  afterEach(async () => {
    await store.close()
    await openLmdbStore(folder, { mode: 'read', deep: true }).close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Every list that narrows another, its newest rows. */
  const compare = async () => {
    const snapshot = await store.snapshot(7)
    if (snapshot === undefined) throw new Error('chain 7 is not known')
    const page = {
      fromBlock: 0,
      toBlock: 999_999,
      order: 'desc',
      skip: 0,
      limit: 200,
      deadline: Number.POSITIVE_INFINITY,
      fromTo: 'and',
    } as const
    for (let n = 0; n < shape.addresses; n++) {
      const asked: TransferQuery[] = [
        { ...page, address: address(n), direction: 'in' },
        { ...page, address: address(n), direction: 'out' },
      ]
      for (let c = 0; c < shape.contracts; c++) asked.push({ ...page, address: address(n), contract: address(0x1000 + c) })
      for (const query of asked) expect(await transfersOf(snapshot, query)).toEqual(model.transfers(query))
    }
    for (let n = 0; n < shape.producers; n++) {
      const query = { ...page, address: address(0x2000 + n) }
      const rows: unknown[] = []
      const end = await snapshot.blocks(query, (row) => rows.push(row))
      expect({ rows, end }).toEqual(model.blocks(query))
    }
  }

  const reopen = async () => {
    await store.close()
    store = openLmdbStore(folder, { mode: 'write' })
  }

  it('is read anew after a reopening: narrower lists go on', async () => {
    await reopen()
    for (let block = narrowed; block < narrowed + 6; block++) await commit(batchOf(block, block, { shape }))
    await compare()
  })

  it('is read anew after a batch that was refused half-way', async () => {
    await commit(batchOf(narrowed + 2, narrowed + 3, { shape, datasets: ['transfers'] }))
    // The blocks of another fork: found out at the third of them, when the lists of two producers are already in hand.
    const refused = batchOf(narrowed, narrowed + 3, { shape, fork: 1, datasets: ['blocks'] })
    await expect(store.commit(refused)).rejects.toThrow(StoreConflict)
    await commit(batchOf(narrowed, narrowed + 3, { shape, datasets: ['blocks'] }))
    await compare()
  })

  it('follows a rollback far enough that lists become short or vanish, and what comes after', async () => {
    await commit({ ...batchOf(2, 5, { shape, fork: 1 }), rollbackTo: 1 })
    await compare()
    await commit(batchOf(6, narrowed, { shape, fork: 1 }))
    await reopen()
    await commit({ ...batchOf(0, 9, { shape, fork: 2 }), rollbackTo: -1 })
    await compare()
    await commit(batchOf(10, narrowed, { shape, fork: 2 }))
    await compare()
  })

  it('includes where the last page ended: pages read the same in whatever order they are asked for', async () => {
    const snapshot = await store.snapshot(7)
    if (snapshot === undefined) throw new Error('chain 7 is not known')
    const whole = {
      fromBlock: 0,
      toBlock: 999_999,
      order: 'asc',
      deadline: Number.POSITIVE_INFINITY,
      fromTo: 'and',
      address: address(1),
    } as const
    const pages = fc.array(fc.record({ skip: fc.nat({ max: 1_500 }), limit: fc.integer({ min: 1, max: 130 }), on: fc.boolean() }), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(pages, async (asked) => {
        let end = 0
        for (const { skip, limit, on } of asked) {
          // Half of them go on where the one before ended.
          const query = { ...whole, skip: on ? end : skip, limit }
          end = query.skip + limit
          expect(await transfersOf(snapshot, query)).toEqual(model.transfers(query))
        }
      }),
      { numRuns: 40 },
    )
  })
})
