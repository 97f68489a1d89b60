import { type Table, type Tables, view } from './database.ts'
import { addFresh, decodeFresh, freshCount } from './fresh.ts'
import { headKey, type ListName, postingsKey } from './keys.ts'
import {
  decodeHeadFields,
  decodePostings,
  emptyHead,
  firstRefOfChunk,
  type ListHead,
  Postings,
  postingsPerChunk,
  type Tagging,
  taggingOf,
} from './posting.ts'

/** Whether a list has postings. */
export const hasList = (tables: Tables, name: ListName): boolean => {
  const key = headKey(name)
  return tables.fresh.getBinaryFast(key) !== undefined || tables.heads.getBinaryFast(key) !== undefined
}

const noBytes = new Uint8Array()
/** A copy: not `slice` of a Buffer, which would not copy. */
const copyOf = (bytes: Uint8Array, from: number): Uint8Array => Uint8Array.prototype.slice.call(bytes, from)

/** What stands at the end of a list: its head, and the postings no chunk holds, not yet decoded. */
export interface ListParts {
  readonly head: ListHead
  readonly tailBytes: Uint8Array
  readonly freshBytes: Uint8Array
  /** The seal a page ended in lately: whoever reads on begins there, and need not look for it. */
  readonly lastSeal: SealExtent
}

export interface SealExtent {
  start: number
  rows: number
}

/** Undefined where the list is empty. */
export const readList = (tables: Tables, name: ListName): ListParts | undefined => {
  const key = headKey(name)
  const fresh = tables.fresh.getBinaryFast(key)
  const freshBytes = fresh ? copyOf(view(fresh), 0) : noBytes
  const bytes = tables.heads.getBinaryFast(key)
  if (bytes === undefined) return fresh && { head: emptyHead(), tailBytes: noBytes, freshBytes, lastSeal: { start: 0, rows: 0 } }
  const cursor = { bytes: view(bytes), at: 0 }
  const head = decodeHeadFields(cursor)
  return { head, tailBytes: copyOf(cursor.bytes, cursor.at), freshBytes, lastSeal: { start: 0, rows: 0 } }
}

/** A posting list, read: any position by arithmetic, any ref by search over the chunks' first refs. */
export class ListReader {
  /** Without the fresh postings: `count` has all. */
  readonly head: ListHead
  readonly count: number
  readonly lastSeal: SealExtent
  readonly #tagging: Tagging
  readonly #table: Table
  /** The head's postings and the fresh ones, not decoded before they are needed: a page out of seals needs none. */
  readonly #tailBytes: Uint8Array
  readonly #freshBytes: Uint8Array
  #decodedTails: readonly [Postings, Postings | undefined] | undefined
  #loaded: Postings | undefined
  #loadedChunk = -1

  constructor(tables: Tables, name: ListName, { head, tailBytes, freshBytes, lastSeal }: ListParts) {
    this.#table = tables.postings
    this.#tagging = taggingOf(name)
    this.head = head
    this.lastSeal = lastSeal
    this.count = head.count + (freshBytes.length > 0 ? freshCount(freshBytes) : 0)
    this.#tailBytes = tailBytes
    this.#freshBytes = freshBytes
  }

  /** Undefined where the list is empty. */
  static find(tables: Tables, name: ListName): ListReader | undefined {
    const parts = readList(tables, name)
    return parts && new ListReader(tables, name, parts)
  }

  /** The newest postings, which no chunk holds: those of the head with the fresh ones behind them, and what of these goes beyond a chunk. */
  get #tails(): readonly [Postings, Postings | undefined] {
    if (this.#decodedTails === undefined) {
      const tail = new Postings()
      decodePostings({ bytes: this.#tailBytes, at: 0 }, this.#tagging, tail, this.head.count % postingsPerChunk)
      const fresh = this.#freshBytes.length > 0 ? decodeFresh(this.#freshBytes, this.#tagging) : []
      const added = addFresh(tail, fresh, 0, postingsPerChunk)
      const beyond = added < fresh.length ? new Postings() : undefined
      if (beyond) addFresh(beyond, fresh, added, postingsPerChunk)
      this.#decodedTails = [tail, beyond]
    }
    return this.#decodedTails
  }

  get #chunks(): number {
    return Math.floor(this.head.count / postingsPerChunk)
  }

  /** The chunk that holds a position; its own position there is `position % postingsPerChunk`. Overwritten by the next call. */
  chunkOf(position: number): Postings {
    const chunk = Math.floor(position / postingsPerChunk)
    const stored = this.#chunks
    if (chunk >= stored) {
      const [tail, beyond] = this.#tails
      return chunk > stored && beyond ? beyond : tail
    }
    this.#loaded ??= new Postings()
    if (chunk !== this.#loadedChunk) {
      decodePostings({ bytes: this.#bytesOf(chunk), at: 0 }, this.#tagging, this.#loaded, postingsPerChunk)
      this.#loadedChunk = chunk
    }
    return this.#loaded
  }

  refAt(position: number): number {
    return this.chunkOf(position).refs[position % postingsPerChunk] ?? 0
  }

  /** The first position whose ref is at least this; the count where there is none. */
  lowerBound(ref: number): number {
    const fullChunks = this.#chunks
    const [tail, beyond] = this.#tails
    if (beyond && (beyond.refs[0] ?? 0) <= ref) return (fullChunks + 1) * postingsPerChunk + beyond.lowerBound(ref)
    if (tail.count > 0 && (tail.refs[0] ?? 0) <= ref) return fullChunks * postingsPerChunk + tail.lowerBound(ref)
    // Refs asked for one after the other mostly lie in one chunk.
    const loaded = this.#loaded
    if (loaded && (loaded.refs[0] ?? 0) <= ref && ref <= (loaded.refs[postingsPerChunk - 1] ?? 0))
      return this.#loadedChunk * postingsPerChunk + loaded.lowerBound(ref)
    // The last chunk that begins at or below the ref holds the answer, or it is right behind that chunk.
    let low = 0
    let high = fullChunks
    while (low < high) {
      const middle = (low + high) >>> 1
      if (firstRefOfChunk(this.#bytesOf(middle), this.#tagging) <= ref) low = middle + 1
      else high = middle
    }
    if (low === 0) return 0
    const start = (low - 1) * postingsPerChunk
    return start + this.chunkOf(start).lowerBound(ref)
  }

  #bytesOf(chunk: number): Uint8Array {
    const bytes = this.#table.getBinaryFast(postingsKey(this.head.list, chunk))
    if (bytes === undefined)
      throw new Error(`the store is damaged: chunk ${chunk} of list ${this.head.list} is missing; restore it or index anew`)
    return bytes
  }
}
