import type { PackedRow } from '../../records/packed-row.ts'
import { RowsetBuilder } from '../../records/rowset-builder.ts'
import { unpackRowset } from '../../records/rowset-unpack.ts'
import { view } from './database.ts'
import { decodeFresh, encodeFresh, type FreshPostings, maxFresh, numbersPerFresh } from './fresh.ts'
import { headKey, type ListName, postingsKey, sealKey } from './keys.ts'
import type { ListSet } from './list-set.ts'
import {
  decodeHead,
  decodePostings,
  emptyHead,
  encodeChunk,
  encodeHead,
  type ListHead,
  Postings,
  postingsPerChunk,
  rowsetMaxBytes,
  type Tagging,
  taggingOf,
} from './posting.ts'

/** What a list is while its head is in hand. */
interface Settled {
  readonly head: ListHead
  readonly tail: Postings
}

/**
 * A posting list under change. New postings stay beside the head until there are `maxFresh` of them; whatever needs the head settles the list first. One that
 * is settled is good until it is written; one that waits is kept by the writer's `ListSet`.
 */
export class ListWriter {
  readonly name: ListName
  /** Whether it is among those that the transaction in hand will write. */
  touched = false
  readonly #lists: ListSet
  readonly #tagging: Tagging
  #freshStored: boolean
  #fresh: FreshPostings
  #promoted: boolean
  #settled: Settled | undefined

  /** `bytes` are the fresh postings as stored. */
  constructor(lists: ListSet, name: ListName, bytes: Uint8Array | undefined) {
    this.#lists = lists
    this.name = name
    this.#tagging = taggingOf(name)
    this.#freshStored = bytes !== undefined
    this.#fresh = bytes ? decodeFresh(bytes, this.#tagging) : []
    this.#promoted = this.#tagging === 'way and contract' && lists.promoted.has(name)
  }

  /** Whether the lists that narrow this one are kept. */
  get promoted(): boolean {
    return this.#settled?.head.promoted ?? this.#promoted
  }

  get head(): ListHead {
    return this.settle().head
  }

  /** The ref must be above all refs of the list. */
  append(ref: number, ways: number, contract: number): void {
    if (this.#settled) {
      this.#append(this.#settled, ref, ways, contract)
      return
    }
    // Most lists get one posting: a literal takes no more room than that.
    if (this.#fresh.length === 0) this.#fresh = [ref, ways, contract]
    else this.#fresh.push(ref, ways, contract)
    if (this.#fresh.length === maxFresh * numbersPerFresh) this.settle()
  }

  #append({ head, tail }: Settled, ref: number, ways: number, contract: number): void {
    tail.add(ref, ways, contract)
    head.count++
    if (tail.count < postingsPerChunk) return
    const chunk = head.count / postingsPerChunk - 1
    this.#lists.tables.postings.putSync(postingsKey(this.number(), chunk), encodeChunk(this.#tagging, tail))
    tail.count = 0
  }

  /** Takes the head into hand, and all postings into it. */
  settle(): Settled {
    if (this.#settled) return this.#settled
    const tail = this.#lists.takePostings()
    tail.count = 0
    const bytes = this.#lists.tables.heads.getBinaryFast(headKey(this.name))
    const head = bytes ? decodeHead(bytes, this.#tagging, tail) : emptyHead()
    const settled = { head, tail }
    this.#settled = settled
    this.#lists.settled.push(this)
    const fresh = this.#fresh
    for (let i = 0; i < fresh.length; i += numbersPerFresh) this.#append(settled, fresh[i] ?? 0, fresh[i + 1] ?? 0, fresh[i + 2] ?? 0)
    this.#fresh = []
    return settled
  }

  /** Writes what has changed; answers whether it has fresh postings that wait. */
  write(): boolean {
    const { heads, fresh } = this.#lists.tables
    const settled = this.#settled
    if (settled === undefined) {
      if (this.#fresh.length === 0) return false
      fresh.putSync(headKey(this.name), encodeFresh(this.#fresh, this.#tagging))
      this.#freshStored = true
      return true
    }
    if (settled.head.count > 0) heads.putSync(headKey(this.name), encodeHead(settled.head, this.#tagging, settled.tail))
    else heads.removeSync(headKey(this.name))
    if (settled.head.promoted && settled.head.count > 0) this.#lists.promoted.add(this.name)
    else if (this.#promoted) this.#lists.promoted.delete(this.name)
    this.#lists.givePostings(settled.tail)
    if (this.#freshStored) fresh.removeSync(headKey(this.name))
    return false
  }

  /** The list's own number, given to it when first needed. */
  number(): number {
    const { head } = this
    if (head.list === 0) head.list = this.#lists.nextNumber()
    return head.list
  }

  /** Calls with every posting from a position on. */
  forEach(position: number, visit: (ref: number, ways: number, contract: number) => void): void {
    const { head, tail } = this.settle()
    const full = head.count - tail.count
    const loaded = position < full ? new Postings() : tail
    for (let at = position; at < head.count; at++) {
      const i = at % postingsPerChunk
      if (at < full && (i === 0 || at === position)) this.#load(Math.floor(at / postingsPerChunk), loaded)
      const postings = at < full ? loaded : tail
      visit(postings.refs[i] ?? 0, postings.ways[i] ?? 0, postings.contracts[i] ?? 0)
    }
  }

  /** Takes off every posting at or above a ref, and the seals that hold one. */
  truncate(ref: number): void {
    const { head, tail } = this.settle()
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
    if (head.sealedTo <= head.count) return
    const range = { start: sealKey(head.list, 0xffff_ffff), end: sealKey(head.list - 1, 0xffff_ffff), reverse: true }
    const removed: number[] = []
    head.openSeal = 0
    head.sealedTo = head.count
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
    decodePostings({ bytes, at: 0 }, this.#tagging, into, postingsPerChunk)
  }
}
