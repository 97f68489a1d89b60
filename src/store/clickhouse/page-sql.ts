import type { Hex } from '../../records/hex.ts'
import type { BlockQuery, BlockRange, PageQuery, TransferQuery } from '../port.ts'
import { blockSelect, uncleSelect } from './rows.ts'
import { type StoredState, visible } from './state.ts'

/** SQL for pages. Everything that stands in it is a number, or hexadecimal digits checked here: nothing of a caller's text reaches the server. */

const digits = (value: Hex): string => {
  if (!/^0x[0-9a-f]{40}$/.test(value)) throw new RangeError(`${value} is not a lower-case address`)
  return value.slice(2)
}
const bytes = (value: Hex): string => `x'${digits(value)}'`

const listDigits = (chain: number, kind: '' | 'a' | 'b' | 'c'): string =>
  `${whole(chain).toString(16).padStart(16, '0')}${Buffer.from(kind).toString('hex')}`

/** What the keys of a chain's lists begin with. */
export const listPrefix = (chain: number, kind: '' | 'c'): string => `x'${listDigits(chain, kind)}'`

/** The key of a list, padded to the width of the column. */
const listKey = (chain: number, kind: 'a' | 'b' | 'c', ...parts: readonly Hex[]): string =>
  `x'${(listDigits(chain, kind) + parts.map(digits).join('')).padEnd(98, '0')}'`

/** A place in chain order as the lists have it: block, transaction, log and pair in one number. */
const placeOf = (block: number, tx: number, log: number, pair: number): bigint =>
  (BigInt(block) << 80n) + (BigInt(tx) << 56n) + (BigInt(log) << 24n) + BigInt(pair)
/** The highest a place has bits for. */
const maxBlock = 2 ** 48 - 1
export const blockOfPlace = 'toUInt64(bitShiftRight(place, 80))'

/** As a token stands in a row: how many bytes it has, and those. */
const amount = (value: bigint): string => {
  const hex = value === 0n ? '' : value.toString(16)
  const bytes = (hex.length + 1) >> 1
  return `x'${bytes.toString(16).padStart(2, '0')}${hex.padStart(2 * bytes, '0')}'`
}

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

/**
 * A page reads a few granules: the threads, buffers and caches that make large queries quick cost more than they bring here. Only where rows are passed over
 * does it pay to read the rows themselves last.
 */
const settings = (query: PageQuery): string =>
  [
    'SETTINGS max_threads = 1',
    'output_format_parallel_formatting = 0',
    "local_filesystem_read_method = 'pread'",
    'max_read_buffer_size = 65536',
    'use_query_condition_cache = 0',
    `query_plan_optimize_lazy_materialization = ${query.skip > 0 ? 1 : 0}`,
    'optimize_skip_unused_shards = 1',
  ].join(', ')

/** Conditions that a row's block is in a range, left out where everything stored is: each costs the planner more than it saves the reader. */
const blocksWithin = ({ from, to }: BlockRange, covered: readonly BlockRange[]): string[] => [
  ...(from > (covered[0]?.from ?? 0) ? [`place >= '${placeOf(Math.min(from, maxBlock), 0, 0, 0)}'`] : []),
  ...(to < (covered.at(-1)?.to ?? 0) ? [`place < '${placeOf(to + 1, 0, 0, 0)}'`] : []),
]

export const transferPage = (chain: number, state: StoredState, query: TransferQuery): string => {
  const { after, order, fromBlock, toBlock } = query
  const beside = after && placeOf(whole(after.block), whole(after.tx), whole(after.log), whole(after.batch))
  const conditions = [
    lists(chain, query),
    ...blocksWithin({ from: whole(fromBlock), to: whole(toBlock) }, state.coverage.transfers),
    ...(beside === undefined ? [] : [`place ${order === 'asc' ? '>' : '<'} '${beside}'`]),
    ...(query.tokenId === undefined ? [] : [`startsWith(amounts, ${amount(query.tokenId)})`]),
    ...(query.operator === undefined ? [] : [`operator = ${bytes(query.operator)}`]),
    visible(state, blockOfPlace),
  ]
  return `SELECT base64Encode(row) FROM transfer_lists WHERE ${conditions.join(' AND ')} ${page(query, ['place'])} ${settings(query)}`
}

/** All rows of a range of blocks, in chain order. */
export const transferRange = (chain: number, state: StoredState, range: BlockRange): string => {
  const conditions = [`chain = ${whole(chain)}`, ...blocksWithin(range, state.coverage.transfers), visible(state, blockOfPlace)]
  return `SELECT base64Encode(row) FROM transfer_rows WHERE ${conditions.join(' AND ')} ORDER BY place`
}

export const blockPage = (chain: number, state: StoredState, query: BlockQuery): string => {
  const conditions = [
    `chain = ${whole(chain)}`,
    `producer = ${bytes(query.address)}`,
    within(query, 'number'),
    ...(query.after === undefined ? [] : [`number ${query.order === 'asc' ? '>' : '<'} ${whole(query.after.block)}`]),
    visible(state, 'number'),
  ]
  return `SELECT ${blockSelect} FROM blocks_by_producer WHERE ${conditions.join(' AND ')} ${page(query, ['number'])} ${settings(query)}`
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
  return `SELECT ${uncleSelect} FROM uncles WHERE ${conditions.join(' AND ')} ${page(query, ['block', 'position'])} ${settings(query)}`
}
