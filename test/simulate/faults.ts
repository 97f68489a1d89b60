import type { LieName } from './lies.ts'
import type { densityTexts, rangeTexts } from './limits.ts'

/** When a fault strikes; always where nothing is said. Whether chance strikes depends on the seed, the call and how often it was made, never on the clock. */
export interface When {
  readonly methods?: readonly string[]
  readonly probability?: number
  /** At most so often. */
  readonly times?: number
  /** Only calls that name a block in this range. */
  readonly blocks?: { readonly from: number; readonly to: number }
}

export type Fault = { readonly when?: When } & (
  | TransportFault
  | ViewFault
  | AnswerFault
  | { readonly kind: 'batch'; readonly quirk: BatchQuirk }
)

/** Before or instead of an answer. */
type TransportFault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  /** The request is taken and never answered. */
  | { readonly kind: 'stall' }
  /** The connection ends in the middle of the answer. */
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** More calls a second than this are refused with 429. The one fault that reads the clock. */
  | { readonly kind: 'rate'; readonly perSecond: number; readonly retryAfterSeconds?: number }

/** A view of the chain that is not the newest or not the whole. */
export type ViewFault =
  | { readonly kind: 'lag'; readonly blocks: number }
  /** A balancer over nodes of different height: each call sees a head up to so many blocks old. */
  | { readonly kind: 'flicker'; readonly blocks: number }
  /** Claims a head it cannot show. */
  | { readonly kind: 'boast'; readonly blocks: number }
  /** History below a block is gone: said so (code 4444), null, or kept without receipts and logs, which then come back empty. */
  | { readonly kind: 'prune'; readonly below: number; readonly answer: 'code' | 'null' | 'empty' }
  /** Orphaned blocks are gone at once. */
  | { readonly kind: 'forget' }
  /** One block, or so many that fit each other, replaced by others that are whole in themselves, roots and hashes and all, and on no chain. */
  | { readonly kind: 'forge'; readonly block: number; readonly blocks?: number }
  | { readonly kind: 'chain'; readonly chainId: number }

/** An answer that is an error, nothing, or false. */
type AnswerFault =
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'null' }
  | { readonly kind: 'range'; readonly blocks: number; readonly text: keyof typeof rangeTexts; readonly inData?: boolean }
  | { readonly kind: 'density'; readonly logs: number; readonly text: keyof typeof densityTexts }
  /** A receipt without `effectiveGasPrice`, as old nodes send it. */
  | { readonly kind: 'old receipts' }
  | { readonly kind: 'lie'; readonly lie: LieName }

/** How the envelope of a batch can surprise. */
export type BatchQuirk =
  | 'shuffled'
  | 'ids as strings'
  | 'errors without id'
  | 'one error for all'
  | 'one answer missing'
  /** A batch of more than ten is refused. */
  | 'at most ten'
