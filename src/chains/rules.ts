import type { Hex } from '../records/hex.ts'

/** Who made a block and what it earned, as data: `evm/reward.ts` applies it. */
export interface RewardRules {
  /** Who is listed: the header's `miner`, or who signed the header. A header without difficulty comes after a merge: it has no seal, and `miner` counts. */
  readonly producer: 'miner' | 'seal'
  /** First block whose seal also covers the base fee, where the header has one. */
  readonly sealedBaseFeeFrom: number
  readonly issuance: Issuance
  readonly uncles: 'ethash' | 'classic' | 'none'
  /** Where the base fee goes. What is not the producer's is counted as burnt. */
  readonly baseFee: 'burnt' | 'to-producer' | 'redirected'
  /** Whether anything beyond the base fee reaches who is listed (or who receives the tips in its stead). */
  readonly tips: 'paid' | 'none'
  /** Who receives the tips from a block on, where that is not the producer. */
  readonly tipRecipients: readonly { readonly from: number; readonly address: Hex }[]
  /** Transaction types that pay nothing in the chain's own coin: deposits, system calls, fees in tokens. */
  readonly feelessTypes: readonly number[]
  /** Which blocks' reward cannot be known from blocks and receipts, and why. */
  readonly unknown: { readonly when: 'always' | 'before-merge' | { readonly beforeBlock: number }; readonly why: string } | undefined
  /** Which call at the end of a block pays the fees out, and so confirms the sum. */
  readonly payout: 'parlia' | undefined
}

export type Issuance =
  /** `wei` a block from block `from` on; ascending; nothing before the first. */
  | { readonly kind: 'steps'; readonly steps: readonly { readonly from: number; readonly wei: bigint }[] }
  /** `firstWei` a block, four fifths of it in each next era of `eraBlocks` blocks, counted from block 1. */
  | { readonly kind: 'eras'; readonly firstWei: bigint; readonly eraBlocks: number }
