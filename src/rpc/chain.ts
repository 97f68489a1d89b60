import type { RpcBlock } from '../evm/json-rpc.ts'
import type { Logger } from '../log/logger.ts'
import type { Clock } from './clock.ts'
import type { Endpoint } from './endpoint.ts'
import type { Gate } from './gate.ts'

/** What the parts of one chain's client share. */
export interface Chain {
  readonly chainId: number
  readonly endpoints: readonly Endpoint[]
  readonly clock: Clock
  readonly log: Logger
  readonly gate: Gate
  readonly limits: ChainLimits
  /** Aborts with the client. */
  readonly closed: AbortSignal
  readonly sizes: Sizes
  /** Called when an endpoint taught something. */
  readonly remember: () => void
}

export interface ChainLimits {
  /** Requests under way at once. */
  readonly concurrency: number
  /** A request without a whole answer by then is given up. */
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  /** How often all endpoints are gone through for one thing. */
  readonly rounds: number
  /** How long one thing is waited for while endpoints rest. */
  readonly patienceMs: number
}

/** What blocks and logs of the chain have weighed lately: decides how many go into one request. */
export interface Sizes {
  bytesPerBlock: number | undefined
  bytesPerHeader: number | undefined
  /** Blocks in one range of logs, as dense as they are around here; grows again with every answer. */
  logBlocks: number
}

export const quantity = (value: number): `0x${string}` => `0x${value.toString(16)}`

export const blockNumberOf = (block: Pick<RpcBlock, 'number'>): number => Number(block.number)
