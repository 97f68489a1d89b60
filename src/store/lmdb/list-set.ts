import type { Tables } from './database.ts'
import { inKeyOrder } from './key-order.ts'
import { addressOfName, kindPrefix, type ListName, listKind, listName, metaKey, runOfName } from './keys.ts'
import { ListWriter } from './list-writer.ts'
import { Postings } from './posting.ts'

/** Settled by a commit at least, while there are more than the target: so that small commits get ahead too. */
const minSettled = 64
/** Some 2 kB each. */
const maxSparePostings = 8_192

/**
 * The lists of a writer. Those a transaction touches are written once, at its end, in the order of the keys. Those with fresh postings stay here from one commit to
 * the next, all of them, as they are stored: a commit meets most of them again, and looking each up would be a quarter of its work. What is kept
 * is thrown away where a transaction fails, and read anew.
 */
export class ListSet {
  readonly tables: Tables
  /** Lists whose head came into hand since this was last emptied. */
  settled: ListWriter[] = []
  /** The lists of addresses whose narrower lists are kept. */
  readonly promoted = new Set<ListName>()
  readonly #waiting = new Map<ListName, ListWriter>()
  readonly #touched: ListWriter[] = []
  readonly #spare: Postings[] = []
  #loaded = false
  #next = 1

  constructor(tables: Tables) {
    this.tables = tables
  }

  /** To be called when a transaction begins; `runs` are the ids of all runs. */
  begin(runs: Iterable<number>): void {
    if (this.#loaded) return
    this.#next = this.tables.meta.getBinary(metaKey('lists'))?.readUInt32BE(0) ?? 1
    for (const run of runs) this.#loadPromoted(run)
    for (const { key, value } of this.tables.fresh.getRange({})) {
      const name = key.toString('latin1')
      this.#waiting.set(name, new ListWriter(this, name, value))
    }
    this.#loaded = true
  }

  /** An address has lists by side only where it has all that narrow its own, and at least one of the two. */
  #loadPromoted(run: number): void {
    for (const table of [this.tables.heads, this.tables.fresh])
      for (const key of table.getKeys({ start: kindPrefix(run, listKind.sender), end: kindPrefix(run, listKind.recipient + 1) }))
        this.promoted.add(listName(run, listKind.address, addressOfName(key.toString('latin1'))))
  }

  /** To be called when a transaction came to nothing. */
  forget(): void {
    this.promoted.clear()
    this.#waiting.clear()
    this.#touched.length = 0
    this.settled = []
    this.#loaded = false
  }

  list(name: ListName): ListWriter {
    let found = this.#waiting.get(name)
    if (found === undefined) {
      found = new ListWriter(this, name, undefined)
      this.#waiting.set(name, found)
    }
    if (!found.touched) {
      found.touched = true
      this.#touched.push(found)
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
    for (const list of inKeyOrder(this.#touched)) {
      list.touched = false
      if (!list.write()) this.#waiting.delete(list.name)
    }
    this.#touched.length = 0
    this.settled = []
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(this.#next)
    this.tables.meta.putSync(metaKey('lists'), bytes)
  }

  /** To be called when a run was removed with all of its lists. */
  dropRun(run: number): void {
    for (const name of this.#waiting.keys()) if (runOfName(name) === run) this.#waiting.delete(name)
    for (const name of this.promoted) if (runOfName(name) === run) this.promoted.delete(name)
  }

  /**
   * Settles the next of the lists that wait, in the order of their keys, round and round: as many as there are above the target, within reason. Neighbours go
   * together, so that a page of heads takes several at once.
   */
  settleNext(target: number): void {
    const { fresh, meta } = this.tables
    const limit = Math.min(Math.floor(this.#waiting.size - target), this.#touched.length + minSettled)
    if (limit <= 0) return
    const start = meta.getBinary(metaKey('settling'))
    // All of them first: settling reads and writes other tables.
    const next = [...fresh.getKeys({ ...(start && { start }), limit })]
    let last = ''
    for (const key of next) {
      last = key.toString('latin1')
      this.list(last).settle()
    }
    // At the end it begins anew.
    if (next.length === limit) meta.putSync(metaKey('settling'), Buffer.from(`${last}\0`, 'latin1'))
    else meta.removeSync(metaKey('settling'))
  }
}
