import { rawAddress } from '../../records/raw-address.ts'
import type { BlockQuery, BlockRow, PageEnd, UncleRow } from '../port.ts'
import { decodeBlock } from './block-record.ts'
import { type Tables, view } from './database.ts'
import { blockKey, type ListKind, listKind, listName } from './keys.ts'
import { ListReader } from './list-reader.ts'
import { runsOf } from './places.ts'
import { refsPerUncleBlock } from './posting.ts'
import type { StoredChain } from './state.ts'

/** How refs of a list stand for blocks. */
interface Refs {
  readonly kind: ListKind
  readonly perBlock: number
}
const blockRefs: Refs = { kind: listKind.producer, perBlock: 1 }
const uncleRefs: Refs = { kind: listKind.miner, perBlock: refsPerUncleBlock }

/** Walks a page of refs, over all runs. */
const refsOfPage = (tables: Tables, stored: StoredChain, query: BlockQuery, refs: Refs, take: (ref: number) => void): boolean => {
  const address = rawAddress(query.address)
  let { skip, limit } = query
  for (const run of runsOf(stored.runs.blocks, query)) {
    const list = ListReader.find(tables, listName(run.id, refs.kind, address))
    if (list === undefined) continue
    const afterRef = query.after && query.after.block * refs.perBlock + (refs.perBlock === 1 ? 0 : query.after.log)
    const lowRef = Math.max(query.fromBlock * refs.perBlock, afterRef !== undefined && query.order === 'asc' ? afterRef + 1 : 0)
    const highRef = Math.min(
      (query.toBlock + 1) * refs.perBlock,
      afterRef !== undefined && query.order === 'desc' ? afterRef : Number.POSITIVE_INFINITY,
    )
    const low = list.lowerBound(lowRef)
    const there = Math.max(0, list.lowerBound(highRef) - low)
    const skipped = Math.min(skip, there)
    const taken = Math.min(limit, there - skipped)
    skip -= skipped
    limit -= taken
    for (let i = skipped; i < skipped + taken; i++) take(list.refAt(query.order === 'asc' ? low + i : low + there - 1 - i))
    if (skipped + taken < there) return true
  }
  return false
}

const recordAt = (tables: Tables, chain: number, number: number) => {
  const bytes = tables.blocks.getBinaryFast(blockKey(chain, number))
  if (bytes === undefined) throw new Error(`the store is damaged: block ${number} is missing; restore it or index anew`)
  return decodeBlock(number, view(bytes))
}

const pageEnd = (rows: number, block: number, log: number, more: boolean): PageEnd =>
  rows === 0 ? { rows, more } : { rows, last: { block, tx: 0, log, batch: 0 }, more }

export const queryBlocks = (tables: Tables, stored: StoredChain, query: BlockQuery, sink: (row: BlockRow) => void): PageEnd => {
  let rows = 0
  let last = 0
  const more = refsOfPage(tables, stored, query, blockRefs, (number) => {
    const { hash, timestamp, validated } = recordAt(tables, stored.chain, number)
    if (validated === undefined) throw new Error(`the store is damaged: block ${number} has no producer; restore it or index anew`)
    sink({ number, hash, timestamp, ...validated })
    rows++
    last = number
  })
  return pageEnd(rows, last, 0, more)
}

export const queryUncles = (tables: Tables, stored: StoredChain, query: BlockQuery, sink: (row: UncleRow) => void): PageEnd => {
  let rows = 0
  let last = 0
  const more = refsOfPage(tables, stored, query, uncleRefs, (ref) => {
    const includingBlock = Math.floor(ref / refsPerUncleBlock)
    const index = ref % refsPerUncleBlock
    const uncle = recordAt(tables, stored.chain, includingBlock).uncles[index]
    if (uncle === undefined)
      throw new Error(`the store is damaged: block ${includingBlock} has no uncle ${index}; restore it or index anew`)
    sink({ ...uncle, includingBlock, index })
    rows++
    last = ref
  })
  return pageEnd(rows, Math.floor(last / refsPerUncleBlock), last % refsPerUncleBlock, more)
}
