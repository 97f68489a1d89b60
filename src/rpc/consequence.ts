import { type Clock, jittered } from './clock.ts'
import { type Endpoint, noteFault } from './endpoint.ts'
import type { RpcFault } from './errors.ts'
import { paceRefused } from './pace.ts'

const firstRestMs = 100
const longestRestMs = 30_000
/** Wrong keys and wrong addresses are put right by hand, not by waiting. */
const accessParkMs = 10 * 60_000
/** A monthly allowance does not come back within the hour. */
const billingParkMs = 60 * 60_000
/** An endpoint whose answer did not check out may be mid-way through a reorganisation: others go first for a while. */
const blamedRestMs = 60_000
/** However far in the future a `Retry-After` lies, the endpoint is tried again by then. */
const longestRetryAfterMs = 10 * 60_000

/** Counts the fault, and rests, slows or parks the endpoint as the kind asks for. */
export const sufferFault = (endpoint: Endpoint, fault: RpcFault, clock: Clock): void => {
  noteFault(endpoint, fault)
  const now = clock.now()
  if (fault.remedy === 'park') {
    const ms = fault.kind === 'billing' ? billingParkMs : accessParkMs
    endpoint.rest = { until: now + Math.max(ms, fault.retryAfterMs ?? 0), parked: true }
    return
  }
  if (fault.remedy !== 'back-off') return
  if (fault.kind === 'rate') paceRefused(endpoint.pace, now)
  else endpoint.strikes++
  const backOff =
    fault.kind === 'blamed' ? blamedRestMs : jittered(Math.min(longestRestMs, firstRestMs * 2 ** Math.min(endpoint.strikes, 20)), clock)
  const asked = Math.min(longestRetryAfterMs, fault.retryAfterMs ?? 0)
  rest(endpoint, now + Math.max(backOff, asked))
}

const rest = (endpoint: Endpoint, until: number): void => {
  if (endpoint.rest === undefined || endpoint.rest.until < until) endpoint.rest = { until, parked: endpoint.rest?.parked ?? false }
}

export const recover = (endpoint: Endpoint): void => {
  endpoint.strikes = 0
}
