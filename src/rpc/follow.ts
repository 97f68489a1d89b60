import type { RpcHeader } from '../evm/json-rpc.ts'
import { blockNumberOf, type Chain } from './chain.ts'
import { jittered } from './clock.ts'
import { sufferFault } from './consequence.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { resting, showHead } from './heads.ts'
import { identify } from './identify.ts'
import type { Sourced } from './port.ts'
import { headerFrom } from './shapes.ts'

/** A node on this machine costs nothing to ask; a distant one may be paid by the call. */
const localPollMs = { first: 100, least: 100, most: 250 } as const
const remotePollMs = { first: 1000, least: 500, most: 4000 } as const
/** While heads are announced, a look now and then shows whether the announcements have silently stopped. */
const guardPollMs = 10_000
const reconnectMs = 2000
/** Every so many polls another endpoint is asked, so that one that is stuck is noticed. */
const othersEvery = 4

interface Following {
  readonly chain: Chain
  readonly signal: AbortSignal
  readonly announce: (head: Sourced<RpcHeader>) => void
  announcing: number
  blockMs: number | undefined
  polls: number
}

/** Calls back for each new head until the returned function is called. */
export const followHeads = (chain: Chain, onHead: (header: Sourced<RpcHeader>) => void): (() => void) => {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, chain.closed])
  let last: Sourced<RpcHeader> | undefined
  const following: Following = {
    chain,
    signal,
    announcing: 0,
    blockMs: undefined,
    polls: 0,
    announce: (head) => {
      if (signal.aborted || !isNews(head, last)) return
      noteBlockTime(following, head.value, last?.value)
      last = head
      onHead(head)
    },
  }
  for (const endpoint of chain.endpoints) if (endpoint.transport.heads) void listen(following, endpoint)
  void poll(following)
  return () => stop.abort()
}

/** Endpoints differ in height. From the one that spoke last anything new is news, as its chain may have changed; from another only what is higher. */
const isNews = (head: Sourced<RpcHeader>, last: Sourced<RpcHeader> | undefined): boolean => {
  if (last === undefined) return true
  if (head.value.hash === last.value.hash) return false
  return head.source === last.source || blockNumberOf(head.value) > blockNumberOf(last.value)
}

const noteBlockTime = (following: Following, head: RpcHeader, before: RpcHeader | undefined): void => {
  if (before === undefined || blockNumberOf(head) <= blockNumberOf(before)) return
  const ms = ((Number(head.timestamp) - Number(before.timestamp)) * 1000) / (blockNumberOf(head) - blockNumberOf(before))
  following.blockMs = following.blockMs === undefined ? ms : following.blockMs * 0.8 + ms * 0.2
}

const listen = async (following: Following, endpoint: Endpoint): Promise<void> => {
  const { chain, signal } = following
  while (!signal.aborted) {
    let announced = false
    try {
      await identify(chain, endpoint)
      await endpoint.transport.heads?.((value) => {
        if (!heard(following, endpoint, value) || announced) return
        announced = true
        following.announcing++
      }, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof RpcFault) sufferFault(endpoint, error, chain.clock)
      chain.log.info(`${endpoint.name} stopped announcing heads; polling until it is back`)
    } finally {
      if (announced) following.announcing--
    }
    await pause(following, jittered(reconnectMs, chain.clock))
  }
}

/** Passes on what an endpoint announced, if it is a header. */
const heard = ({ chain, announce }: Following, endpoint: Endpoint, value: RpcHeader): boolean => {
  try {
    const header = headerFrom(endpoint, value)
    endpoint.head = blockNumberOf(header)
    announce({ value: header, source: endpoint.id })
    return true
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    sufferFault(endpoint, error, chain.clock)
    return false
  }
}

const poll = async (following: Following): Promise<void> => {
  const { chain, signal, announce } = following
  while (!signal.aborted) {
    const endpoint = nextPolled(following)
    if (endpoint) {
      try {
        announce(await showHead(chain, endpoint, signal))
      } catch (error) {
        if (!signal.aborted && !(error instanceof RpcFault)) chain.log.warn(`polling for heads: ${String(error)}`)
      }
    }
    await pause(following, following.announcing > 0 ? guardPollMs : pollMs(following, endpoint))
  }
}

/** Mostly the one that is highest; in turn the others. */
const nextPolled = (following: Following): Endpoint | undefined => {
  const awake = following.chain.endpoints.filter((endpoint) => !resting(following.chain, endpoint))
  const turn = following.polls++
  if (turn % othersEvery === othersEvery - 1) return awake[Math.floor(turn / othersEvery) % awake.length]
  return awake.reduce<Endpoint | undefined>(
    (best, one) => (best === undefined || (one.head ?? -1) > (best.head ?? -1) ? one : best),
    undefined,
  )
}

const pollMs = ({ blockMs }: Following, endpoint: Endpoint | undefined): number => {
  const bounds = endpoint && /^\w+:\/\/(localhost|127\.|\[::1\])/.test(endpoint.name) ? localPollMs : remotePollMs
  return blockMs === undefined ? bounds.first : Math.max(bounds.least, Math.min(bounds.most, blockMs / 4))
}

const pause = async ({ chain, signal }: Following, ms: number): Promise<void> => {
  try {
    await chain.clock.sleep(ms, signal)
  } catch {
    // Only the signal ends a pause early, and the loops look at it themselves.
  }
}
