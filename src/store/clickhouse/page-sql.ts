import type { Hex } from '../../records/hex.ts'
import type { BlockQuery, PageQuery, TransferQuery } from '../port.ts'
import { blockSelect, uncleSelect } from './rows.ts'
import { type StoredState, visible } from './state.ts'

/** SQL for pages. Everything that stands in it is a number, or hexadecimal digits checked here: nothing of a caller's text reaches the server. */

const digits = (value: Hex): string => {
  if (!/^0x[0-9a-f]{40}$/.test(value)) throw new RangeError(`${value} is not a lower-case address`)
  return value.slice(2)
}
const bytes = (value: Hex): string => `unhex('${digits(value)}')`

/** The key of a list, padded to the width of the column. */
const listKey = (chain: number, kind: 'a' | 'b' | 'c', ...parts: readonly Hex[]): string => {
  const key = `${whole(chain).toString(16).padStart(16, '0')}${kind.charCodeAt(0).toString(16)}${parts.map(digits).join('')}`
  return `unhex('${key.padEnd(98, '0')}')`
}

/** A place in chain order as the lists have it: block, transaction, log and pair in one number. */
const placeOf = (block: number, tx: number, log: number, pair: number): bigint =>
  (BigInt(block) << 80n) + (BigInt(tx) << 56n) + (BigInt(log) << 24n) + BigInt(pair)
const blockOfPlace = 'toUInt64(bitShiftRight(place, 80))'

const whole = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return value
}

/** The list that holds a query's rows with the least beside them, and what the list alone does not say. */
const lists = (chain: number, query: TransferQuery): string => {
  const { address, contract, direction, from, to, fromTo } = query
  const key = (owner: Hex): string => `list = ${contract === undefined ? listKey(chain, 'a', owner) : listKey(chain, 'b', owner, contract)}`
  const sent = from === undefined ? [] : [`sender = ${bytes(from)}`]
  const received = to === undefined ? [] : [`recipient = ${bytes(to)}`]
  const sides =
    fromTo === 'or' && sent.length > 0 && received.length > 0 ? [`(${sent.join('')} OR ${received.join('')})`] : [...sent, ...received]
  if (address !== undefined) {
    if (direction !== undefined) sides.push(`${direction === 'in' ? 'recipient' : 'sender'} = ${bytes(address)}`)
    return [key(address), ...sides].join(' AND ')
  }
  if (from !== undefined && to !== undefined && fromTo === 'or') {
    if (from === to) return key(from)
    // What was sent from the one to the other stands in both lists and counts once.
    return `((${key(from)} AND ${sent}) OR (${key(to)} AND ${received} AND sender != ${bytes(from)}))`
  }
  const owner = from ?? to
  if (owner !== undefined) return [key(owner), ...sides].join(' AND ')
  if (contract === undefined) throw new RangeError('a transfer query needs an address or a contract')
  return `list = ${listKey(chain, 'c', contract)}`
}

const page = (query: PageQuery, order: readonly string[]): string => {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC'
  return `ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ${whole(query.limit) + 1} OFFSET ${whole(query.skip)}`
}

const within = (query: PageQuery, block: string): string => `${block} BETWEEN ${whole(query.fromBlock)} AND ${whole(query.toBlock)}`

/** One thread reads a page's few granules faster than several can be started. */
const settings = 'SETTINGS optimize_read_in_order = 1, max_threads = 1, optimize_skip_unused_shards = 1'

export const transferPage = (chain: number, state: StoredState, query: TransferQuery): string => {
  const { after, order, fromBlock, toBlock } = query
  const beside = after && placeOf(whole(after.block), whole(after.tx), whole(after.log), whole(after.batch))
  const first = placeOf(whole(fromBlock), 0, 0, 0)
  const end = placeOf(whole(toBlock) + 1, 0, 0, 0)
  const conditions = [
    lists(chain, query),
    `place >= toUInt128('${first}') AND place < toUInt128('${end}')`,
    ...(beside === undefined ? [] : [`place ${order === 'asc' ? '>' : '<'} toUInt128('${beside}')`]),
    ...(query.tokenId === undefined ? [] : [`token_id = toUInt256('${query.tokenId}')`]),
    ...(query.operator === undefined ? [] : [`operator = ${bytes(query.operator)}`]),
    visible(state, blockOfPlace),
  ]
  return `SELECT base64Encode(row) FROM transfer_lists WHERE ${conditions.join(' AND ')} ${page(query, ['place'])} ${settings}`
}

export const blockPage = (chain: number, state: StoredState, query: BlockQuery): string => {
  const conditions = [
    `chain = ${whole(chain)}`,
    `producer = ${bytes(query.address)}`,
    within(query, 'number'),
    ...(query.after === undefined ? [] : [`number ${query.order === 'asc' ? '>' : '<'} ${whole(query.after.block)}`]),
    visible(state, 'number'),
  ]
  return `SELECT ${blockSelect} FROM blocks_by_producer WHERE ${conditions.join(' AND ')} ${page(query, ['number'])} ${settings}`
}

export const unclePage = (chain: number, state: StoredState, query: BlockQuery): string => {
  const { after } = query
  const conditions = [
    `chain = ${whole(chain)}`,
    `miner = ${bytes(query.address)}`,
    within(query, 'block'),
    ...(after === undefined ? [] : [`(block, position) ${query.order === 'asc' ? '>' : '<'} (${whole(after.block)}, ${whole(after.log)})`]),
    visible(state, 'block'),
  ]
  return `SELECT ${uncleSelect} FROM uncles WHERE ${conditions.join(' AND ')} ${page(query, ['block', 'position'])} ${settings}`
}
