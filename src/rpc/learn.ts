import type { Chain } from './chain.ts'
import type { Need } from './choose.ts'
import { type Endpoint, supportsMethod } from './endpoint.ts'
import type { RpcFault } from './errors.ts'

/** Endpoints lose nothing this close to their head; an empty answer there means that they lag. */
const lagBlocks = 128

/** Keeps what a fault says about the endpoint for all requests to come. */
export const learnFrom = (chain: Chain, endpoint: Endpoint, fault: RpcFault, need: Need): void => {
  const { learned } = endpoint
  if (fault.kind === 'range' && fault.figure.blocks !== undefined && fault.figure.blocks < learned.rangeBlocks) {
    learned.rangeBlocks = Math.max(1, fault.figure.blocks)
    chain.remember()
  }
  if (fault.kind === 'unsupported' && fault.method !== undefined) learnUnsupported(chain, endpoint, fault.method)
  if (need.from === undefined) return
  if (fault.kind === 'pruned') learnOldest(chain, endpoint, need.from, true)
  else if (fault.kind === 'missing' || fault.kind === 'behind') {
    if (endpoint.head !== undefined && need.to !== undefined && need.to > endpoint.head - lagBlocks)
      endpoint.head = Math.min(endpoint.head, need.from - 1)
    else learnOldest(chain, endpoint, need.from, false)
  }
}

const learnOldest = (chain: Chain, { learned, config }: Endpoint, missing: number, stated: boolean): void => {
  if (config.archive === true) return
  const known = learned.oldest
  if (known !== undefined && known.block > missing && known.stated && !stated) return
  learned.oldest = { block: missing + 1, stated, learnedAt: chain.clock.now() }
  chain.remember()
}

/** A block that arrived after all corrects the belief. */
export const learnServed = ({ learned }: Endpoint, block: number): void => {
  if (learned.oldest !== undefined && block < learned.oldest.block) learned.oldest = { ...learned.oldest, block }
}

export const learnUnsupported = (chain: Chain, endpoint: Endpoint, method: string): void => {
  if (!supportsMethod(endpoint, method, chain.clock.now())) return
  endpoint.learned.unsupported.set(method, chain.clock.now())
  chain.log.info(`${endpoint.name} does not support ${method}`)
  chain.remember()
}
