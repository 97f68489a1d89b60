import type { IndexedBlock } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import { type CommitBatch, type Dataset, type Snapshot, StoreUnusable } from '../store/port.ts'
import type { ChainContext } from './context.ts'
import { BrokenLink, OtherBlock, Undone } from './errors.ts'

export interface BlockId {
  readonly number: number
  readonly hash: Hex
}

/** The chain as it is stored at this instant. */
export const snapshotOf = async (chain: ChainContext): Promise<Snapshot> => {
  const snapshot = await chain.store.snapshot(chain.chainId)
  if (snapshot === undefined) throw new Error(`chain ${chain.chainId} is not open in the store`)
  return snapshot
}

/** The stored hash of a block, and of none below the first. */
export const hashAt = async (snapshot: Snapshot, number: number): Promise<Hex | undefined> =>
  number < 0 ? undefined : snapshot.blockHash(number)

/** The same block with only what counts for these datasets. */
export const project = (block: IndexedBlock, datasets: readonly Dataset[]): IndexedBlock => {
  const { validated, unclesMissing, ...rest } = block
  const transactions = datasets.includes('transfers') ? block.transactions : []
  if (!datasets.includes('blocks')) return { ...rest, transactions, uncles: [] }
  return { ...rest, transactions, ...(validated && { validated }), ...(unclesMissing && { unclesMissing }) }
}

export const rowsOf = (block: IndexedBlock): number =>
  block.transactions.reduce(
    (sum, transaction) => sum + transaction.transfers.length,
    block.uncles.length + (block.validated === undefined ? 0 : 1),
  )

/** With fewer, the other dataset of the same blocks may be stored already, by this run or an earlier one. */
const datasetCount = 2

/**
 * Stores a batch whose edges fit what is stored on either side. Looking and storing happen under the chain's lock, so that no task stores on what
 * another just undid; `onto` names a block that must still stand.
 */
export const commit = (chain: ChainContext, batch: Omit<CommitBatch, 'chainId'>, onto?: BlockId): Promise<void> =>
  chain.lock(async () => {
    const snapshot = await snapshotOf(chain)
    if (onto !== undefined && (await hashAt(snapshot, onto.number)) !== onto.hash) throw new Undone(onto.number)
    await checkSeams(snapshot, batch)
    if (batch.datasets.length < datasetCount) await checkSameBlocks(snapshot, batch)
    await store(chain, batch)
    chain.meter.commits++
    chain.meter.blocks += batch.range === null ? 0 : batch.range.to - batch.range.from + 1
    for (const block of batch.blocks) chain.meter.rows += rowsOf(block)
    if (batch.blocks.some((block) => block.transactions.length > 0)) chain.tokenBell.ring()
  })

/** Remembers for the note whether the disk takes what it is given. */
const store = async (chain: ChainContext, batch: Omit<CommitBatch, 'chainId'>): Promise<void> => {
  try {
    await chain.store.commit({ ...batch, chainId: chain.chainId })
    chain.meter.notStored = null
  } catch (error) {
    if (error instanceof StoreUnusable) chain.meter.notStored = error.message
    throw error
  }
}

/** Blocks of which another dataset is stored already, and is not undone by this very commit, are the same blocks. */
const checkSameBlocks = async (snapshot: Snapshot, { blocks, rollbackTo }: Omit<CommitBatch, 'chainId'>): Promise<void> => {
  for (const { number, hash } of blocks) {
    if (rollbackTo !== undefined && number > rollbackTo) continue
    const held = await hashAt(snapshot, number)
    if (held !== undefined && held !== hash) throw new OtherBlock(number, hash, held)
  }
}

/** Where two ranges meet, the later block must name the earlier one as its parent. */
const checkSeams = async (snapshot: Snapshot, { range, blocks, rollbackTo }: Omit<CommitBatch, 'chainId'>): Promise<void> => {
  const [first] = blocks
  const last = blocks.at(-1)
  if (range === null || first === undefined || last === undefined) return
  checkLinks(blocks)
  const stays = rollbackTo === undefined || range.from - 1 <= rollbackTo
  if (first.number === range.from && stays) {
    const below = await hashAt(snapshot, range.from - 1)
    if (below !== undefined && below !== first.parentHash) throw new BrokenLink(first.number, first.parentHash, below)
  }
  if (last.number === range.to && rollbackTo === undefined) {
    const above = await parentHashOf(snapshot, range.to + 1)
    if (above !== undefined && above !== last.hash) throw new BrokenLink(range.to + 1, above, last.hash)
  }
}

/** What a stored block names as its parent; undefined where it is not stored. */
export const parentHashOf = async (snapshot: Snapshot, number: number): Promise<Hex | undefined> => {
  if ((await hashAt(snapshot, number)) === undefined) return undefined
  for await (const block of snapshot.scan({ from: number, to: number })) return block.parentHash
  return undefined
}

/** Blocks that stand side by side follow one another. */
const checkLinks = (blocks: readonly IndexedBlock[]): void => {
  for (const [i, block] of blocks.entries()) {
    const before = blocks[i - 1]
    if (before === undefined || before.number !== block.number - 1 || before.hash === block.parentHash) continue
    throw new BrokenLink(block.number, block.parentHash, before.hash)
  }
}
