import type { ChainConfig } from '../config/types.ts'
import type { Hex } from '../records/hex.ts'

/**
 * The demo chain: a real node on this machine, with several block producers and one token contract that never rests. What a stranger sees first,
 * and what tests use where only a real node will do. `startDemo` in `demo/start.ts` starts it.
 */
export interface Demo {
  readonly chainId: number
  readonly rpcUrl: string
  /** The chain as configuration: hand it to the service as if an operator had written it. */
  readonly chain: ChainConfig
  /** The ERC-1155 contract. */
  readonly contract: Hex
  /** Who hold and move the tokens; the first has rows from the start. */
  readonly holders: readonly Hex[]
  /** Who make the blocks, in turn. */
  readonly producers: readonly Hex[]
  /** First queries worth asking, most telling first. */
  readonly queries: readonly DemoQuery[]
  /** Settles when the chain is no more: with nothing after `stop`, with the reason where the node ended by itself. */
  readonly ended: Promise<Error | undefined>
  /** Ends the node and waits until it is gone; may be called twice. */
  stop(): Promise<void>
}

export interface DemoQuery {
  readonly title: string
  /** Parameters of `/v2/api`, without the key. */
  readonly parameters: Readonly<Record<string, string>>
}

export interface DemoOptions {
  /** Ends the demo as `stop` does. */
  readonly signal?: AbortSignal
  /** Takes what the demo has to say, a line at a time. */
  readonly log: (line: string) => void
  /** The same seed moves the same tokens in the same order. */
  readonly seed?: number
  /** Seconds between blocks once the history is there. */
  readonly blockTimeSeconds?: number
}

/** A query as a line to paste into a shell. */
export const curlLine = (baseUrl: string, key: string, query: DemoQuery): string => {
  const parameters = new URLSearchParams({ ...query.parameters, apikey: key })
  return `curl '${baseUrl.replace(/\/$/, '')}/v2/api?${parameters}'`
}
