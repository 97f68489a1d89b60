import type { EndpointConfig } from '../config/types.ts'
import type { Clock } from './clock.ts'
import type { RpcFault } from './errors.ts'
import type { FaultKind } from './faults.ts'
import { createPace, type Pace, paceRate } from './pace.ts'
import type { EndpointHealth, EndpointId } from './port.ts'
import type { Transport } from './transport.ts'

/** What an endpoint taught about itself; kept as long as the client, and longer where a `Memory` is given. */
interface Learned {
  /** Most calls in one batch. */
  batchCalls: number
  /** Widest range of `eth_getLogs`, both ends counted. Only ever tightens. */
  rangeBlocks: number
  /** Methods it refused, with when. */
  readonly unsupported: Map<string, number>
  /** Lowest block it has. Where it said so itself, it is not asked below; where empty answers suggest it, others are asked first. */
  oldest: { readonly block: number; readonly stated: boolean; readonly learnedAt: number } | undefined
}

/** One node of a chain and what is known of it. */
export interface Endpoint {
  readonly id: EndpointId
  readonly name: string
  readonly config: EndpointConfig
  readonly transport: Transport
  readonly scrub: (text: string) => string
  readonly pace: Pace
  readonly learned: Learned
  /** Whether it answered with the right chain id. */
  identity: 'unknown' | 'right' | 'wrong'
  identifying: Promise<void> | undefined
  /** The newest block it has shown. */
  head: number | undefined
  latencyMs: number | undefined
  usedAt: number
  inFlight: number
  nextId: number
  rest: { readonly until: number; readonly parked: boolean } | undefined
  /** Faults since the last answer. */
  strikes: number
  readonly faults: Map<FaultKind, number>
  lastFault: string | undefined
}

/** What public nodes commonly take in one batch. */
const defaultBatchCalls = 100

export const createEndpoint = (
  id: EndpointId,
  name: string,
  config: EndpointConfig,
  transport: Transport,
  scrub: (text: string) => string,
  now: number,
): Endpoint => ({
  id,
  name,
  config,
  transport,
  scrub,
  pace: createPace(config.rateCap, now),
  learned: { batchCalls: defaultBatchCalls, rangeBlocks: Number.POSITIVE_INFINITY, unsupported: new Map(), oldest: undefined },
  identity: 'unknown',
  identifying: undefined,
  head: undefined,
  latencyMs: undefined,
  usedAt: now,
  inFlight: 0,
  nextId: 1,
  rest: undefined,
  strikes: 0,
  faults: new Map(),
  lastFault: undefined,
})

/** A refused method is tried again after this long: nodes are updated, and some balancers speak for a node that is only starting. */
const unsupportedMs = 60 * 60_000

export const supportsMethod = ({ learned }: Endpoint, method: string, now: number): boolean => {
  const refusedAt = learned.unsupported.get(method)
  return refusedAt === undefined || now - refusedAt > unsupportedMs
}

/** Weight of the newest observation: about the last ten requests count. */
const latencyWeight = 0.2

export const noteLatency = (endpoint: Endpoint, ms: number): void => {
  endpoint.latencyMs = endpoint.latencyMs === undefined ? ms : endpoint.latencyMs + (ms - endpoint.latencyMs) * latencyWeight
}

export const noteFault = (endpoint: Endpoint, fault: RpcFault): void => {
  endpoint.faults.set(fault.kind, (endpoint.faults.get(fault.kind) ?? 0) + 1)
  endpoint.lastFault = fault.message
}

/** An endpoint that failed this often in a row is shown as down, not merely resting. */
const downStrikes = 5

export const healthOf = (endpoint: Endpoint, { now }: Clock): EndpointHealth => {
  const time = now()
  const resting = endpoint.rest !== undefined && endpoint.rest.until > time ? endpoint.rest : undefined
  const down = endpoint.identity === 'wrong' || endpoint.strikes >= downStrikes
  return {
    id: endpoint.id,
    name: endpoint.name,
    state: down ? 'down' : resting?.parked ? 'parked' : resting ? 'cooling' : 'ok',
    head: endpoint.head,
    oldest: endpoint.learned.oldest?.block,
    latencyMs: endpoint.latencyMs,
    requestsPerSecond: paceRate(endpoint.pace, time),
    rateCap: Number.isFinite(endpoint.pace.limit) ? endpoint.pace.limit : undefined,
    faults: Object.fromEntries(endpoint.faults),
    lastFault: endpoint.lastFault,
    unsupported: [...endpoint.learned.unsupported.keys()],
  }
}
