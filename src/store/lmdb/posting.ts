import { type ByteCursor, readByte, readVarint, writeVarint } from '../../records/bytes.ts'
import { kindOfName, type ListName, listKind } from './keys.ts'

/**
 * Posting lists. A posting is the place of a row (or block, or uncle) in its run, as one ascending number, its `ref`:
 *
 *   a row      chunk × 64 + position in the chunk's row set
 *   a block    its number
 *   an uncle   number of the including block × 256 + its index there
 *
 * Postings 128 n to 128 n + 127 of a list are one value, so that the place of any posting is arithmetic; the newest, short of 128, stand in the list's
 * head. A posting of an address also says which way tokens moved and of which contract, so that filters on a short list read no rows; one of an
 * (address, contract) pair says which way.
 *
 *   postings   first ref · tag, then difference to the one before · tag, …; the way is in the two low bits of the number where the list has it
 *   head       u8 flags · varint count · [varint list] · [varint position at which the newest seal begins · varint rows in it] · postings
 *   fresh      u8 count · postings that follow those of the head (fresh.ts)
 */
export const postingsPerChunk = 128
export const refsPerChunk = 64
export const refsPerUncleBlock = 256

/**
 * A value larger than about half a page gets pages of its own: 4,096 bytes of which 24 are the database's. A set that fills one is packed best; a larger one
 * would take two.
 */
export const rowsetMaxBytes = 4_072

export const way = { in: 1, out: 2 } as const

/** What a posting carries beside its ref. */
export type Tagging = 'way and contract' | 'way' | 'none'

export const taggingOf = (name: ListName): Tagging => {
  const kind = kindOfName(name)
  return kind === listKind.address ? 'way and contract' : kind === listKind.pair ? 'way' : 'none'
}

/** Decoded postings: `ways` and `contracts` are zero where the list has none. */
export class Postings {
  readonly refs = new Float64Array(postingsPerChunk)
  readonly ways = new Uint8Array(postingsPerChunk)
  readonly contracts = new Uint32Array(postingsPerChunk)
  count = 0

  add(ref: number, ways: number, contract: number): void {
    this.refs[this.count] = ref
    this.ways[this.count] = ways
    this.contracts[this.count] = contract
    this.count++
  }

  /** First index at which the ref is at least this. */
  lowerBound(ref: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.refs[middle] ?? 0) < ref) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Bytes one posting can have at most: a number of 55 bits and one of 32. */
const maxPostingBytes = 8 + 5

export const decodePostings = (cursor: ByteCursor, tagging: Tagging, into: Postings, count: number): void => {
  into.count = count
  let ref = 0
  for (let i = 0; i < count; i++) {
    const number = readVarint(cursor)
    ref += tagging === 'none' ? number : Math.floor(number / 4)
    into.refs[i] = ref
    into.ways[i] = tagging === 'none' ? 0 : number % 4
    into.contracts[i] = tagging === 'way and contract' ? readVarint(cursor) : 0
  }
}

const encodePostings = (target: Uint8Array, offset: number, tagging: Tagging, postings: Postings): number => {
  let at = offset
  let before = 0
  for (let i = 0; i < postings.count; i++) {
    const ref = postings.refs[i] ?? 0
    const difference = ref - before
    before = ref
    at = writeVarint(target, at, tagging === 'none' ? difference : difference * 4 + (postings.ways[i] ?? 0))
    if (tagging === 'way and contract') at = writeVarint(target, at, postings.contracts[i] ?? 0)
  }
  return at
}

export interface ListHead {
  count: number
  /** Number of the list, by which its chunks and seals are kept; 0 while it has none. */
  list: number
  /** Whether the lists that narrow this one are kept. */
  promoted: boolean
  /** Where the newest seal begins, to which rows are still added; and the position at which the seals end, 0 where there are none. */
  openSeal: number
  sealedTo: number
}

export const emptyHead = (): ListHead => ({ count: 0, list: 0, promoted: false, openSeal: 0, sealedTo: 0 })

const flag = { list: 1, promoted: 2, sealed: 4 } as const
const maxHeadBytes = 1 + 8 + 5 + 8 + 8 + postingsPerChunk * maxPostingBytes

/** The fields of a head; the postings behind them are left to `decodePostings`, where the cursor then stands. */
export const decodeHeadFields = (cursor: ByteCursor): ListHead => {
  const flags = readByte(cursor)
  const count = readVarint(cursor)
  const list = flags & flag.list ? readVarint(cursor) : 0
  const openSeal = flags & flag.sealed ? readVarint(cursor) : 0
  const sealedTo = flags & flag.sealed ? openSeal + readVarint(cursor) : 0
  return { count, list, promoted: (flags & flag.promoted) !== 0, openSeal, sealedTo }
}

export const decodeHead = (bytes: Uint8Array, tagging: Tagging, tail: Postings): ListHead => {
  const cursor = { bytes, at: 0 }
  const head = decodeHeadFields(cursor)
  decodePostings(cursor, tagging, tail, head.count % postingsPerChunk)
  return head
}

const scratch = Buffer.alloc(Math.max(maxHeadBytes, postingsPerChunk * maxPostingBytes))

/** The bytes are the same buffer each time: the database copies a value before its call returns. */
export const encodeHead = (head: ListHead, tagging: Tagging, tail: Postings): Uint8Array => {
  scratch[0] = (head.list ? flag.list : 0) | (head.promoted ? flag.promoted : 0) | (head.sealedTo > 0 ? flag.sealed : 0)
  let at = writeVarint(scratch, 1, head.count)
  if (head.list) at = writeVarint(scratch, at, head.list)
  if (head.sealedTo > 0) {
    at = writeVarint(scratch, at, head.openSeal)
    at = writeVarint(scratch, at, head.sealedTo - head.openSeal)
  }
  return scratch.subarray(0, encodePostings(scratch, at, tagging, tail))
}

export const encodeChunk = (tagging: Tagging, postings: Postings): Uint8Array =>
  scratch.subarray(0, encodePostings(scratch, 0, tagging, postings))

export const firstRefOfChunk = (bytes: Uint8Array, tagging: Tagging): number => {
  const number = readVarint({ bytes, at: 0 })
  return tagging === 'none' ? number : Math.floor(number / 4)
}
