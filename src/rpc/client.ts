import type { ChainConfig, EndpointConfig } from '../config/types.ts'
import { createLogger, type Logger } from '../log/logger.ts'
import { fetchBlock, fetchHeader, fetchUncle } from './block.ts'
import { fetchBlocks } from './blocks.ts'
import { contractCalls } from './calls.ts'
import type { Chain, ChainLimits } from './chain.ts'
import { type Clock, systemClock } from './clock.ts'
import { sufferFault } from './consequence.ts'
import { createEndpoint, type Endpoint, healthOf } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { fetchFinalized } from './finalized.ts'
import { followHeads } from './follow.ts'
import { createGate } from './gate.ts'
import { highestHead } from './heads.ts'
import { httpTransport } from './http.ts'
import { fetchLogs, firstLogBlocks } from './logs.ts'
import { type Memory, recall, record } from './memory.ts'
import { endpointNames, scrubberOf } from './names.ts'
import type { ChainClient } from './port.ts'
import type { Transport, TransportLimits } from './transport.ts'
import { webSocketTransport } from './websocket.ts'

export interface ClientOptions {
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

export const createChainClient = (config: ChainConfig, options: ClientOptions = {}): ChainClient => {
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
    sizes: { bytesPerBlock: undefined, logBlocks: firstLogBlocks },
    remember: () => {
      if (options.memory) record(endpoints, options.memory)
    },
  }
  return {
    chainId: config.chainId,
    head: () => highestHead(chain),
    finalized: () => fetchFinalized(chain),
    header: (ref, how) => fetchHeader(chain, ref, how),
    blocks: (from, to, how) => fetchBlocks(chain, from, to, how),
    block: (ref, how) => fetchBlock(chain, ref, how),
    uncle: (blockHash, index, how) => fetchUncle(chain, blockHash, index, how),
    logs: (filter) => fetchLogs(chain, filter),
    calls: (calls) => contractCalls(chain, calls),
    follow: (onHead) => followHeads(chain, onHead),
    blame: (source, reason) => blame(chain, endpoints[source], reason),
    health: () => endpoints.map((endpoint) => healthOf(endpoint, clock)),
    close: async () => {
      closing.abort(new DOMException('the client is closed', 'AbortError'))
      await Promise.all(endpoints.map(({ transport }) => transport.close()))
    },
  }
}

const transportOf = (endpoint: EndpointConfig, limits: TransportLimits): Transport =>
  /^wss?:/.test(endpoint.url) ? webSocketTransport(endpoint, limits) : httpTransport(endpoint, limits)

const blame = (chain: Chain, endpoint: Endpoint | undefined, reason: string): void => {
  if (endpoint === undefined) return
  chain.log.warn(`${endpoint.name} is set aside: ${reason}`)
  sufferFault(endpoint, new RpcFault('blamed', endpoint.name, reason), chain.clock)
}
