import { type Endpoint, supportsMethod } from './endpoint.ts'
import { paceDelay } from './pace.ts'
import type { EndpointId } from './port.ts'

/** What an endpoint must have to be asked. */
export interface Need {
  /** For messages: "blocks 5 to 9". */
  readonly what: string
  readonly from?: number
  readonly to?: number
  readonly method?: string
  readonly not?: readonly EndpointId[]
  /** How often all endpoints are gone through, where that is not as often as usual. */
  readonly rounds?: number
  /** Whether asking for less is an option: faults that say so are then the caller's. */
  readonly narrows?: true
}

export type Choice =
  | { readonly take: Endpoint }
  /** All that could be asked rest or wait for their turn. */
  | { readonly waitMs: number }
  /** Nobody has shown the block yet. */
  | { readonly none: 'behind' }
  /** Nobody has it, or nobody is left to ask. */
  | { readonly none: 'pruned' | 'unsupported' | 'barred' | 'excluded' }

/** A belief about pruning is checked again after this long: nodes are resynced and replaced. */
const oldestBelievedMs = 10 * 60_000
/** Where nobody else is left, one that said it has pruned the block is asked again after this long: behind a balancer, another node may answer. */
const statedBelievedMs = 30_000
/** The latency of an endpoint that is not asked fades by half in this time, so that it gets another chance. */
const latencyHalfLifeMs = 30_000

/** The endpoint to ask: of those that can know the answer, the one that is likely to give it soonest. */
export const choose = (endpoints: readonly Endpoint[], need: Need, excluded: ReadonlySet<EndpointId>, now: number): Choice => {
  const able = endpoints.filter((endpoint) => need.method === undefined || supportsMethod(endpoint, need.method, now))
  if (able.length === 0) return { none: 'unsupported' }
  const allowed = able.filter((endpoint) => !need.not?.includes(endpoint.id))
  if (allowed.length === 0) return { none: 'barred' }
  const left = allowed.filter((endpoint) => !excluded.has(endpoint.id))
  if (left.length === 0) return { none: 'excluded' }
  const high = left.filter((endpoint) => reaches(endpoint, need))
  if (high.length === 0) return { none: 'behind' }
  const holding = high.filter((endpoint) => !lacks(endpoint, need, now, false))
  const candidates = holding.length > 0 ? holding : high.filter((endpoint) => !lacks(endpoint, need, now, true))
  if (candidates.length === 0) return { none: 'pruned' }
  return soonest(candidates, now)
}

/** An endpoint that was never asked has shown nothing: taking it means asking for its head first. */
const reaches = (endpoint: Endpoint, { to }: Need): boolean =>
  to === undefined || endpoint.identity !== 'right' || (endpoint.head ?? -1) >= to

/** What a node that keeps no history keeps all the same. */
const recentBlocks = 128

const lacks = ({ learned, config, head }: Endpoint, { from }: Need, now: number, onlyStated: boolean): boolean => {
  if (from === undefined || config.archive === true) return false
  if (config.archive === false && !onlyStated && from < (head ?? 0) - recentBlocks) return true
  if (learned.oldest === undefined) return false
  if (onlyStated && !learned.oldest.stated) return false
  return from < learned.oldest.block && now - learned.oldest.learnedAt < (onlyStated ? statedBelievedMs : oldestBelievedMs)
}

const soonest = (candidates: readonly Endpoint[], now: number): Choice => {
  let best: Endpoint | undefined
  let bestScore = Number.POSITIVE_INFINITY
  let waitMs = Number.POSITIVE_INFINITY
  for (const endpoint of candidates) {
    const wait = Math.max((endpoint.rest?.until ?? 0) - now, paceDelay(endpoint.pace, now))
    if (wait > 0) {
      waitMs = Math.min(waitMs, wait)
      continue
    }
    const faded = (endpoint.latencyMs ?? 0) * 0.5 ** ((now - endpoint.usedAt) / latencyHalfLifeMs)
    const score = (faded + 1) * (endpoint.inFlight + 1)
    if (score < bestScore) {
      best = endpoint
      bestScore = score
    }
  }
  return best ? { take: best } : { waitMs }
}
