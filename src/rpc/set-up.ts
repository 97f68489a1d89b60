import type { ChainConfig, EndpointConfig } from '../config/types.ts'
import { createLogger, type Logger } from '../log/logger.ts'
import type { Chain, ChainLimits } from './chain.ts'
import { type Clock, systemClock } from './clock.ts'
import { createEndpoint } from './endpoint.ts'
import { createGate } from './gate.ts'
import { httpTransport } from './http.ts'
import { firstLogBlocks } from './logs.ts'
import { type Memory, recall, record } from './memory.ts'
import { endpointNames, scrubberOf } from './names.ts'
import type { Transport, TransportLimits } from './transport.ts'
import { webSocketTransport } from './websocket.ts'

export interface ChainOptions {
  readonly log?: Logger
  readonly clock?: Clock
  readonly limits?: Partial<ChainLimits>
  /** Keeps what endpoints taught from one run to the next. */
  readonly memory?: Memory
}

/** A block of a busy chain with its receipts has a few MB; ten times that is a fault of the node, or no node. */
const maxBodyBytes = 128_000_000

const defaultLimits: Omit<ChainLimits, 'concurrency'> = { timeoutMs: 30_000, maxBodyBytes, rounds: 6, patienceMs: 120_000 }

const silent = createLogger({ level: 'error', format: 'json', write: () => {} })

/** Connections beyond the pipelined requests, for heads and single blocks. */
const liveConnections = 4

/** The chain with its endpoints, and what closes them. */
export const setUpChain = (
  config: ChainConfig,
  options: ChainOptions = {},
): { readonly chain: Chain; readonly close: () => Promise<void> } => {
  const clock = options.clock ?? systemClock
  const limits: ChainLimits = { concurrency: config.concurrency, ...defaultLimits, ...options.limits }
  const names = endpointNames(config.endpoints.map(({ url }) => url))
  const endpoints = config.endpoints.map((endpoint, id) =>
    createEndpoint(
      id,
      names[id] ?? '',
      endpoint,
      transportOf(endpoint, { ...limits, connections: limits.concurrency + liveConnections }),
      scrubberOf(endpoint),
      clock.now(),
    ),
  )
  if (options.memory) recall(endpoints, options.memory, clock)
  const closing = new AbortController()
  const chain: Chain = {
    chainId: config.chainId,
    endpoints,
    clock,
    log: (options.log ?? silent).with({ chain: config.chainId }),
    gate: createGate(limits.concurrency),
    limits,
    closed: closing.signal,
    sizes: { bytesPerBlock: undefined, bytesPerHeader: undefined, logBlocks: firstLogBlocks },
    remember: () => {
      if (options.memory) record(endpoints, options.memory)
    },
  }
  const close = async (): Promise<void> => {
    closing.abort(new DOMException('the client is closed', 'AbortError'))
    await Promise.all(endpoints.map(({ transport }) => transport.close()))
  }
  return { chain, close }
}

const transportOf = (endpoint: EndpointConfig, limits: TransportLimits): Transport =>
  /^wss?:/.test(endpoint.url) ? webSocketTransport(endpoint, limits) : httpTransport(endpoint, limits)
