import type { RpcBlock, RpcHeader, RpcLog } from '../../src/evm/json-rpc.ts'
import type { Hex } from '../../src/records/hex.ts'
import type { SimulatedBlock } from './block.ts'
import { quantity } from './bytes.ts'
import type { SimulatedToken } from './tokens.ts'

/** What one endpoint sees of the world when it answers a call. */
export interface View {
  readonly chainId: number
  readonly head: number
  /** The head it claims to have. */
  readonly shownHead: number
  readonly finalized: number | undefined
  readonly tokens: readonly SimulatedToken[]
  byNumber(number: number): SimulatedBlock | undefined
  byHash(hash: Hex): SimulatedBlock | undefined
  /** Calls about blocks below this one are refused as pruned. */
  readonly refusesBelow: number
  /** Receipts and logs of a block may be gone while the block is there. */
  readonly bodiless: (number: number) => boolean
}

export type Answer = { readonly result: unknown } | { readonly error: RpcError }
interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

interface Filter {
  readonly blockHash?: Hex
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly address?: Hex | readonly Hex[]
  readonly topics?: readonly (Hex | readonly Hex[] | null)[]
}

const failed = (code: number, message: string): Answer => ({ error: { code, message } })
const found = (result: unknown): Answer => ({ result })

/** A tag or a quantity as a block number; undefined for a tag this node does not know. */
export const heightOf = (view: View, tag: unknown): number | undefined => {
  if (tag === undefined || tag === 'latest' || tag === 'pending') return view.head
  if (tag === 'earliest') return 0
  if (tag === 'finalized' || tag === 'safe') return view.finalized
  return typeof tag === 'string' && /^0x[0-9a-f]+$/i.test(tag) ? Number(tag) : undefined
}

const isHash = (value: unknown): value is Hex => typeof value === 'string' && value.length === 66

const lookUp = (view: View, reference: unknown): SimulatedBlock | undefined => {
  if (typeof reference === 'object' && reference !== null) {
    const { blockHash, blockNumber } = reference as { blockHash?: unknown; blockNumber?: unknown }
    return lookUp(view, blockHash ?? blockNumber)
  }
  if (isHash(reference)) return view.byHash(reference)
  const height = heightOf(view, reference)
  return height === undefined || height > view.head ? undefined : view.byNumber(height)
}

const shown = (entry: SimulatedBlock | undefined, full: unknown): RpcBlock | object | null => {
  if (entry === undefined) return null
  return full === true ? entry.block : { ...entry.block, transactions: entry.block.transactions.map(({ hash }) => hash) }
}

const headerOf = (entry: SimulatedBlock, index: number): RpcHeader | null => entry.uncles[index] ?? null

const matches = (log: RpcLog, { address, topics = [] }: Filter): boolean =>
  (address === undefined || [address].flat().some((one) => one.toLowerCase() === log.address)) &&
  topics.every((wanted, at) => wanted === null || [wanted].flat().some((one) => one === log.topics[at]))

/** Like most nodes, answers a range it has not all of with what it has, and no word of the rest. */
const logs = (view: View, filter: Filter): Answer => {
  if (filter.blockHash) {
    const entry = view.byHash(filter.blockHash)
    if (entry === undefined) return failed(-32000, 'unknown block')
    return found(view.bodiless(entry.expected.number) ? [] : logsOf(entry).filter((log) => matches(log, filter)))
  }
  const from = heightOf(view, filter.fromBlock)
  const to = heightOf(view, filter.toBlock)
  if (from === undefined || to === undefined) return failed(-32602, 'invalid block tag')
  if (from > to) return failed(-32000, 'invalid block range params')
  const result: RpcLog[] = []
  for (let number = from; number <= Math.min(to, view.head); number++) {
    const entry = view.byNumber(number)
    if (entry !== undefined && !view.bodiless(number)) result.push(...logsOf(entry).filter((log) => matches(log, filter)))
  }
  return found(result)
}

const logsOf = (entry: SimulatedBlock): RpcLog[] => entry.receipts.flatMap((receipt) => receipt.logs)

const transactionAt = (view: View, hash: unknown): { readonly entry: SimulatedBlock; readonly index: number } | undefined => {
  for (let number = view.head; number >= 0; number--) {
    const entry = view.byNumber(number)
    const index = entry?.plans.findIndex((plan) => plan.hash === hash) ?? -1
    if (entry !== undefined && index >= 0) return { entry, index }
  }
  return undefined
}

const call = (view: View, { to, data, input }: { to?: Hex; data?: Hex; input?: Hex }): Answer => {
  const token = view.tokens.find(({ address }) => address === to?.toLowerCase())
  if (token === undefined) return found('0x')
  const answer = token.answers[(data ?? input ?? '0x').slice(0, 10) as Hex]
  return answer === undefined ? { error: { code: 3, message: 'execution reverted', data: '0x' } } : found(answer)
}

const methods: Readonly<Record<string, (view: View, params: readonly unknown[]) => Answer>> = {
  web3_clientVersion: () => found('simulated/1'),
  net_version: ({ chainId }) => found(String(chainId)),
  eth_chainId: ({ chainId }) => found(quantity(chainId)),
  eth_syncing: () => found(false),
  eth_blockNumber: ({ shownHead }) => found(quantity(shownHead)),
  eth_getBlockByNumber: (view, [tag, full]) => {
    if ((tag === 'finalized' || tag === 'safe') && view.finalized === undefined) return failed(-39001, `${tag} block not found`)
    return found(shown(lookUp(view, tag), full))
  },
  eth_getBlockByHash: (view, [hash, full]) => found(shown(lookUp(view, hash), full)),
  eth_getBlockReceipts: (view, [reference]) => {
    const entry = lookUp(view, reference)
    if (entry === undefined) return found(null)
    return found(view.bodiless(entry.expected.number) ? [] : entry.receipts)
  },
  eth_getTransactionByHash: (view, [hash]) => {
    const hit = transactionAt(view, hash)
    return found(hit?.entry.block.transactions[hit.index] ?? null)
  },
  eth_getTransactionReceipt: (view, [hash]) => {
    const hit = transactionAt(view, hash)
    return found(hit === undefined || view.bodiless(hit.entry.expected.number) ? null : hit.entry.receipts[hit.index])
  },
  eth_getLogs: (view, [filter]) => logs(view, (filter ?? {}) as Filter),
  eth_getUncleByBlockHashAndIndex: (view, [hash, index]) => uncle(view, hash, index),
  eth_getUncleByBlockNumberAndIndex: (view, [tag, index]) => uncle(view, tag, index),
  eth_getUncleCountByBlockHash: (view, [hash]) => {
    const entry = lookUp(view, hash)
    return found(entry ? quantity(entry.uncles.length) : null)
  },
  eth_getCode: ({ tokens }, [address]) => found(tokens.some((token) => token.address === address) ? '0x6000' : '0x'),
  eth_call: (view, [request]) => call(view, (request ?? {}) as { to?: Hex; data?: Hex }),
}

const uncle = (view: View, reference: unknown, index: unknown): Answer => {
  const entry = lookUp(view, reference)
  return found(entry === undefined ? null : headerOf(entry, Number(index)))
}

/** What an honest node with this view answers. */
export const answer = (view: View, method: string, params: readonly unknown[]): Answer =>
  methods[method]?.(view, params) ?? failed(-32601, `the method ${method} does not exist/is not available`)
