import type { ChainConfig } from '../config/types.ts'
import { fetchBlock, fetchHeader, fetchUncle } from './block.ts'
import { fetchBlocks, fetchHeaders } from './blocks.ts'
import { contractCalls } from './calls.ts'
import type { Chain } from './chain.ts'
import { sufferFault } from './consequence.ts'
import { type Endpoint, healthOf } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { fetchFinalized } from './finalized.ts'
import { followHeads } from './follow.ts'
import { highestHead } from './heads.ts'
import { fetchLogs } from './logs.ts'
import type { ChainClient } from './port.ts'
import { type ChainOptions, setUpChain } from './set-up.ts'

export type ClientOptions = ChainOptions

export const createChainClient = (config: ChainConfig, options: ClientOptions = {}): ChainClient => {
  const { chain, close } = setUpChain(config, options)
  const { endpoints, clock } = chain
  return {
    chainId: config.chainId,
    head: () => highestHead(chain),
    finalized: () => fetchFinalized(chain),
    header: (ref, how) => fetchHeader(chain, ref, how),
    headers: (from, to, how) => fetchHeaders(chain, from, to, how),
    blocks: (from, to, how) => fetchBlocks(chain, from, to, how),
    block: (ref, how) => fetchBlock(chain, ref, how),
    uncle: (blockHash, index, how) => fetchUncle(chain, blockHash, index, how),
    logs: (filter) => fetchLogs(chain, filter),
    calls: (calls) => contractCalls(chain, calls),
    follow: (onHead) => followHeads(chain, onHead),
    blame: (source, reason) => blame(chain, endpoints[source], reason),
    health: () => endpoints.map((endpoint) => healthOf(endpoint, clock)),
    close,
  }
}

const blame = (chain: Chain, endpoint: Endpoint | undefined, reason: string): void => {
  if (endpoint === undefined) return
  chain.log.warn(`${endpoint.name} is set aside: ${reason}`)
  sufferFault(endpoint, new RpcFault('blamed', endpoint.name, reason), chain.clock)
}
