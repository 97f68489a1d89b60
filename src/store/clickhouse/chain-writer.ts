import { setTimeout as wait } from 'node:timers/promises'
import { overlapping, upTo } from '../coverage.ts'
import { type CommitBatch, StoreConflict } from '../port.ts'
import { type Engine, EngineError } from './engine.ts'
import { insertBatch } from './insert-batch.ts'
import { acquireLease, type Lease, type LeaseTimes } from './lease.ts'
import { checkBatch, nextState, type RowCounts, withCommit } from './next-state.ts'
import { blockOfPlace, listPrefix } from './page-sql.ts'
import { loadState } from './reader.ts'
import { shardTable } from './shard-table.ts'
import { emptyState, epochUnit, type StoredState, visible } from './state.ts'

/** Attempts at one batch, each under a number of its own, before the caller hears of it. */
const maxAttempts = 4
/** Commit records kept behind the newest; only the newest is ever read. */
const recordsKept = 256

/** Deleting rewrites parts of every table, hiding costs a comparison a row: so several are deleted at once. */
const rulesKept = 8
/** A reader may still answer from the state before a rollback, and needs its rows: far longer than any keeps a state or a query runs. */
const readersForgetMs = 120_000
/** An insert that failed for us may still be under way in the engine, and what comes after the deletion would count: far longer than the engine is given for one. */
const insertsEndMs = 600_000

/** The tables that hold rows, with the condition that they are of a chain and the expression of the row's block. */
const rowTables = [
  { table: 'transfer_rows', ofChain: (chain: number) => `chain = ${chain}`, block: blockOfPlace },
  {
    table: 'transfer_lists',
    ofChain: (chain: number) => `startsWith(list, ${listPrefix(chain, '')})`,
    block: blockOfPlace,
  },
  { table: 'blocks', ofChain: (chain: number) => `chain = ${chain}`, block: 'number' },
  { table: 'blocks_by_producer', ofChain: (chain: number) => `chain = ${chain}`, block: 'number' },
  { table: 'uncles', ofChain: (chain: number) => `chain = ${chain}`, block: 'block' },
] as const

/** The one writer of one chain: holds its lease, and its state in memory, which nobody else can change meanwhile. */
export interface ChainWriter {
  setStart(startBlock: number): Promise<void>
  commit(batch: CommitBatch): Promise<void>
  close(): Promise<void>
}

export const openChainWriter = async (
  engine: Engine,
  chainId: number,
  startBlock: number,
  { cluster, times }: { readonly cluster: string | undefined; readonly times?: LeaseTimes },
): Promise<ChainWriter> => {
  const lease = await acquireLease(engine, chainId, times)
  let state = (await loadState(engine, chainId)) ?? emptyState(startBlock)
  let sequence = 0
  let cleaning: Promise<void> = Promise.resolve()
  const openedAt = Date.now()
  const failedAt = new Map<number, number>()
  const nextCommit = (): number => lease.epoch * epochUnit + ++sequence
  const publish = (commit: number, next: StoredState): Promise<void> => publishState(engine, lease, chainId, commit, next)

  // The first record of the epoch fences off whoever held the chain before, and says where this writer begins.
  const first = nextCommit()
  const begun = { ...state, startBlock, epochs: withCommit(state.epochs, first) }
  await publish(first, begun)
  state = begun

  /** Deletes what no longer counts; once it is gone the state need not mention it. */
  const clean = (): void => {
    const holes = state.holes.filter((hole) => Date.now() - (failedAt.get(hole) ?? openedAt) > insertsEndMs)
    const undone = state.undone.filter(({ at }) => Date.now() - at > readersForgetMs)
    if (holes.length + undone.length < rulesKept) return
    cleaning = cleaning
      .then(() => deleteInvisible(engine, cluster, chainId, holes, undone))
      .then(() => {
        for (const hole of holes) failedAt.delete(hole)
        state = {
          ...state,
          holes: state.holes.filter((hole) => !holes.includes(hole)),
          undone: state.undone.filter((rule) => !undone.includes(rule)),
        }
      })
      // What could not be deleted stays hidden, and is tried again after the next commit.
      .catch(() => {})
  }

  const attempt = async (batch: CommitBatch, removed: RowCounts): Promise<void> => {
    const commit = nextCommit()
    try {
      const added = await insertBatch(engine, chainId, commit, batch)
      const next = nextState(state, batch, commit, added, removed)
      await publish(commit, next)
      state = next
    } catch (error) {
      // Its rows are there, all or some, and the next record reaches beyond its number; even one whose own record may have arrived is made again under another.
      failedAt.set(commit, Date.now())
      state = { ...state, holes: [...state.holes, commit] }
      throw error
    }
  }

  return {
    setStart: async (from) => {
      if (from === state.startBlock) return
      const commit = nextCommit()
      const next = { ...state, startBlock: from, epochs: withCommit(state.epochs, commit) }
      await publish(commit, next)
      state = next
    },
    commit: async (batch) => {
      checkBatch(state, batch)
      lease.assertHeld()
      await checkHashes(engine, chainId, state, batch)
      // A deletion under way works on a list of what to delete; the state must not change beneath it.
      await cleaning
      const removed =
        batch.rollbackTo === undefined ? { transfers: 0, blocks: 0, uncles: 0 } : await countAbove(engine, chainId, state, batch.rollbackTo)
      await retrying(() => attempt(batch, removed))
      clean()
      if (sequence % recordsKept === 0) await deleteOldRecords(engine, cluster, chainId, lease.epoch * epochUnit + sequence - recordsKept)
    },
    close: async () => {
      await cleaning
      await lease.release()
    },
  }
}

