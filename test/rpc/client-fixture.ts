import type { ChainConfig, EndpointConfig } from '../../src/config/types.ts'
import { type ClientOptions, createChainClient } from '../../src/rpc/client.ts'
import { type Clock, systemClock } from '../../src/rpc/clock.ts'
import type { ChainClient } from '../../src/rpc/port.ts'

export const chainConfig = (endpoints: readonly (string | Partial<EndpointConfig>)[], more: Partial<ChainConfig> = {}): ChainConfig => ({
  chainId: 1,
  endpoints: endpoints.map((one) => ({
    url: '',
    headers: {},
    rateCap: undefined,
    archive: undefined,
    ...(typeof one === 'string' ? { url: one } : one),
  })),
  startBlock: 0,
  index: ['transfers', 'blocks'],
  finalityDepth: undefined,
  concurrency: 8,
  quirks: [],
  custom: undefined,
  ...more,
})

export interface SkippingClock extends Clock {
  /** Every pause that was asked for. */
  readonly slept: number[]
}

/** A clock whose pauses take no time: it jumps ahead by them. Real time passes on top, as requests are real. */
export const skippingClock = (): SkippingClock => {
  let skipped = 0
  const slept: number[] = []
  return {
    slept,
    now: () => systemClock.now() + skipped,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
      skipped += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
    random: () => 0.5,
  }
}

export const clientOf = (
  endpoints: readonly (string | Partial<EndpointConfig>)[],
  options: ClientOptions = {},
  more: Partial<ChainConfig> = {},
): ChainClient => createChainClient(chainConfig(endpoints, more), { clock: skippingClock(), ...options })

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
