import type { IndexedBlock, TokenText, Uncle, ValidatedBlock } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'

/**
 * The store, as its readers see it. It holds, for each chain, the transfer rows, validated blocks and uncles of the block ranges it covers, and answers
 * pages of them in chain order. One writer and any number of readers, in any processes. Every implementation passes `test/store/suite.ts`.
 *
 * Two promises carry everything else. A batch is whole or absent, for every reader, also after a kill at any instant. And coverage is data: a reader
 * can always tell "nothing there" from "not indexed".
 *
 * Methods may answer at once or by a promise: the embedded store answers at once, and its callers keep the hot path free of promises.
 */
export type MaybePromise<T> = T | Promise<T>

/** Blocks `from` to `to`, both included. */
export interface BlockRange {
  readonly from: number
  readonly to: number
}

/** What is indexed of a chain. Both need the receipts; transfers alone need those of fewer blocks. */
export type Dataset = 'transfers' | 'blocks'

export interface ChainState {
  readonly chainId: number
  /** First block in scope: below it is not a gap. */
  readonly startBlock: number
  /** The chain's newest block as of this snapshot; -1 before any is known. While the head is followed, this is the newest block indexed. */
  readonly head: number
  readonly headTimestamp: number
  /** Blocks up to this one can no longer change; -1 while unknown. */
  readonly finalized: number
  /** Complete ranges, ascending, not touching each other. */
  readonly coverage: Readonly<Record<Dataset, readonly BlockRange[]>>
  /** Covered blocks of which not every uncle is there, as ranges that may be wider where they are very many: a list of uncles over them is not complete. Absent where there are none. */
  readonly unclesMissing?: readonly BlockRange[] | undefined
  readonly transferRows: number
  readonly blockRows: number
  readonly uncleRows: number
}

/** A place in chain order. For blocks and uncles only `block` (the block, or the including block) and `log` (the uncle's index) count. */
export interface Position {
  readonly block: number
  readonly tx: number
  readonly log: number
  readonly batch: number
}

export interface PageQuery {
  readonly fromBlock: number
  readonly toBlock: number
  readonly order: 'asc' | 'desc'
  /** Rows to pass over first. */
  readonly skip: number
  readonly limit: number
  /** Only rows strictly after this place, in the order asked for. */
  readonly after?: Position | undefined
  /** `performance.now()` by which the answer must be found; past it the store throws `QueryTimeout`. */
  readonly deadline: number
}

/** At least one of address, contract, from, to is set; what is set is ANDed, except `from` and `to` with `fromTo: 'or'`. */
export interface TransferQuery extends PageQuery {
  readonly address?: Hex | undefined
  readonly contract?: Hex | undefined
  readonly from?: Hex | undefined
  readonly to?: Hex | undefined
  readonly fromTo: 'and' | 'or'
  /** With `address`: only what came in (it is the recipient) or went out (it is the sender). */
  readonly direction?: 'in' | 'out' | undefined
  readonly tokenId?: bigint | undefined
  readonly operator?: Hex | undefined
}

/** Blocks by producer, or uncles by miner. */
export interface BlockQuery extends PageQuery {
  readonly address: Hex
}

/** Where a page ended. */
export interface PageEnd {
  readonly rows: number
  /** The place of the last row, absent for an empty page. */
  readonly last?: Position | undefined
  /** Whether a row follows the page. */
  readonly more: boolean
}

export interface BlockRow extends ValidatedBlock {
  readonly number: number
  readonly hash: Hex
  readonly timestamp: number
}

export interface UncleRow extends Uncle {
  readonly includingBlock: number
  /** Position among the including block's uncles. */
  readonly index: number
}

/**
 * Takes the rows of a page in order, as slices of row sets (see `records/rowset.ts`): `count` rows from row `first`, going up (`step` 1) or down (`step` -1).
 * The bytes are the store's own and are overwritten by its next read: use or copy them before returning. A block page arrives the same way, row by row.
 */
