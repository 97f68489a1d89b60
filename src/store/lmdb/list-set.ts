import type { Tables } from './database.ts'
import { headKey, type ListName, metaKey } from './keys.ts'
import { ListWriter } from './list-writer.ts'
import { Postings } from './posting.ts'

/** Settled by a commit at least, while there are more than the target: so that small commits get ahead too. */
const minSettled = 64
/** Some 2 kB each. */
const maxSparePostings = 8_192

/** The lists one transaction touches. Each is read once and written once, at the end, in the order of the keys. */
export class ListSet {
  readonly tables: Tables
  /** Lists whose head came into hand since this was last emptied. */
  settled: ListWriter[] = []
  readonly #touched = new Map<ListName, ListWriter>()
  readonly #spare: Postings[]
  #next: number
  #freshLists: number

  /** `spare` is kept by the writer between transactions, so that they need not make these anew. */
  constructor(tables: Tables, spare: Postings[]) {
    this.tables = tables
    this.#spare = spare
    const bytes = tables.meta.getBinary(metaKey('lists'))
    this.#next = bytes?.readUInt32BE(0) ?? 1
    this.#freshLists = bytes?.readUInt32BE(4) ?? 0
  }

  list(name: ListName): ListWriter {
    const found = this.#touched.get(name)
    return found ?? this.#list(name, this.tables.fresh.getBinaryFast(headKey(name)))
  }

  #list(name: ListName, freshBytes: Uint8Array | undefined): ListWriter {
    let found = this.#touched.get(name)
    if (found === undefined) {
      found = new ListWriter(this, name, freshBytes)
      this.#touched.set(name, found)
    }
    return found
  }

  nextNumber(): number {
    return this.#next++
  }

  takePostings(): Postings {
    return this.#spare.pop() ?? new Postings()
  }

  /** What one larger commit needed is not kept for ever. */
  givePostings(postings: Postings): void {
    if (this.#spare.length < maxSparePostings) this.#spare.push(postings)
  }

  flush(): void {
    for (const name of [...this.#touched.keys()].sort()) this.#freshLists += this.#touched.get(name)?.write() ?? 0
    this.#touched.clear()
    this.settled = []
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32BE(this.#next)
    bytes.writeUInt32BE(this.#freshLists, 4)
    this.tables.meta.putSync(metaKey('lists'), bytes)
  }

  /** To be called when fresh postings were removed together with their run. */
  dropFresh(lists: number): void {
    this.#freshLists -= lists
  }

  /**
   * Settles the next of the lists that wait, in the order of their keys, round and round: as many as there are above the target, within reason. Neighbours go
   * together, so that a page of heads takes several at once.
   */
  settleNext(target: number): void {
    const { fresh, meta } = this.tables
    const limit = Math.min(Math.floor(this.#freshLists - target), this.#touched.size + minSettled)
    if (limit <= 0) return
    const start = meta.getBinary(metaKey('settling'))
    // All of them first: settling reads and writes other tables.
    const next = [...fresh.getRange({ ...(start && { start }), limit })]
    let last = ''
    for (const { key, value } of next) {
      last = key.toString('latin1')
      this.#list(last, value).settle()
    }
    // At the end it begins anew.
    if (next.length === limit) meta.putSync(metaKey('settling'), Buffer.from(`${last}\0`, 'latin1'))
    else meta.removeSync(metaKey('settling'))
  }
}
