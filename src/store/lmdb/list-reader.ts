import { type Table, type Tables, view } from './database.ts'
import { headKey, type ListName, postingsKey } from './keys.ts'
import { decodeHeadFields, decodePostings, firstRefOfChunk, type ListHead, Postings, postingsPerChunk, taggingOf } from './posting.ts'

/** A posting list, read: any position by arithmetic, any ref by search over the chunks' first refs. */
export class ListReader {
  readonly head: ListHead
  readonly #tagging: ReturnType<typeof taggingOf>
  readonly #table: Table
  /** The head's postings, not decoded before they are needed: a page out of seals needs none. */
  readonly #tailBytes: Uint8Array
  #decodedTail: Postings | undefined
  #loaded: Postings | undefined
  #loadedChunk = -1

  private constructor(tables: Tables, name: ListName, bytes: Uint8Array) {
    const cursor = { bytes, at: 0 }
    this.#table = tables.postings
    this.#tagging = taggingOf(name)
    this.head = decodeHeadFields(cursor)
    // Not `slice` of a Buffer, which would not copy.
    this.#tailBytes = Uint8Array.prototype.slice.call(bytes, cursor.at)
  }

  /** Undefined where the list is empty. */
  static find(tables: Tables, name: ListName): ListReader | undefined {
    const bytes = tables.heads.getBinaryFast(headKey(name))
    return bytes && new ListReader(tables, name, view(bytes))
  }

  get #tail(): Postings {
    if (this.#decodedTail === undefined) {
      this.#decodedTail = new Postings()
      decodePostings({ bytes: this.#tailBytes, at: 0 }, this.#tagging, this.#decodedTail, this.count % postingsPerChunk)
    }
    return this.#decodedTail
  }

  get count(): number {
    return this.head.count
  }

  /** The chunk that holds a position; its own position there is `position % postingsPerChunk`. Overwritten by the next call. */
  chunkOf(position: number): Postings {
    const chunk = Math.floor(position / postingsPerChunk)
    if (chunk === Math.floor(this.count / postingsPerChunk)) return this.#tail
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
    const fullChunks = Math.floor(this.count / postingsPerChunk)
    if (this.#tail.count > 0 && (this.#tail.refs[0] ?? 0) <= ref) return fullChunks * postingsPerChunk + this.#tail.lowerBound(ref)
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
