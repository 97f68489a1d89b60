import type { Quirk } from '../chains/port.ts'
import type { RpcHeader } from '../evm/json-rpc.ts'
import type { IndexedBlock } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import type { BlockWithReceipts } from '../rpc/port.ts'

/** What ingest needs of the pure part, bound to one chain: does a block hold together, and which rows are in it. */
export interface Examiner {
  /** Checks that are skipped, because the chain cannot pass them. */
  readonly quirks: readonly Quirk[]
  readonly rewards: 'known' | 'partly-known' | 'unknown'
  /** Of which blocks the reward cannot be known, and why. */
  readonly rewardsUnknown: string | undefined
  /** What does not hold; undefined where all does. */
  block(fetched: BlockWithReceipts): Failure | undefined
  /** A header by itself: its fields give its hash. */
  header(header: RpcHeader): Failure | undefined
  /** The rows of a block that passed; throws where the chain's own rules do not hold for it (a seal, an uncle). With its uncles' headers in order (undefined where no endpoint holds one). */
  rows(fetched: BlockWithReceipts, uncles: readonly (RpcHeader | undefined)[]): ExaminedBlock
  /** Whether a header that holds proves its bloom, and the bloom covers every log of the block. */
  readonly bloomsProven: boolean
  /** Whether the header's bloom leaves room for an ERC-1155 transfer. */
  mayHoldTransfers(header: RpcHeader): boolean
  /** The events that are transfers, as a log filter's first topic. */
  readonly transferTopics: readonly Hex[]
}

export interface Failure {
  /** The check's name, the same for every block. */
  readonly check: string
  readonly detail: string
}

export interface ExaminedBlock {
  readonly block: IndexedBlock
  readonly malformedEvents: number
  /** Oddities an operator should see; the rows stand. */
  readonly warnings: readonly string[]
}
