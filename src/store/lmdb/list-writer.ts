import { type PackedRow, RowsetBuilder, unpackRowset } from '../../records/rowset-builder.ts'
import { type Tables, view } from './database.ts'
import { headKey, type ListName, metaKey, postingsKey, sealKey } from './keys.ts'
import {
  decodeHead,
  decodePostings,
  encodeChunk,
  encodeHead,
  type ListHead,
  Postings,
  postingsPerChunk,
  rowsetMaxBytes,
  taggingOf,
} from './posting.ts'

/** A posting list under change, within one transaction. */
export class ListWriter {
  readonly name: ListName
  readonly head: ListHead
  readonly tail: Postings
  readonly #lists: ListSet

  constructor(lists: ListSet, name: ListName, tail: Postings) {
    this.#lists = lists
    this.name = name
    this.tail = tail
    tail.count = 0
    const bytes = lists.tables.heads.getBinaryFast(headKey(name))
    this.head = bytes ? decodeHead(bytes, taggingOf(name), tail) : { count: 0, list: 0, promoted: false, sealed: false, openSeal: 0 }
  }

  /** The ref must be above all refs of the list. */
  append(ref: number, ways: number, contract: number): void {
    this.tail.add(ref, ways, contract)
    this.head.count++
    if (this.tail.count < postingsPerChunk) return
    const chunk = this.head.count / postingsPerChunk - 1
    this.#lists.tables.postings.putSync(postingsKey(this.number(), chunk), encodeChunk(taggingOf(this.name), this.tail))
    this.tail.count = 0
  }

  /** The list's own number, given to it when first needed. */
  number(): number {
    if (this.head.list === 0) this.head.list = this.#lists.nextNumber()
    return this.head.list
  }

  /** Calls with every posting from a position on. */
  forEach(position: number, visit: (ref: number, ways: number, contract: number) => void): void {
    const full = this.head.count - this.tail.count
    const loaded = new Postings()
    for (let at = position; at < this.head.count; at++) {
      const i = at % postingsPerChunk
      if (at < full && (i === 0 || at === position)) this.#load(Math.floor(at / postingsPerChunk), loaded)
      const postings = at < full ? loaded : this.tail
      visit(postings.refs[i] ?? 0, postings.ways[i] ?? 0, postings.contracts[i] ?? 0)
    }
  }

  /** Takes off every posting at or above a ref, and the seals that hold one. */
  truncate(ref: number): void {
    const { head, tail } = this
    const { postings } = this.#lists.tables
    while (head.count > 0) {
      if (tail.count > 0 && (tail.refs[0] ?? 0) < ref) {
        const kept = tail.lowerBound(ref)
        head.count -= tail.count - kept
        tail.count = kept
        break
      }
      head.count -= tail.count
      if (head.count === 0) {
        tail.count = 0
        break
      }
      const chunk = head.count / postingsPerChunk - 1
      this.#load(chunk, tail)
      if ((tail.refs[postingsPerChunk - 1] ?? 0) < ref) {
        tail.count = 0
        break
      }
      postings.removeSync(postingsKey(head.list, chunk))
    }
    this.#unseal()
  }

  /** Cuts the seals where the list was cut: those above go, the one that held the place keeps the rows below it. */
  #unseal(): void {
    const { head } = this
    const { seals } = this.#lists.tables
    if (!head.sealed) return
    const range = { start: sealKey(head.list, 0xffff_ffff), end: sealKey(head.list - 1, 0xffff_ffff), reverse: true }
    const removed: number[] = []
    head.openSeal = 0
    for (const key of seals.getKeys(range)) {
      const start = key.readUInt32BE(4)
      if (start < head.count) {
        head.openSeal = start
        break
      }
      removed.push(start)
    }
    for (const start of removed) seals.removeSync(sealKey(head.list, start))
    if (head.count === 0) return
    const rows = this.openRows()
    const kept = head.count - head.openSeal
    if (rows.length > kept) this.putOpenSeal(rows.slice(0, kept))
  }

  /** The rows of the newest seal. */
  openRows(): PackedRow[] {
    const bytes = this.#lists.tables.seals.getBinaryFast(sealKey(this.head.list, this.head.openSeal))
    return bytes ? unpackRowset(view(bytes)) : []
  }

  /** Writes the newest seal anew; these rows fit into it. */
  putOpenSeal(rows: readonly PackedRow[]): void {
    const builder = new RowsetBuilder(rowsetMaxBytes)
    for (const row of rows) builder.add(row)
    this.#lists.tables.seals.putSync(sealKey(this.number(), this.head.openSeal), builder.encodeShared())
  }

  #load(chunk: number, into: Postings): void {
    const bytes = this.#lists.tables.postings.getBinaryFast(postingsKey(this.head.list, chunk))
    if (bytes === undefined)
      throw new Error(`the store is damaged: chunk ${chunk} of list ${this.head.list} is missing; restore it or index anew`)
    decodePostings({ bytes, at: 0 }, taggingOf(this.name), into, postingsPerChunk)
  }
}

/** The lists one transaction touches. Each is read once and written once, at the end, in the order of the keys. */
export class ListSet {
  readonly tables: Tables
  readonly #touched = new Map<ListName, ListWriter>()
  readonly #spare: Postings[]
  #next: number

  /** `spare` is kept by the writer between transactions, so that they need not make these anew. */
  constructor(tables: Tables, spare: Postings[]) {
    this.tables = tables
    this.#spare = spare
    this.#next = tables.meta.getBinaryFast(metaKey('lists'))?.readUInt32BE() ?? 1
  }

  list(name: ListName): ListWriter {
    let found = this.#touched.get(name)
    if (found === undefined) {
      found = new ListWriter(this, name, this.#spare.pop() ?? new Postings())
      this.#touched.set(name, found)
    }
    return found
  }

  nextNumber(): number {
    return this.#next++
  }

  flush(): void {
    const { heads, meta } = this.tables
    for (const name of [...this.#touched.keys()].sort()) {
      const list = this.#touched.get(name)
      if (list === undefined) continue
      if (list.head.count > 0) heads.putSync(headKey(name), encodeHead(list.head, taggingOf(name), list.tail))
      else heads.removeSync(headKey(name))
      this.#spare.push(list.tail)
    }
    // A busy commit touches some ten thousand lists; what one larger commit needed is not kept for ever.
    this.#spare.length = Math.min(this.#spare.length, 16_384)
    this.#touched.clear()
    const number = Buffer.alloc(4)
    number.writeUInt32BE(this.#next)
    meta.putSync(metaKey('lists'), number)
  }
}