export type RowSink = (rowset: Uint8Array, first: number, count: number, step: 1 | -1) => void

/** One consistent view of one chain: all of its answers, and its state, belong to the same instant. Use it at once and let it go; it need not be closed.
 * One that was kept while blocks arrived may refuse to answer. */
export interface Snapshot {
  readonly state: ChainState
  transfers(query: TransferQuery, sink: RowSink): MaybePromise<PageEnd>
  blocks(query: BlockQuery, sink: (row: BlockRow) => void): MaybePromise<PageEnd>
  uncles(query: BlockQuery, sink: (row: UncleRow) => void): MaybePromise<PageEnd>
  /** Name and symbol of a contract; undefined where the chain was never asked. */
  token(contract: Hex): MaybePromise<TokenText | undefined>
  /** The stored hash of a block; undefined where it is not held: a block that was left out of its batch because it had no rows. */
  blockHash(number: number): MaybePromise<Hex | undefined>
  /** Everything stored of a range, block by block, ascending: for verification and copying. Blocks of which nothing is stored are left out. */
  scan(range: BlockRange): Iterable<IndexedBlock> | AsyncIterable<IndexedBlock>
}

export interface StoreReader {
  /** The chains the store knows, ascending. */
  chains(): MaybePromise<readonly number[]>
  /** Undefined for a chain the store does not know. */
  snapshot(chainId: number): MaybePromise<Snapshot | undefined>
  /** What the indexer last said of itself (`StoreWriter.note`), as JSON text. */
  notes(chainId: number): MaybePromise<string | undefined>
  /** A secret of the store, made with it: 32 bytes that sign cursors, the same for every reader. */
  readonly secret: Uint8Array
  close(): Promise<void>
}

export interface CommitBatch {
  readonly chainId: number
  /** The range that is complete once this batch is in: `blocks` holds everything that is in it. Null to move head and finality alone. */
  readonly range: BlockRange | null
  /** Which coverage the range counts for. */
  readonly datasets: readonly Dataset[]
  /** Ascending. A block without rows may be left out; one that is given leaves its hash, which is how reorganisations are found. */
  readonly blocks: readonly IndexedBlock[]
  /** First undo everything above this block, in the same transaction; the head falls to it unless the batch sets one. Refused below what is final. */
  readonly rollbackTo?: number
  readonly head?: { readonly number: number; readonly timestamp: number }
  /** Never moves back: a lower one than is stored changes nothing. */
  readonly finalized?: number
}

export interface StoreWriter extends StoreReader {
  /** Makes the chain known, or changes its first block in scope. */
  openChain(chainId: number, startBlock: number): MaybePromise<void>
  /**
   * Stores a batch in one durable transaction. A batch for a range already covered, in part or whole, is refused with `StoreConflict` and changes nothing;
   * ranges may arrive in any order. Transfers and blocks of one range may come in two batches of one dataset each.
   */
  commit(batch: CommitBatch): Promise<void>
  /** Contracts that have rows and whose name was never put, at most `limit` of them: what is still to be asked, also after a kill. */
  tokensMissing(chainId: number, limit: number): MaybePromise<readonly Hex[]>
  /** Names and symbols by contract; empty ones too, so that a contract without a name is asked once. */
  putTokens(chainId: number, tokens: ReadonlyMap<Hex, TokenText>): Promise<void>
  /** Leaves a note of the indexer's state for readers (JSON text); may be lost in a crash. */
  note(chainId: number, json: string): MaybePromise<void>
}

/** The query took longer than it may: a smaller range will do. */
export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout'
}

/** The batch does not fit what is stored; nothing was changed. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict'
}

/** The store on disk cannot be opened: newer format, damage, wrong place. The message says what to do. */
export class StoreUnusable extends Error {
  override readonly name: string = 'StoreUnusable'
}

/** There is no store yet: an indexer will make it. */
export class StoreAbsent extends StoreUnusable {
  override readonly name = 'StoreAbsent'
}
