import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IndexedBlock } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { readRowset, type TransferRow } from '../../src/records/rowset.ts'
import {
  type BlockQuery,
  type BlockRow,
  type CommitBatch,
  type Dataset,
  type PageEnd,
  type PageQuery,
  QueryTimeout,
  type Snapshot,
  StoreConflict,
  type StoreWriter,
  type TransferQuery,
  type UncleRow,
} from '../../src/store/port.ts'
import { address, blockAt, blocksOf, type ChainShape, smallShape } from './chain.ts'
import { type Model, makeModel } from './model.ts'

/** A store under test: opened empty, thrown away afterwards. */
export interface OpenStore {
  readonly store: StoreWriter
  dispose(): Promise<void>
}

export interface SuiteOptions {
  /** Random chains tried for each property: fewer for a store whose commits take long. */
  readonly runs?: number
}

const chainId = 7
const both: readonly Dataset[] = ['transfers', 'blocks']
const never = Number.POSITIVE_INFINITY
const everything: PageQuery = { fromBlock: 0, toBlock: 999_999_999, order: 'asc', skip: 0, limit: 10_000, deadline: never }
const ofAddress = (n: number, more: Partial<TransferQuery> = {}): TransferQuery => ({
  ...everything,
  fromTo: 'and',
  address: address(n),
  ...more,
})
const ofProducer = (n: number, more: Partial<BlockQuery> = {}): BlockQuery => ({ ...everything, address: address(0x2000 + n), ...more })

export const batchOf = (from: number, to: number, more: Partial<CommitBatch> & { fork?: number; shape?: ChainShape } = {}): CommitBatch => {
  const { fork = 0, shape = smallShape, ...rest } = more
  return {
    chainId,
    range: { from, to },
    datasets: both,
    blocks: blocksOf(from, to, fork, shape),
    head: { number: to, timestamp: 1_500_000_000 + to * 12 },
    ...rest,
  }
}

/** Copies what the sink may not keep. */
export const transfersOf = async (snapshot: Snapshot, query: TransferQuery): Promise<{ rows: TransferRow[]; end: PageEnd }> => {
  const rows: TransferRow[] = []
  const end = await snapshot.transfers(query, (bytes, first, count, step) => {
    const all = readRowset(bytes)
    for (let i = 0; i < count; i++) {
      const row = all[first + step * i]
      if (row) rows.push(row)
    }
  })
  return { rows, end }
}

const blockPage = async <Row>(
  read: (query: BlockQuery, sink: (row: Row) => void) => PageEnd | Promise<PageEnd>,
  query: BlockQuery,
): Promise<{ rows: Row[]; end: PageEnd }> => {
  const rows: Row[] = []
  const end = await read(query, (row) => rows.push(row))
  return { rows, end }
}

const snapshotOf = async (store: StoreWriter): Promise<Snapshot> => {
  const snapshot = await store.snapshot(chainId)
  if (snapshot === undefined) throw new Error(`chain ${chainId} is not known`)
  return snapshot
}

const transferQueries: fc.Arbitrary<TransferQuery> = fc
  .record(
    {
      address: fc.nat({ max: 6 }).map(address),
      contract: fc.integer({ min: 0x1000, max: 0x1003 }).map(address),
      from: fc.nat({ max: 6 }).map(address),
      to: fc.nat({ max: 6 }).map(address),
      direction: fc.constantFrom('in' as const, 'out' as const),
      tokenId: fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.constant(2n ** 255n + 3n)),
      operator: fc.nat({ max: 6 }).map(address),
    },
    { requiredKeys: [] },
  )
  .chain((filters) =>
    fc
      .record({
        fromTo: fc.constantFrom('and' as const, 'or' as const),
        fromBlock: fc.oneof(fc.constant(0), fc.nat({ max: 60 })),
        toBlock: fc.oneof(fc.constant(999_999_999), fc.nat({ max: 60 })),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        skip: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
        limit: fc.integer({ min: 1, max: 50 }),
        deadline: fc.constant(never),
      })
      .map((page): TransferQuery => {
        const searched = filters.address ?? filters.contract ?? filters.from ?? filters.to
        return { ...(searched === undefined && { address: address(1) }), ...filters, ...page }
      }),
  )

