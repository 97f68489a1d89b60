import type { Hex } from './hex.ts'

/**
 * What ingest hands to a store: one block that passed every check, with the rows that come out of it. Numbers that can leave 53 bits are bigint.
 */
export interface IndexedBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: number
  /** Transactions that moved ERC-1155 tokens, by index, each with its transfers by (log, batch) index. Empty where transfers are not indexed. */
  readonly transactions: readonly TransferTransaction[]
  /** Who made the block and what it earned; absent where blocks are not indexed or the reward cannot be known. */
  readonly validated?: ValidatedBlock
  readonly uncles: readonly Uncle[]
  /** Set where `uncles` lacks one whose header no endpoint holds. A store remembers which blocks these are (`ChainState.unclesMissing`). */
  readonly unclesMissing?: true
}

export interface TransferTransaction {
  readonly hash: Hex
  readonly index: number
  readonly nonce: bigint
  readonly gas: bigint
  /** Effective price. */
  readonly gasPrice: bigint
  readonly gasUsed: bigint
  readonly cumulativeGasUsed: bigint
  /** First four bytes of the input, fewer where the input is shorter, `0x` where it is empty. */
  readonly methodId: Hex
  readonly transfers: readonly Transfer[]
}

export interface Transfer {
  readonly contract: Hex
  readonly operator: Hex
  readonly from: Hex
  readonly to: Hex
  readonly tokenId: bigint
  readonly value: bigint
  readonly logIndex: number
  readonly batchIndex: number
}

export interface ValidatedBlock {
  readonly producer: Hex
  readonly feeRecipient: Hex
  readonly staticReward: bigint
  readonly inclusionReward: bigint
  readonly tips: bigint
  readonly burnt: bigint
  readonly transactionCount: number
}

export interface Uncle {
  readonly hash: Hex
  readonly number: number
  readonly timestamp: number
  readonly miner: Hex
  readonly reward: bigint
}

/** A contract's own name and symbol, empty where it has none. */
export interface TokenText {
  readonly name: string
  readonly symbol: string
}
