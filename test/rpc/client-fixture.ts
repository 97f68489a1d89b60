import { afterEach } from 'vitest'
import type { ChainConfig, EndpointConfig } from '../../src/config/types.ts'
import { type ClientOptions, createChainClient } from '../../src/rpc/client.ts'
import { type Clock, systemClock } from '../../src/rpc/clock.ts'
import { RpcStuckError } from '../../src/rpc/errors.ts'
import type { ChainClient } from '../../src/rpc/port.ts'
import { type ScriptedNode, startScriptedNode } from './scripted-node.ts'

const chainConfig = (endpoints: readonly (string | Partial<EndpointConfig>)[], more: Partial<ChainConfig> = {}): ChainConfig => ({
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
  completeness: 'proven',
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

const clientOf = (
  endpoints: readonly (string | Partial<EndpointConfig>)[],
  options: ClientOptions = {},
  more: Partial<ChainConfig> = {},
): ChainClient => createChainClient(chainConfig(endpoints, more), { clock: skippingClock(), ...options })

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

/** A scripted node for one test. */
export const node = async (...setup: Parameters<typeof startScriptedNode>): Promise<ScriptedNode> => {
  const started = await startScriptedNode(...setup)
  opened.push(started)
  return started
}

/** A client for one test. */
export const client = (...given: Parameters<typeof clientOf>): ChainClient => {
  const made = clientOf(...given)
  opened.push(made)
  return made
}

export const stuck = async (work: Promise<unknown>): Promise<RpcStuckError> => {
  const error = await work.catch((reason: unknown) => reason)
  if (error instanceof RpcStuckError) return error
  throw new Error(`not stuck: ${String(error)}`)
}