const blockQueries: fc.Arbitrary<BlockQuery> = fc.record({
  address: fc.nat({ max: 3 }).map((n) => address(0x2000 + n)),
  fromBlock: fc.oneof(fc.constant(0), fc.nat({ max: 60 })),
  toBlock: fc.oneof(fc.constant(999_999_999), fc.nat({ max: 60 })),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  skip: fc.nat({ max: 10 }),
  limit: fc.integer({ min: 1, max: 20 }),
  deadline: fc.constant(never),
})

/** Steps of a chain's life: pieces of the range in any order, the head growing, reorganisations. */
type Step =
  | { readonly kind: 'piece'; readonly piece: number; readonly datasets: readonly Dataset[] }
  | { readonly kind: 'grow'; readonly blocks: number }
  | { readonly kind: 'reorganise'; readonly depth: number; readonly grow: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('piece' as const),
      piece: fc.nat({ max: 5 }),
      datasets: fc.constantFrom(both, ['transfers'] as const, ['blocks'] as const),
    }),
    fc.record({ kind: fc.constant('grow' as const), blocks: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: 30 }), grow: fc.integer({ min: 0, max: 5 }) }),
  ),
  { minLength: 1, maxLength: 14 },
)

const pieceBlocks = 5
/** Backfill covers blocks 0 to 29 in pieces; the head is followed from block 30 on. */
const liveFrom = 30

/** Turns steps into batches that fit what the model holds. */
const batchesOf = (model: Model, life: readonly Step[]) => {
  const overlaps = (dataset: Dataset, from: number, to: number) =>
    model.state.coverage[dataset].some((range) => range.from <= to && from <= range.to)
  let fork = 0
  /** Which fork a block is on: later forks replace what lies above where they branch off. */
  const forks: { from: number; fork: number }[] = []
  const block = (number: number): IndexedBlock => blockAt(number, forks.findLast((entry) => entry.from <= number)?.fork ?? 0)
  const blocks = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => block(from + i))
  const next = (): number => Math.max(liveFrom, ...model.state.coverage.transfers.map(({ to }) => to + 1))
  return life.map((step) => (): CommitBatch | undefined => {
    if (step.kind === 'piece') {
      const [from, to] = [step.piece * pieceBlocks, step.piece * pieceBlocks + pieceBlocks - 1]
      const datasets = step.datasets.filter((dataset) => !overlaps(dataset, from, to))
      return datasets.length > 0 ? { chainId, range: { from, to }, datasets, blocks: blocks(from, to) } : undefined
    }
    const at = next()
    const branch = step.kind === 'grow' ? at : Math.max(0, at - step.depth)
    const size = step.kind === 'grow' ? step.blocks : step.grow
    if (step.kind === 'reorganise') forks.push({ from: branch, fork: ++fork })
    const to = branch + size - 1
    return {
      chainId,
      range: size > 0 ? { from: branch, to } : null,
      datasets: both,
      blocks: blocks(branch, to),
      head: { number: to, timestamp: 1_500_000_000 + to * 12 },
      ...(step.kind === 'reorganise' && { rollbackTo: branch - 1 }),
    }
  })
}

