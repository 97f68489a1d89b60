/**
 * How fast one endpoint is asked. There is no limit until the endpoint sets one: the first refusal turns the rate seen so far into a limit, each later one
 * lowers it, and answers raise it again slowly, up to the operator's cap.
 */
export interface Pace {
  /** Calls a second; infinite as long as the endpoint never refused. */
  limit: number
  readonly cap: number
  /** Calls that may be sent at once; negative after a batch larger than it. */
  tokens: number
  refilledAt: number
  raisedAt: number
  cutAt: number
  /** Calls sent in each of the last seconds, a ring. */
  readonly sent: Float64Array
  sentSecond: number
}

const raiseFactor = 1.05
/** A refusal costs more than a step up wins, so that the rate settles below the limit and not around it. */
const cutFactor = 0.8
/** One raise or cut an interval: a burst of answers (or refusals) to requests sent together is one observation. */
const adjustEveryMs = 1000
/** A limit never falls below this: an endpoint that refuses even so is cooled down, not asked ever more seldom. */
const minCallsPerSecond = 0.2
const burstSeconds = 0.25
const windowSeconds = 10

export const createPace = (cap: number | undefined, now: number): Pace => ({
  limit: cap ?? Number.POSITIVE_INFINITY,
  cap: cap ?? Number.POSITIVE_INFINITY,
  tokens: 1,
  refilledAt: now,
  raisedAt: now,
  cutAt: Number.NEGATIVE_INFINITY,
  sent: new Float64Array(windowSeconds),
  sentSecond: Math.floor(now / 1000),
})

const refill = (pace: Pace, now: number): void => {
  const burst = Math.max(1, pace.limit * burstSeconds)
  pace.tokens = Math.min(burst, pace.tokens + ((now - pace.refilledAt) / 1000) * pace.limit)
  pace.refilledAt = now
}

/** Milliseconds until the next request may be sent. */
export const paceDelay = (pace: Pace, now: number): number => {
  if (pace.limit === Number.POSITIVE_INFINITY) return 0
  refill(pace, now)
  return pace.tokens >= 1 ? 0 : Math.ceil(((1 - pace.tokens) / pace.limit) * 1000)
}

/** Most calls to send together: a batch counts as its calls, and more than a second's worth would be refused as a whole. */
export const paceBatch = (pace: Pace): number => Math.max(1, Math.floor(pace.limit))

const turnRing = (pace: Pace, now: number): number => {
  const second = Math.floor(now / 1000)
  for (let at = Math.max(pace.sentSecond + 1, second - windowSeconds + 1); at <= second; at++) pace.sent[at % windowSeconds] = 0
  pace.sentSecond = second
  return second % windowSeconds
}

export const paceSent = (pace: Pace, calls: number, now: number): void => {
  const at = turnRing(pace, now)
  pace.sent[at] = (pace.sent[at] ?? 0) + calls
  if (pace.limit === Number.POSITIVE_INFINITY) return
  refill(pace, now)
  pace.tokens -= calls
}

/** Calls a second over the last seconds. */
export const paceRate = (pace: Pace, now: number): number => {
  turnRing(pace, now)
  return pace.sent.reduce((sum, one) => sum + one, 0) / windowSeconds
}

export const paceAnswered = (pace: Pace, now: number): void => {
  if (pace.limit >= pace.cap || now - pace.raisedAt < adjustEveryMs || now - pace.cutAt < adjustEveryMs) return
  pace.limit = Math.min(pace.cap, pace.limit * raiseFactor)
  pace.raisedAt = now
}

export const paceRefused = (pace: Pace, now: number): void => {
  if (now - pace.cutAt < adjustEveryMs) return
  pace.cutAt = now
  const seen = Math.max(...pace.sent)
  const current = pace.limit === Number.POSITIVE_INFINITY ? Math.max(1, seen) : pace.limit
  pace.limit = Math.min(pace.cap, Math.max(minCallsPerSecond, current * cutFactor))
  pace.tokens = Math.min(pace.tokens, 0)
  pace.refilledAt = now
}