const retrying = async (work: () => Promise<void>): Promise<void> => {
  for (let attempts = 1; ; attempts++)
    try {
      return await work()
    } catch (error) {
      const passing = error instanceof EngineError && error.kind !== 'final'
      if (!passing || attempts >= maxAttempts) throw error
      await wait(100 * 2 ** attempts)
    }
}

/** The second dataset of a range must be of the same blocks as the first. */
const checkHashes = async (
  engine: Engine,
  chainId: number,
  state: StoredState,
  { range, blocks, rollbackTo }: CommitBatch,
): Promise<void> => {
  const covered = [...state.coverage.transfers, ...state.coverage.blocks]
  const kept = rollbackTo === undefined ? covered : upTo(covered, rollbackTo)
  if (range === null || overlapping(kept, range) === undefined) return
  const rows = await engine.rows(
    `SELECT number, lower(hex(hash)) FROM blocks WHERE chain = ${chainId} AND number BETWEEN ${range.from} AND ${range.to} AND ${visible(state, 'number')}`,
  )
  const stored = new Map(rows.map(([number, hash]) => [Number(number), `0x${String(hash)}`]))
  for (const { number, hash } of blocks)
    if ((rollbackTo === undefined || number <= rollbackTo) && stored.has(number) && stored.get(number) !== hash)
      throw new StoreConflict(`block ${number} is stored with the hash ${stored.get(number)}, not ${hash}`)
}

/**
 * The one insert that makes a batch count. Its outcome is looked up, because an error does not say whether it arrived and a success does not say whether
 * another writer took the chain over meanwhile; only what is certainly absent is sent again, and the same record twice says the same.
 */
const publishState = async (engine: Engine, lease: Lease, chainId: number, commit: number, next: StoredState): Promise<void> => {
  const text = JSON.stringify(next).replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  for (let attempts = 1; ; attempts++) {
    lease.assertHeld()
    let failure: unknown
    try {
      await engine.run(`INSERT INTO commits (chain, id, state) VALUES (${chainId}, ${commit}, '${text}')`)
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind === 'final') throw error
      failure = error
      await wait(100 * 2 ** attempts)
    }
    const newest = Number((await engine.rows(`SELECT max(id) FROM commits WHERE chain = ${chainId}`))[0]?.[0] ?? 0)
    if (newest === commit) return
    if (newest > commit) throw new StoreConflict(`chain ${chainId} was taken over by another indexer: the batch does not count`)
    if (attempts >= maxAttempts)
      throw failure ?? new EngineError(`commit ${commit} of chain ${chainId} does not show after it was written`, 'passing')
  }
}

const countAbove = async (engine: Engine, chainId: number, state: StoredState, block: number): Promise<RowCounts> => {
  const count = async (table: string, column: string, more = '1'): Promise<number> =>
    Number(
      (
        await engine.rows(
          `SELECT count() FROM ${table} WHERE chain = ${chainId} AND ${column} > ${block} AND ${more} AND ${visible(state, column)}`,
        )
      )[0]?.[0] ?? 0,
    )
  const [transfers, blocks, uncles] = await Promise.all([
    count('transfer_rows', blockOfPlace),
    count('blocks', 'number', 'validated = 1'),
    count('uncles', 'block'),
  ])
  return { transfers, blocks, uncles }
}

const deleteInvisible = async (
  engine: Engine,
  cluster: string | undefined,
  chainId: number,
  holes: StoredState['holes'],
  undone: StoredState['undone'],
): Promise<void> => {
  for (const { table, ofChain, block } of rowTables) {
    const conditions = [
      ...undone.map(({ above, upTo }) => `(${block} > ${above} AND commit <= ${upTo})`),
      ...holes.map((hole) => `commit = ${hole}`),
    ]
    await engine.run(`DELETE FROM ${shardTable(table, cluster)} WHERE ${ofChain(chainId)} AND (${conditions.join(' OR ')})`)
  }
}

const deleteOldRecords = (engine: Engine, cluster: string | undefined, chainId: number, below: number): Promise<void> =>
  engine.run(`DELETE FROM ${shardTable('commits', cluster)} WHERE chain = ${chainId} AND id < ${below}`)
