import { ask, askAll } from './ask.ts'
import { blockNumberOf, type Chain, quantity } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { finalizedTag } from './finalized.ts'
import { blockReceiptsMethod } from './receipts.ts'
import { chainIdFrom, headerFrom } from './shapes.ts'

/** What a look at one endpoint found. Undefined where it could not be found out. */
export interface Probe {
  readonly endpoint: string
  readonly chainId: number | undefined
  readonly client: string | undefined
  readonly head: number | undefined
  readonly headAgeSeconds: number | undefined
  /** Lowest block it has with its receipts. */
  readonly oldest: number | undefined
  readonly latencyMs: number | undefined
  readonly methods: Readonly<Record<ProbedMethod, boolean | undefined>>
  /** Calls it takes in one batch, as far as was tried; 1 means that it takes none. */
  readonly batchCalls: number | undefined
  /** Blocks it takes in one range of logs, as far as was tried. */
  readonly logRangeBlocks: number | undefined
  /** What makes the endpoint useless. */
  readonly error: string | undefined
}

/** Each with what it is needed for; the table of `doctor` and its document list them in this order. */
export const probedMethods = {
  [blockReceiptsMethod]: 'receipts of a block in one call; without it they come one by one, which is slow',
  eth_getLogs: 'transfers alone, from ranged logs',
  eth_getUncleByBlockHashAndIndex: 'uncles of chains that have them',
  eth_call: 'names and symbols of tokens',
  [finalizedTag]: 'finality as the chain knows it; without it a number of blocks counts as final',
} as const

type ProbedMethod = keyof typeof probedMethods

const triedBatchCalls = 100
const triedRangeBlocks = 10_000
const maxRangeCuts = 14
/** Nobody's address: a query for its logs is answered from an index, if the range is accepted. */
const nobody = '0x00000000000000000000000000000000deadbeef'

/** Asks one endpoint what it is and can do: a few dozen small calls. */
export const probeEndpoint = async (chain: Chain, endpoint: Endpoint): Promise<Probe> => {
  try {
    const chainId = chainIdFrom(endpoint, await ask(chain, endpoint, 'eth_chainId', []))
    const client = await optional(ask(chain, endpoint, 'web3_clientVersion', []))
    const known = { chainId, client: typeof client === 'string' ? client.slice(0, 80) : undefined }
    if (chainId !== chain.chainId) return { ...nothing(endpoint), ...known, error: `serves chain ${chainId}, not chain ${chain.chainId}` }
    const head = headerFrom(endpoint, await ask(chain, endpoint, 'eth_getBlockByNumber', ['latest', false]))
    const height = blockNumberOf(head)
    return {
      ...nothing(endpoint),
      ...known,
      head: height,
      headAgeSeconds: Math.max(0, Math.round(Date.now() / 1000 - Number(head.timestamp))),
      methods: await methodsOf(chain, endpoint, height, head.hash),
      batchCalls: await optional(batchCallsOf(chain, endpoint)),
      logRangeBlocks: await optional(logRangeOf(chain, endpoint, height)),
      oldest: await optional(oldestOf(chain, endpoint, height)),
      latencyMs: endpoint.latencyMs,
    }
  } catch (error) {
    if (error instanceof RpcFault) return { ...nothing(endpoint), error: error.message.replace(`${endpoint.name}: `, '') }
    throw error
  }
}

const nothing = ({ name }: Endpoint): Probe => ({
  endpoint: name,
  chainId: undefined,
  client: undefined,
  head: undefined,
  headAgeSeconds: undefined,
  oldest: undefined,
  latencyMs: undefined,
  methods: Object.fromEntries(Object.keys(probedMethods).map((method) => [method, undefined])) as Probe['methods'],
  batchCalls: undefined,
  logRangeBlocks: undefined,
  error: undefined,
})

/** Faults leave a question open; anything else is a mistake of ours. */
const optional = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof RpcFault) return undefined
    throw error
  }
}

const methodsOf = async (chain: Chain, endpoint: Endpoint, head: number, headHash: string): Promise<Probe['methods']> => {
  const calls: Readonly<Record<ProbedMethod, readonly [method: string, params: readonly unknown[]]>> = {
    [blockReceiptsMethod]: [blockReceiptsMethod, [headHash]],
    eth_getLogs: ['eth_getLogs', [{ fromBlock: quantity(head), toBlock: quantity(head), address: nobody }]],
    eth_getUncleByBlockHashAndIndex: ['eth_getUncleByBlockHashAndIndex', [headHash, '0x0']],
    eth_call: ['eth_call', [{ to: nobody, data: '0x' }, 'latest']],
    [finalizedTag]: ['eth_getBlockByNumber', ['finalized', false]],
  }
  const found: [string, boolean | undefined][] = []
  for (const [name, [method, params]] of Object.entries(calls)) found.push([name, await supports(chain, endpoint, method, params)])
  return Object.fromEntries(found) as Probe['methods']
}

const supports = async (chain: Chain, endpoint: Endpoint, method: string, params: readonly unknown[]): Promise<boolean | undefined> => {
  try {
    await ask(chain, endpoint, method, params)
    return true
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    if (error.kind === 'unsupported' || error.kind === 'rejected' || error.kind === 'behind') return false
    return error.kind === 'revert' ? true : undefined
  }
}

const batchCallsOf = async (chain: Chain, endpoint: Endpoint): Promise<number> => {
  await askAll(
    chain,
    endpoint,
    Array.from({ length: triedBatchCalls }, () => ({ method: 'eth_chainId', params: [] })),
  )
  return Math.min(triedBatchCalls, endpoint.learned.batchCalls)
}

const logRangeOf = async (chain: Chain, endpoint: Endpoint, head: number): Promise<number | undefined> => {
  let width = Math.min(triedRangeBlocks, head + 1)
  for (let cut = 0; cut < maxRangeCuts && width > 0; cut++) {
    try {
      await ask(chain, endpoint, 'eth_getLogs', [{ fromBlock: quantity(head - width + 1), toBlock: quantity(head), address: nobody }])
      return width
    } catch (error) {
      if (!(error instanceof RpcFault) || (error.remedy !== 'narrow' && error.remedy !== 'halve')) throw error
      const offered = error.figure.blocks
      width = offered !== undefined && offered < width ? offered : Math.floor(width / 2)
    }
  }
  return undefined
}

/** The lowest block it has, by halving: what a node keeps is one run up to its head. */
const oldestOf = async (chain: Chain, endpoint: Endpoint, head: number): Promise<number> => {
  if (await holds(chain, endpoint, 0)) return 0
  let missing = 0
  let held = head
  while (held - missing > 1) {
    const middle = Math.floor((missing + held) / 2)
    if (await holds(chain, endpoint, middle)) held = middle
    else missing = middle
  }
  return held
}

const holds = async (chain: Chain, endpoint: Endpoint, block: number): Promise<boolean> => {
  const { answers } = await askAll(chain, endpoint, [
    { method: 'eth_getBlockByNumber', params: [quantity(block), false] },
    { method: blockReceiptsMethod, params: [quantity(block)] },
  ])
  const [header, receipts] = answers
  if (header === undefined || 'fault' in header || header.value === null) return false
  if (receipts === undefined) return true
  return 'fault' in receipts ? receipts.fault.kind === 'unsupported' || receipts.fault.kind === 'rejected' : receipts.value !== null
}
