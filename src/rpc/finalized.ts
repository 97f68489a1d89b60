import type { RpcHeader } from '../evm/json-rpc.ts'
import { ask } from './ask.ts'
import { attempt } from './attempt.ts'
import type { Chain } from './chain.ts'
import { type Endpoint, supportsMethod } from './endpoint.ts'
import { RpcFault, RpcStuckError } from './errors.ts'
import type { FaultKind } from './faults.ts'
import type { Sourced } from './port.ts'
import { headerFrom } from './shapes.ts'

/** Remembered like a method: an endpoint either knows the tag or does not. */
export const finalizedTag = 'tag finalized'

/** What nodes that do not know the tag answer. */
const tagFaults: readonly FaultKind[] = ['rejected', 'unsupported']

/** The finalized block; undefined where no endpoint knows the tag, or the chain is too young to have one. */
export const fetchFinalized = async (chain: Chain): Promise<Sourced<RpcHeader> | undefined> => {
  try {
    const { value, source } = await attempt(chain, { what: 'the finalized block', method: finalizedTag }, 'live', (endpoint) =>
      finalizedOf(chain, endpoint),
    )
    return value === undefined ? undefined : { value, source }
  } catch (error) {
    if (error instanceof RpcStuckError && isUnknown(chain, error)) return undefined
    throw error
  }
}

/**
 * That nobody knows the tag is an answer; that nobody could be asked is not. Some nodes answer a tag they do not know with an error that says nothing: no
 * tag, as far as can be told today.
 */
const isUnknown = (chain: Chain, { trials }: RpcStuckError): boolean =>
  trials.length === 0
    ? chain.endpoints.every((endpoint) => !supportsMethod(endpoint, finalizedTag, chain.clock.now()))
    : trials.every(({ kind }) => kind === 'unsupported' || kind === 'server')

const finalizedOf = async (chain: Chain, endpoint: Endpoint): Promise<RpcHeader | undefined> => {
  try {
    const value = await ask(chain, endpoint, 'eth_getBlockByNumber', ['finalized', false])
    return value === null ? undefined : headerFrom(endpoint, value)
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    if (error.kind === 'behind') return undefined
    throw tagFaults.includes(error.kind) ? new RpcFault('unsupported', endpoint.name, error.message, { method: finalizedTag }) : error
  }
}
