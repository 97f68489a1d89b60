import { ask } from './ask.ts'
import { blockNumberOf, type Chain } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { chainIdFrom, headerFrom } from './shapes.ts'

/** Makes sure, once, that an endpoint serves the chain it is configured for, and has it show its head. Another chain's blocks would pass every check of their own. */
export const identify = async (chain: Chain, endpoint: Endpoint): Promise<void> => {
  if (endpoint.identity === 'right') return
  endpoint.identifying ??= check(chain, endpoint).finally(() => {
    endpoint.identifying = undefined
  })
  await endpoint.identifying
}

const check = async (chain: Chain, endpoint: Endpoint): Promise<void> => {
  const chainId = chainIdFrom(endpoint, await ask(chain, endpoint, 'eth_chainId', [], chain.closed))
  if (chainId !== chain.chainId) {
    // It is asked again and again, since a gateway can be put right; once is enough to be told.
    if (endpoint.identity !== 'wrong')
      chain.log.warn(`${endpoint.name} serves chain ${chainId}, not chain ${chain.chainId}: it is not used`)
    endpoint.identity = 'wrong'
    throw new RpcFault('wrong-chain', endpoint.name, `serves chain ${chainId}, not chain ${chain.chainId}`)
  }
  const head = headerFrom(endpoint, await ask(chain, endpoint, 'eth_getBlockByNumber', ['latest', false], chain.closed))
  endpoint.head = blockNumberOf(head)
  endpoint.identity = 'right'
}
