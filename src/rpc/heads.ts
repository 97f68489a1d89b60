import type { RpcHeader } from '../evm/json-rpc.ts'
import { ask } from './ask.ts'
import { blockNumberOf, type Chain } from './chain.ts'
import { recover, sufferFault } from './consequence.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault, RpcStuckError, type Trial } from './errors.ts'
import { identify } from './identify.ts'
import type { Sourced } from './port.ts'
import { headerFrom } from './shapes.ts'

/** An endpoint asked for its head more often than this would only repeat itself. */
const refreshEveryMs = 200

/** Asks one endpoint for its newest block and remembers how high it is. */
export const showHead = async (chain: Chain, endpoint: Endpoint, signal?: AbortSignal): Promise<Sourced<RpcHeader>> => {
  try {
    await identify(chain, endpoint)
    const header = headerFrom(endpoint, await ask(chain, endpoint, 'eth_getBlockByNumber', ['latest', false], signal))
    endpoint.head = blockNumberOf(header)
    recover(endpoint)
    return { value: header, source: endpoint.id }
  } catch (error) {
    if (error instanceof RpcFault) sufferFault(endpoint, error, chain.clock)
    throw error
  }
}

export const resting = (chain: Chain, endpoint: Endpoint): boolean => (endpoint.rest?.until ?? 0) > chain.clock.now()

/** The highest head any endpoint shows now. Those that fail are passed over as long as one answers. */
export const highestHead = async (chain: Chain, signal?: AbortSignal): Promise<Sourced<RpcHeader>> => {
  const awake = chain.endpoints.filter((endpoint) => !resting(chain, endpoint))
  const shown = await Promise.allSettled((awake.length > 0 ? awake : chain.endpoints).map((endpoint) => showHead(chain, endpoint, signal)))
  const heads = shown.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const best = heads.reduce<Sourced<RpcHeader> | undefined>(
    (high, one) => (high === undefined || blockNumberOf(one.value) > blockNumberOf(high.value) ? one : high),
    undefined,
  )
  if (best) return best
  throw failureOf(chain, shown)
}

const failureOf = (chain: Chain, shown: readonly PromiseSettledResult<unknown>[]): unknown => {
  const reasons = shown.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const other = reasons.find((reason) => !(reason instanceof RpcFault))
  if (other !== undefined) return other
  const trials = reasons.flatMap((reason): Trial[] =>
    reason instanceof RpcFault ? [{ endpoint: reason.endpoint, kind: reason.kind, message: reason.message, times: 1 }] : [],
  )
  return new RpcStuckError(chain.chainId, 'the head', 'no endpoint answered', trials)
}

/** Looks whether a block that nobody had shown has arrived, after a moment. */
export const refreshHeads = async (chain: Chain, signal?: AbortSignal): Promise<void> => {
  await chain.clock.sleep(refreshEveryMs, signal)
  try {
    await highestHead(chain, signal)
  } catch (error) {
    if (!(error instanceof RpcStuckError)) throw error
  }
}
