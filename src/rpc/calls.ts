import type { Hex } from '../records/hex.ts'
import { askAll } from './ask.ts'
import { attempt } from './attempt.ts'
import type { Chain } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import type { ChainClient } from './port.ts'

type ContractCalls = Parameters<ChainClient['calls']>[0]

/** Calls of one request; an endpoint that takes fewer splits them further. */
const callsPerRequest = 100

/** `eth_call` at the newest block; undefined for each call that the contract or the endpoint refused. */
export const contractCalls = async (chain: Chain, calls: ContractCalls): Promise<readonly (Hex | undefined)[]> => {
  const results: (Hex | undefined)[] = []
  for (let at = 0; at < calls.length; at += callsPerRequest) {
    const part = calls.slice(at, at + callsPerRequest)
    const { value } = await attempt(chain, { what: `${part.length} contract calls`, method: 'eth_call' }, 'bulk', (endpoint) =>
      callsTo(chain, endpoint, part),
    )
    results.push(...value)
  }
  return results
}

const callsTo = async (chain: Chain, endpoint: Endpoint, calls: ContractCalls): Promise<readonly (Hex | undefined)[]> => {
  const { answers } = await askAll(
    chain,
    endpoint,
    calls.map((call) => ({ method: 'eth_call', params: [call, 'latest'] })),
  )
  return answers.map((answer) => {
    if ('value' in answer) return typeof answer.value === 'string' && answer.value.startsWith('0x') ? (answer.value as Hex) : undefined
    // Not of the contract: state that is not there, a method that is not offered. Another endpoint may have them.
    if (answer.fault.remedy === 'ask-another' || answer.fault.remedy === 'next-plan') throw answer.fault
    return undefined
  })
}
