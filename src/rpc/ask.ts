import type { Chain } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { type Answer, exchange } from './exchange.ts'
import type { Call } from './transport.ts'

/** Asks one endpoint several things; each answer is a value or its own fault. */
export const askAll = async (chain: Chain, endpoint: Endpoint, calls: readonly Call[], signal?: AbortSignal) =>
  exchange(endpoint, calls, { clock: chain.clock, timeoutMs: chain.limits.timeoutMs, taught: chain.remember }, signal)

/** Asks one endpoint one thing; throws its fault. */
export const ask = async (
  chain: Chain,
  endpoint: Endpoint,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> => {
  const { answers } = await askAll(chain, endpoint, [{ method, params }], signal)
  return takeValue(endpoint, answers[0])
}

export const takeValue = (endpoint: Endpoint, answer: Answer | undefined): unknown => {
  if (answer === undefined) throw new RpcFault('malformed', endpoint.name, 'an answer is missing')
  if ('fault' in answer) throw answer.fault
  return answer.value
}