/** Everything a store must do, whatever it is made of. */
export const storeSuite = (name: string, open: () => Promise<OpenStore> | OpenStore, options: SuiteOptions = {}): void => {
  const numRuns = options.runs ?? 25

  describe(`${name}: a store`, () => {
    let opened: OpenStore
    let store: StoreWriter
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      await store.openChain(chainId, 0)
    })
    afterEach(() => opened.dispose())

    /** A fresh store for each try of a property. */
    const withStore = async (work: (store: StoreWriter, model: Model) => Promise<void>): Promise<void> => {
      const fresh = await open()
      try {
        await fresh.store.openChain(chainId, 0)
        await work(fresh.store, makeModel(chainId, 0))
      } finally {
        await fresh.dispose()
      }
    }

    const expectSame = async (snapshot: Snapshot, model: Model, transferQuery: TransferQuery, blockQuery: BlockQuery): Promise<void> => {
      expect(await transfersOf(snapshot, transferQuery)).toEqual(model.transfers(transferQuery))
      expect(await blockPage<BlockRow>((query, sink) => snapshot.blocks(query, sink), blockQuery)).toEqual(model.blocks(blockQuery))
      expect(await blockPage<UncleRow>((query, sink) => snapshot.uncles(query, sink), blockQuery)).toEqual(model.uncles(blockQuery))
    }

    describe('answers as plain arrays would', () => {
      it('for any filter, range, order and page of a chain stored in one batch', async () => {
        const model = makeModel(chainId, 0)
        const batch = batchOf(0, 59)
        await store.commit(batch)
        model.commit(batch)
        await fc.assert(
          fc.asyncProperty(transferQueries, blockQueries, async (transferQuery, blockQuery) => {
            await expectSame(await snapshotOf(store), model, transferQuery, blockQuery)
          }),
          { numRuns: numRuns * 20 },
        )
      })

      it('after any life of a chain: ranges in any order, one dataset at a time, growth and reorganisations', async () => {
        await fc.assert(
          fc.asyncProperty(steps, fc.array(fc.tuple(transferQueries, blockQueries), { minLength: 8, maxLength: 8 }), (life, queries) =>
            withStore(async (fresh, model) => {
              for (const make of batchesOf(model, life)) {
                const batch = make()
                if (batch === undefined) continue
                await fresh.commit(batch)
                model.commit(batch)
                expect((await snapshotOf(fresh)).state).toEqual(model.state)
              }
              for (const [transferQuery, blockQuery] of queries) await expectSame(await snapshotOf(fresh), model, transferQuery, blockQuery)
              const scanned: IndexedBlock[] = []
              for await (const block of (await snapshotOf(fresh)).scan({ from: 0, to: 1000 })) scanned.push(block)
              expect(scanned).toEqual(model.scan(0, 1000))
              expect([...(await fresh.tokensMissing(chainId, 100))].sort()).toEqual(model.tokensMissing(new Map()))
            }),
          ),
          { numRuns },
        )
      })

      it('when every filter is set at once, and none matches', async () => {
        await store.commit(batchOf(0, 20))
        const query = ofAddress(1, {
          contract: address(0x1000),
          from: address(1),
          to: address(2),
          tokenId: 77n,
          operator: address(5),
          direction: 'in',
        })
        expect(await transfersOf(await snapshotOf(store), query)).toEqual({ rows: [], end: { rows: 0, more: false } })
      })
    })

    describe('pages', () => {
      const queryOf = (draft: TransferQuery, limit: number): TransferQuery => ({ ...draft, skip: 0, limit })

      it('page N+1 continues page N, for any filter and order', async () => {
        await store.commit(batchOf(0, 59))
        await fc.assert(
          fc.asyncProperty(transferQueries, fc.integer({ min: 1, max: 20 }), async (draft, limit) => {
            const whole = await transfersOf(await snapshotOf(store), queryOf(draft, 10_000))
            const joined: TransferRow[] = []
            for (let more = true, skip = 0; more; skip += limit) {
              const { rows, end } = await transfersOf(await snapshotOf(store), { ...draft, skip, limit })
              expect(rows.length).toBe(end.more ? limit : end.rows)
              joined.push(...rows)
              more = end.more
            }
            expect(joined).toEqual(whole.rows)
          }),
          { numRuns: numRuns * 3 },
        )
      })

      it('followed by cursor show every row once while blocks arrive, oldest first', async () => {
        await fc.assert(
          fc.asyncProperty(transferQueries, fc.integer({ min: 1, max: 12 }), (draft, limit) =>
            withStore(async (fresh, model) => {
              const commit = async (from: number, to: number) => {
                const batch = batchOf(from, to)
                await fresh.commit(batch)
                model.commit(batch)
              }
              await commit(0, 19)
              const query: TransferQuery = { ...queryOf(draft, limit), order: 'asc' }
              const seen: TransferRow[] = []
              let after: PageEnd['last']
              for (let height = 20, more = true; more || height < 40; height += 2) {
                if (height < 40) await commit(height, height + 1)
                const { rows, end } = await transfersOf(await snapshotOf(fresh), { ...query, ...(after && { after }) })
                seen.push(...rows)
                after = end.last ?? after
                more = end.more
              }
              expect(seen).toEqual(model.transfers({ ...query, limit: 10_000 }).rows)
            }),
          ),
          { numRuns },
        )
      })

      it('followed by cursor show what was there at the start while blocks arrive, newest first', async () => {
        await fc.assert(
          fc.asyncProperty(transferQueries, fc.integer({ min: 1, max: 12 }), (draft, limit) =>
            withStore(async (fresh) => {
              await fresh.commit(batchOf(0, 29))
              const query: TransferQuery = { ...queryOf(draft, limit), order: 'desc' }
              const start = await transfersOf(await snapshotOf(fresh), { ...query, limit: 10_000 })
              const seen: TransferRow[] = []
              let after: PageEnd['last']
              for (let height = 30, more = true; more; height++) {
                const { rows, end } = await transfersOf(await snapshotOf(fresh), { ...query, ...(after && { after }) })
                seen.push(...rows)
                after = end.last ?? after
                more = end.more
                await fresh.commit(batchOf(height, height))
              }
              expect(seen).toEqual(start.rows)
            }),
          ),
          { numRuns },
        )
      })

      it('of blocks and uncles followed by cursor show every row once', async () => {
        const batch = batchOf(0, 59)
        const model = makeModel(chainId, 0)
        await store.commit(batch)
        model.commit(batch)
        await fc.assert(
          fc.asyncProperty(blockQueries, fc.constantFrom('blocks' as const, 'uncles' as const), async (draft, kind) => {
            const snapshot = await snapshotOf(store)
            const read = (query: BlockQuery) =>
              kind === 'blocks'
                ? blockPage<BlockRow | UncleRow>((q, sink) => snapshot.blocks(q, sink), query)
                : blockPage<BlockRow | UncleRow>((q, sink) => snapshot.uncles(q, sink), query)
            const seen: (BlockRow | UncleRow)[] = []
            let after: PageEnd['last']
            for (let more = true; more; ) {
              const { rows, end } = await read({ ...draft, skip: 0, ...(after && { after }) })
              seen.push(...rows)
              after = end.last ?? after
              more = end.more
            }
            expect(seen).toEqual(model[kind]({ ...draft, skip: 0, limit: 10_000 }).rows)
          }),
          { numRuns: numRuns * 2 },
        )
      })
    })

    describe('of a busy address', () => {
      /** Enough rows that any shortcut for long lists is in use: some 4,000 for each of two addresses. */
      const busy: ChainShape = { addresses: 3, contracts: 2, producers: 1, maxTransactions: 6, maxTransfers: 30 }

      it('answers the same as plain arrays, over several commits, a rollback and what follows it', async () => {
        const model = makeModel(chainId, 0)
        const commit = async (batch: CommitBatch) => {
          await store.commit(batch)
          model.commit(batch)
        }
        await commit(batchOf(0, 49, { shape: busy }))
        await commit(batchOf(50, 89, { shape: busy }))
        await commit(batchOf(71, 95, { shape: busy, fork: 1, rollbackTo: 70 }))
        for (let height = 96; height < 100; height++) await commit(batchOf(height, height, { shape: busy, fork: 1 }))
        for (const order of ['asc', 'desc'] as const)
          for (const more of [
            {},
            { contract: address(0x1001) },
            { direction: 'in' as const },
            { direction: 'out' as const, contract: address(0x1000) },
            { tokenId: 2n },
            { fromBlock: 20, toBlock: 80 },
            { contract: address(0x1000), fromBlock: 33, toBlock: 96 },
          ])
            for (const skip of [0, 500, 1_999, 3_000]) {
              const query = ofAddress(1, { ...more, order, skip, limit: 100 })
              expect(await transfersOf(await snapshotOf(store), query)).toEqual(model.transfers(query))
            }
        const pairs = { fromBlock: 10, toBlock: 90, skip: 400, limit: 150 }
        for (const fromTo of ['and', 'or'] as const) {
          const query: TransferQuery = { ...everything, ...pairs, fromTo, from: address(0), to: address(2) }
          expect(await transfersOf(await snapshotOf(store), query)).toEqual(model.transfers(query))
        }
        expect((await snapshotOf(store)).state).toEqual(model.state)
      })

      it('gives up a search past its deadline, and says so', async () => {
        await store.commit(batchOf(0, 89, { shape: busy }))
        const snapshot = await snapshotOf(store)
        const search = async () => transfersOf(snapshot, ofAddress(1, { tokenId: 123_456n, deadline: performance.now() - 1 }))
        await expect(search()).rejects.toThrow(QueryTimeout)
      })

      it('goes back to nothing and starts again', async () => {
        const model = makeModel(chainId, 0)
        for (const batch of [batchOf(0, 49, { shape: busy }), batchOf(0, 39, { shape: busy, fork: 2, rollbackTo: -1 })]) {
          await store.commit(batch)
          model.commit(batch)
        }
        expect((await snapshotOf(store)).state).toEqual(model.state)
        const query = ofAddress(1, { skip: 1_000, limit: 300 })
        expect(await transfersOf(await snapshotOf(store), query)).toEqual(model.transfers(query))
      })
    })

    describe('refuses with StoreConflict, and changes nothing,', () => {
      const refused = async (batch: CommitBatch): Promise<void> => {
        const before = (await snapshotOf(store)).state
        await expect(store.commit(batch)).rejects.toThrow(StoreConflict)
        expect((await snapshotOf(store)).state).toEqual(before)
      }
      beforeEach(() => store.commit(batchOf(10, 19, { finalized: 15 })))

      it('a range that is covered', () => refused(batchOf(10, 19)))
      it('a range that is covered in part', () => refused(batchOf(5, 10)))
      it('a range around a covered one', () => refused(batchOf(0, 30)))
      it('a covered dataset beside one that is not', async () => {
        await store.commit(batchOf(20, 25, { datasets: ['transfers'] }))
        await refused(batchOf(20, 25))
      })
      it('a rollback below what is final', () => refused(batchOf(15, 20, { rollbackTo: 14, fork: 1 })))
      it('blocks outside the range', () => refused({ ...batchOf(20, 22), range: { from: 20, to: 21 } }))
      it('blocks out of order', () => refused({ ...batchOf(20, 22), blocks: blocksOf(20, 22).reverse() }))
      it('a chain that was not opened', () => expect(store.commit({ ...batchOf(0, 1), chainId: 99 })).rejects.toThrow(StoreConflict))
      it('a second dataset of another block with the same number', async () => {
        await store.commit(batchOf(20, 25, { datasets: ['transfers'] }))
        await refused(batchOf(20, 25, { datasets: ['blocks'], fork: 1 }))
      })
    })

    describe('keeps the state of a chain', () => {
      it('coverage joins ranges that touch, and keeps apart those that do not', async () => {
        await store.commit(batchOf(10, 19, { datasets: ['transfers'] }))
        await store.commit(batchOf(30, 39))
        await store.commit(batchOf(20, 29, { datasets: ['transfers'] }))
        expect((await snapshotOf(store)).state.coverage).toEqual({ transfers: [{ from: 10, to: 39 }], blocks: [{ from: 30, to: 39 }] })
      })
      it('blocks that lack an uncle are told apart, until they are undone', async () => {
        const blocks = blocksOf(0, 9).map((block) =>
          [3, 4, 8].includes(block.number) ? { ...block, unclesMissing: true as const } : block,
        )
        await store.commit({ ...batchOf(0, 9), blocks })
        expect((await snapshotOf(store)).state.unclesMissing).toEqual([
          { from: 3, to: 4 },
          { from: 8, to: 8 },
        ])
        await store.commit({ chainId, range: null, datasets: [], blocks: [], rollbackTo: 5 })
        expect((await snapshotOf(store)).state.unclesMissing).toEqual([{ from: 3, to: 4 }])
        await store.commit({ chainId, range: null, datasets: [], blocks: [], rollbackTo: 2 })
        expect((await snapshotOf(store)).state.unclesMissing).toBeUndefined()
      })
      it('an empty range is covered as any other', async () => {
        await store.commit({ ...batchOf(0, 99), blocks: [] })
        const snapshot = await snapshotOf(store)
        expect(snapshot.state.coverage.transfers).toEqual([{ from: 0, to: 99 }])
        expect(await transfersOf(snapshot, ofAddress(1))).toEqual({ rows: [], end: { rows: 0, more: false } })
      })
      it('head and finality move without a range', async () => {
        await store.commit({ chainId, range: null, datasets: [], blocks: [], head: { number: 50, timestamp: 600 }, finalized: 40 })
        expect((await snapshotOf(store)).state).toMatchObject({ head: 50, headTimestamp: 600, finalized: 40 })
      })
      it('finality never moves back', async () => {
        await store.commit({ chainId, range: null, datasets: [], blocks: [], finalized: 40 })
        await store.commit({ chainId, range: null, datasets: [], blocks: [], finalized: 30 })
        expect((await snapshotOf(store)).state.finalized).toBe(40)
      })
      it('a chain opened again keeps what it has and takes the new first block', async () => {
        await store.commit(batchOf(10, 19))
        await store.openChain(chainId, 5)
        expect((await snapshotOf(store)).state).toMatchObject({ startBlock: 5, coverage: { transfers: [{ from: 10, to: 19 }] } })
      })
      it('chains are apart from each other', async () => {
        await store.openChain(1, 0)
        await store.commit(batchOf(0, 9))
        await store.commit({ ...batchOf(0, 9, { fork: 3 }), chainId: 1 })
        const model = makeModel(1, 0)
        model.commit(batchOf(0, 9, { fork: 3 }))
        const other = await store.snapshot(1)
        if (!other) throw new Error('chain 1 is not known')
        expect(await transfersOf(other, ofAddress(1))).toEqual(model.transfers(ofAddress(1)))
        expect(await store.chains()).toEqual([1, chainId])
      })
      it('a chain it does not know has no snapshot', async () => {
        expect(await store.snapshot(4242)).toBeUndefined()
      })
      it('hashes of blocks that were given, also of those without rows', async () => {
        const rowless: IndexedBlock = { ...blockAt(3), transactions: [], uncles: [] }
        await store.commit({ ...batchOf(3, 4, { datasets: ['transfers'] }), blocks: [rowless] })
        const snapshot = await snapshotOf(store)
        expect(await snapshot.blockHash(3)).toBe(rowless.hash)
        expect(await snapshot.blockHash(4)).toBeUndefined()
      })
      it('blocks whose reward is not known have rows of transfers and none of blocks', async () => {
        const { validated, ...unknown } = blockAt(3)
        await store.commit({ ...batchOf(3, 3), blocks: [unknown] })
        const snapshot = await snapshotOf(store)
        expect(snapshot.state.blockRows).toBe(0)
        const { rows } = await blockPage<BlockRow>((query, sink) => snapshot.blocks(query, sink), {
          ...everything,
          address: validated?.producer ?? address(0),
        })
        expect(rows).toEqual([])
      })
      it('rows of a producer, newest first', async () => {
        await store.commit(batchOf(0, 30))
        const model = makeModel(chainId, 0)
        model.commit(batchOf(0, 30))
        const snapshot = await snapshotOf(store)
        const query = ofProducer(1, { order: 'desc', limit: 5 })
        expect(await blockPage<BlockRow>((q, sink) => snapshot.blocks(q, sink), query)).toEqual(model.blocks(query))
      })
    })

    describe('keeps what is said of a chain', () => {
      const token = { name: 'Ünï "quoted" \u0000 名', symbol: '' }

      it('names and symbols, of any characters', async () => {
        await store.putTokens(chainId, new Map([[address(0x1000), token]]))
        const snapshot = await snapshotOf(store)
        expect(await snapshot.token(address(0x1000))).toEqual(token)
        expect(await snapshot.token(address(0x1001))).toBeUndefined()
      })
      it('which contracts were never asked for their name', async () => {
        await store.commit(batchOf(0, 30))
        const model = makeModel(chainId, 0)
        model.commit(batchOf(0, 30))
        const named = new Map<Hex, typeof token>([[address(0x1001), token]])
        await store.putTokens(chainId, named)
        expect([...(await store.tokensMissing(chainId, 10))].sort()).toEqual(model.tokensMissing(named))
        expect(await store.tokensMissing(chainId, 1)).toHaveLength(1)
      })
      it('the last note', async () => {
        expect(await store.notes(chainId)).toBeUndefined()
        await store.note(chainId, '{"a":1}')
        await store.note(chainId, '{"a":2}')
        expect(await store.notes(chainId)).toBe('{"a":2}')
      })
      it('a secret of 32 bytes', () => {
        expect(store.secret).toHaveLength(32)
      })
    })
  })
}
