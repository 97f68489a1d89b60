import type { RpcBlock, RpcHeader, RpcReceipt } from '../evm/json-rpc.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'

/** Only as much as the client itself relies on: whoever stores a block checks it in full. */

const isHex = (value: unknown, chars: number): boolean => typeof value === 'string' && value.length === chars && value.startsWith('0x')
const isQuantity = (value: unknown): boolean => typeof value === 'string' && /^0x[\da-f]{1,13}$/i.test(value)

/** The chain an endpoint says it serves. Nonsense is a bad answer, not another chain: that one would set the endpoint aside for long. */
export const chainIdFrom = (endpoint: Endpoint, value: unknown): number => {
  if (isQuantity(value)) return Number(value)
  throw new RpcFault('malformed', endpoint.name, 'answered eth_chainId with something that is not a number')
}

/** A header, or a fault: null is "not here", never "nothing there". */
export const headerFrom = (endpoint: Endpoint, value: unknown): RpcHeader => {
  if (value === null || value === undefined) throw new RpcFault('missing', endpoint.name, 'answered null for a block')
  const header = value as Partial<RpcHeader>
  if (typeof value !== 'object' || !isQuantity(header.number) || !isHex(header.hash, 66) || !isHex(header.parentHash, 66))
    throw new RpcFault('malformed', endpoint.name, 'answered with something that is not a block')
  return value as RpcHeader
}

export const blockFrom = (endpoint: Endpoint, value: unknown): RpcBlock => {
  const header = headerFrom(endpoint, value)
  if (!Array.isArray(header['transactions']) || header['transactions'].some((one) => typeof one !== 'object' || one === null))
    throw new RpcFault('malformed', endpoint.name, 'answered with a block without its transactions')
  return header as RpcBlock
}

/** Receipts that can belong to the block; undefined where they are absent, incomplete or of another block, as after a reorganisation in between. */
export const receiptsFor = (block: RpcBlock, value: unknown): readonly RpcReceipt[] | undefined => {
  if (!Array.isArray(value) || value.length < block.transactions.length) return undefined
  return value.every((receipt) => receipt?.blockHash === block.hash) ? value : undefined
}
