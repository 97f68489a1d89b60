import type { Transfer } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import { numberOfHex } from './hex.ts'
import type { RpcLog } from './json-rpc.ts'

/** keccak256('TransferSingle(address,address,address,uint256,uint256)') */
export const transferSingleTopic: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** keccak256('TransferBatch(address,address,address,uint256[],uint256[])') */
export const transferBatchTopic: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/**
 * The transfers a log stands for. Undefined: the log is no ERC-1155 transfer event (or was removed from the chain). `'malformed'`: it carries the event's
 * topic but does not follow the standard (other indexed fields, array lengths that differ, data that does not decode), and gives no row. Never throws.
 */
export const decodeTransfers = (log: RpcLog): readonly Transfer[] | 'malformed' | undefined => {
  const event = log.topics[0]
  if ((event !== transferSingleTopic && event !== transferBatchTopic) || log.removed === true) return undefined
  const parties = partiesOf(log)
  if (parties === undefined || !isBytes(log.data)) return 'malformed'
  const pairs = event === transferSingleTopic ? singlePair(log.data) : batchPairs(log.data)
  if (pairs === undefined) return 'malformed'
  return pairs.map(([tokenId, value], batchIndex) => ({ ...parties, tokenId, value, batchIndex }))
}

type Parties = Pick<Transfer, 'contract' | 'operator' | 'from' | 'to' | 'logIndex'>
type Pair = readonly [tokenId: bigint, value: bigint]

const addressTopic = /^0x0{24}[0-9a-fA-F]{40}$/
const address = /^0x[0-9a-fA-F]{40}$/
const quantity = /^0x[0-9a-fA-F]{1,13}$/
/** Looked for, rather than its opposite matched: the data may have megabytes, and a pattern over all of it runs out of stack. */
const noDigit = /[^0-9a-fA-F]/

const isBytes = (data: unknown): data is Hex =>
  typeof data === 'string' && data.startsWith('0x') && data.length % 2 === 0 && !noDigit.test(data.slice(2))

const partiesOf = (log: RpcLog): Parties | undefined => {
  const [, operator, from, to, ...more] = log.topics
  if (more.length > 0 || !quantity.test(log.logIndex) || !address.test(log.address)) return undefined
  if (!isAddressTopic(operator) || !isAddressTopic(from) || !isAddressTopic(to)) return undefined
  return {
    contract: log.address.toLowerCase() as Hex,
    operator: addressOf(operator),
    from: addressOf(from),
    to: addressOf(to),
    logIndex: numberOfHex(log.logIndex),
  }
}

/** An address is a number of 160 bits: a topic with more is none. */
const isAddressTopic = (topic: Hex | undefined): topic is Hex => topic !== undefined && addressTopic.test(topic)
const addressOf = (topic: Hex): Hex => `0x${topic.slice(26).toLowerCase()}`

const WORD_BYTES = 32

const sizeOf = (data: Hex): number => (data.length - 2) / 2
const wordAt = (data: Hex, offset: number): bigint => BigInt(`0x${data.slice(2 + 2 * offset, 2 + 2 * (offset + WORD_BYTES))}`)

/** Bytes after what is decoded are ignored, as every ABI decoder does. */
const singlePair = (data: Hex): readonly Pair[] | undefined =>
  sizeOf(data) < 2 * WORD_BYTES ? undefined : [[wordAt(data, 0), wordAt(data, WORD_BYTES)]]

const batchPairs = (data: Hex): readonly Pair[] | undefined => {
  const ids = arrayAt(data, 0)
  const values = arrayAt(data, WORD_BYTES)
  if (ids === undefined || values === undefined || ids.count !== values.count) return undefined
  return Array.from({ length: ids.count }, (_, i) => [
    wordAt(data, ids.start + i * WORD_BYTES),
    wordAt(data, values.start + i * WORD_BYTES),
  ])
}

/** Where the array lies whose offset stands at `head`: any offset will do that keeps the whole array inside the data. */
const arrayAt = (data: Hex, head: number): { readonly start: number; readonly count: number } | undefined => {
  const offset = lengthAt(data, head)
  const count = offset === undefined ? undefined : lengthAt(data, offset)
  if (offset === undefined || count === undefined) return undefined
  const start = offset + WORD_BYTES
  return start + count * WORD_BYTES <= sizeOf(data) ? { start, count } : undefined
}

/** An offset or a count: no larger than the data, or it points outside. */
const lengthAt = (data: Hex, offset: number): number | undefined => {
  if (offset + WORD_BYTES > sizeOf(data)) return undefined
  const length = wordAt(data, offset)
  return length <= BigInt(sizeOf(data)) ? Number(length) : undefined
}
