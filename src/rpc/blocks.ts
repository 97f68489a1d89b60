import type { RpcBlock, RpcHeader } from '../evm/json-rpc.ts'
import { askAll, takeValue } from './ask.ts'
import { blockNumberOf, type Chain, quantity } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { fetchInOrder, type Piece } from './in-order.ts'
import { learnServed } from './learn.ts'
import type { BlockWithReceipts, FetchOptions, Sourced } from './port.ts'
import { blockReceiptsMethod, receiptsFromAnswer, receiptsOf, supportsBlockReceipts } from './receipts.ts'
import { blockFrom, headerFrom } from './shapes.ts'

/** Calls a request at most, by blocks of two calls each. */
const requestMaxBlocks = 50
const requestMaxHeaders = 100

/** Blocks in order, pipelined. */
export const fetchBlocks = (chain: Chain, from: number, to: number, options?: FetchOptions): AsyncIterable<Sourced<BlockWithReceipts>> =>
  fetchInOrder(chain, wholeBlock, from, to, options)

/** Headers in order, pipelined. */
export const fetchHeaders = (chain: Chain, from: number, to: number, options?: FetchOptions): AsyncIterable<Sourced<RpcHeader>> =>
  fetchInOrder(chain, header, from, to, options)

const wholeBlock: Piece<BlockWithReceipts> = {
  name: 'block',
  size: 'bytesPerBlock',
  requestMax: requestMaxBlocks,
  fetch: async (chain, endpoint, numbers, signal) => {
    const together = supportsBlockReceipts(chain, endpoint)
    const calls = numbers.flatMap((number) => [
      { method: 'eth_getBlockByNumber', params: [quantity(number), true] },
      ...(together ? [{ method: blockReceiptsMethod, params: [quantity(number)] }] : []),
    ])
    const { answers, bytes } = await askAll(chain, endpoint, calls, signal)
    const step = together ? 2 : 1
    const found = numbers.map((number, index) => {
      const block = numbered(endpoint, blockFrom(endpoint, takeValue(endpoint, answers[index * step])), number)
      return { block, receipts: receiptsFromAnswer(chain, endpoint, block, together ? answers[index * step + 1] : undefined) }
    })
    const without = found.flatMap(({ block, receipts }) => (receipts ? [] : [block]))
    const later = await receiptsOf(chain, endpoint, without, signal)
    learnServed(endpoint, numbers[0] as number)
    return { found: found.map(({ block, receipts }) => ({ block, receipts: receipts ?? later[without.indexOf(block)] ?? [] })), bytes }
  },
}

const header: Piece<RpcHeader> = {
  name: 'header',
  size: 'bytesPerHeader',
  requestMax: requestMaxHeaders,
  fetch: async (chain, endpoint, numbers, signal) => {
    const calls = numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [quantity(number), false] }))
    const { answers, bytes } = await askAll(chain, endpoint, calls, signal)
    const found = numbers.map((number, index) => numbered(endpoint, headerFrom(endpoint, takeValue(endpoint, answers[index])), number))
    return { found, bytes }
  },
}

const numbered = <T extends Pick<RpcBlock, 'number'>>(endpoint: Endpoint, block: T, number: number): T => {
  if (blockNumberOf(block) === number) return block
  throw new RpcFault('malformed', endpoint.name, `answered with block ${blockNumberOf(block)} for block ${number}`)
}
