import type { RpcBlock, RpcHeader, RpcLog, RpcReceipt } from '../evm/json-rpc.ts'
import type { Hex } from '../records/hex.ts'

/**
 * One chain as its nodes show it: several endpoints behind one client that picks, retries, slows down and remembers what each can do.
 * Answers are not checked here beyond their shape; each says which endpoint it came from, so that whoever checks can say whom to blame.
 */
export interface ChainClient {
  readonly chainId: number
  /** The newest block of the endpoint that has shown the highest one. */
  head(): Promise<Sourced<RpcHeader>>
  /** The `finalized` block; undefined where no endpoint knows the tag. */
  finalized(): Promise<Sourced<RpcHeader> | undefined>
  header(ref: number | Hex, options?: FetchOptions): Promise<Sourced<RpcHeader>>
  /** Headers alone, ascending from `from` to `to`, pipelined; yields each as soon as it and all before it have arrived. */
  headers(from: number, to: number, options?: FetchOptions): AsyncIterable<Sourced<RpcHeader>>
  /** Whole blocks with their receipts, ascending from `from` to `to`, pipelined; yields each as soon as it and all before it have arrived. */
  blocks(from: number, to: number, options?: FetchOptions): AsyncIterable<Sourced<BlockWithReceipts>>
  /** One block by number or hash, with its receipts asked for by its hash. */
  block(ref: number | Hex, options?: FetchOptions): Promise<Sourced<BlockWithReceipts>>
  uncle(blockHash: Hex, index: number, options?: FetchOptions): Promise<Sourced<RpcHeader>>
  /** Logs of a range below finality, cut to what endpoints allow, with the range's last header asked for in the same batch. Answers may cover less than asked: see `to`. */
  logs(filter: LogFilter): Promise<Sourced<{ readonly logs: readonly RpcLog[]; readonly to: number; readonly last: RpcHeader }>>
  /** Batched `eth_call` at the newest block; a revert or an endpoint's refusal is `undefined` for that call. */
  calls(calls: readonly { readonly to: Hex; readonly data: Hex }[]): Promise<readonly (Hex | undefined)[]>
  /** Announces new heads, by WebSocket where offered, by polling else; returns what ends it. */
  follow(onHead: (header: Sourced<RpcHeader>) => void): () => void
  /** What an endpoint sent did not check out: it is set aside for a while, and the fault is counted and shown. */
  blame(source: EndpointId, reason: string): void
  health(): readonly EndpointHealth[]
  close(): Promise<void>
}

export type EndpointId = number

export interface Sourced<T> {
  readonly value: T
  readonly source: EndpointId
}

export interface BlockWithReceipts {
  readonly block: RpcBlock
  /** Empty without a request where the block has no transactions. */
  readonly receipts: readonly RpcReceipt[]
}

export interface FetchOptions {
  /** Endpoints not to take it from: they gave a wrong answer before. */
  readonly not?: readonly EndpointId[]
  /** Times all endpoints are gone through where none has it; the client's own bound where absent. One, where that nobody has it is an answer. */
  readonly rounds?: number
  readonly signal?: AbortSignal
}

export interface LogFilter {
  readonly from: number
  readonly to: number
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
  readonly not?: readonly EndpointId[]
}

export interface EndpointHealth {
  readonly id: EndpointId
  /** The URL without anything secret in it. */
  readonly name: string
  readonly state: 'ok' | 'cooling' | 'parked' | 'down'
  readonly head: number | undefined
  readonly oldest: number | undefined
  readonly latencyMs: number | undefined
  readonly requestsPerSecond: number
  readonly rateCap: number | undefined
  readonly faults: Readonly<Record<string, number>>
  readonly lastFault: string | undefined
  readonly unsupported: readonly string[]
}
