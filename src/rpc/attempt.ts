import type { Chain } from './chain.ts'
import { type Choice, choose, type Need } from './choose.ts'
import { jittered } from './clock.ts'
import { recover, sufferFault } from './consequence.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault, RpcStuckError, type Trial } from './errors.ts'
import { refreshHeads } from './heads.ts'
import { identify } from './identify.ts'
import { learnFrom } from './learn.ts'
import type { EndpointId, Sourced } from './port.ts'

/** Between two rounds over all endpoints; doubles each round. */
const firstPauseMs = 100
const longestPauseMs = 5000

/** Live work (heads, single blocks near the head) does not queue behind a backfill. */
type Urgency = 'live' | 'bulk'

interface Progress {
  readonly need: Need
  readonly startedAt: number
  readonly trials: Map<string, Trial>
  /** Who failed in this round. */
  readonly excluded: Set<EndpointId>
  rounds: number
}

/**
 * Has the work done by whichever endpoint can, going to another where one fails, waiting where all rest. Faults that call for a narrower range are thrown as
 * they are where the range can be narrowed; when every endpoint failed `rounds` times, or patience ran out, an `RpcStuckError` says what was tried.
 */
export const attempt = async <T>(
  chain: Chain,
  need: Need,
  urgency: Urgency,
  work: (endpoint: Endpoint) => Promise<T>,
  signal: AbortSignal = chain.closed,
): Promise<Sourced<T>> => {
  const progress: Progress = { need, startedAt: chain.clock.now(), trials: new Map(), excluded: new Set(), rounds: 0 }
  for (;;) {
    signal.throwIfAborted()
    chain.closed.throwIfAborted()
    const choice = choose(chain.endpoints, need, progress.excluded, chain.clock.now())
    if (!('take' in choice)) {
      await pause(chain, progress, choice, signal)
      continue
    }
    const endpoint = choice.take
    const release = urgency === 'bulk' ? await chain.gate.enter(signal) : undefined
    try {
      if (endpoint.identity !== 'right') {
        await identify(chain, endpoint)
        // Now that it has shown its head, it may turn out not to be the one to ask.
        continue
      }
      const value = await work(endpoint)
      recover(endpoint)
      return { value, source: endpoint.id }
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error
      fail(chain, endpoint, error, progress)
    } finally {
      release?.()
    }
  }
}

const fail = (chain: Chain, endpoint: Endpoint, fault: RpcFault, progress: Progress): void => {
  sufferFault(endpoint, fault, chain.clock)
  learnFrom(chain, endpoint, fault, progress.need)
  const key = `${endpoint.id} ${fault.kind}`
  progress.trials.set(key, {
    endpoint: endpoint.name,
    kind: fault.kind,
    message: fault.message,
    times: (progress.trials.get(key)?.times ?? 0) + 1,
  })
  chain.log.debug(fault.message, { fault: fault.kind, wanted: progress.need.what })
  if (progress.need.narrows && fault.asksForLess) throw fault
  // A refused rate is a matter of time, not a failure of the endpoint: it comes back after its rest.
  if (fault.kind !== 'rate') progress.excluded.add(endpoint.id)
}

const pause = async (chain: Chain, progress: Progress, choice: Exclude<Choice, { take: Endpoint }>, signal: AbortSignal): Promise<void> => {
  const waited = chain.clock.now() - progress.startedAt
  const stuck = (reason: string) => new RpcStuckError(chain.chainId, progress.need.what, reason, [...progress.trials.values()])
  if ('waitMs' in choice) {
    if (waited + choice.waitMs > chain.limits.patienceMs) throw stuck(`all endpoints rest for ${Math.ceil(choice.waitMs / 1000)} s or more`)
    await chain.clock.sleep(choice.waitMs, signal)
    return
  }
  if (choice.none === 'unsupported') throw stuck(`no endpoint supports ${progress.need.method ?? 'it'}`)
  if (choice.none === 'barred') throw stuck('every endpoint gave a wrong answer before')
  if (choice.none === 'pruned') throw stuck('no endpoint holds blocks that old')
  progress.rounds++
  if (progress.rounds >= (progress.need.rounds ?? chain.limits.rounds) || waited > chain.limits.patienceMs)
    throw stuck(choice.none === 'behind' ? 'no endpoint has shown the block yet' : `every endpoint failed (${progress.rounds} rounds)`)
  progress.excluded.clear()
  if (choice.none === 'behind') await refreshHeads(chain, signal)
  else await chain.clock.sleep(jittered(Math.min(longestPauseMs, firstPauseMs * 2 ** progress.rounds), chain.clock), signal)
}
