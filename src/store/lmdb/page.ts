import { placeOfRow } from '../../records/rowset-view.ts'
import type { PageEnd, Position, RowSink } from '../port.ts'
import { type Tables, view } from './database.ts'
import { rowsKey, sealKey } from './keys.ts'
import type { ListReader } from './list-reader.ts'
import { postingsPerChunk, refsPerChunk } from './posting.ts'

const nothing: Uint8Array = new Uint8Array()

/** A page on its way to the sink. */
export class RowPage {
  readonly #tables: Tables
  readonly #sink: RowSink
  readonly #step: 1 | -1
  #rows = 0
  #last: Position | undefined
  #bytes: Uint8Array = nothing
  #lastRow = 0

  constructor(tables: Tables, sink: RowSink, order: 'asc' | 'desc') {
    this.#tables = tables
    this.#sink = sink
    this.#step = order === 'asc' ? 1 : -1
  }

  get rows(): number {
    return this.#rows
  }

  end(more: boolean): PageEnd {
    return { rows: this.#rows, last: this.#last, more }
  }

  /** `count` rows of a list from a position on, in the order of the page: from seals as far as the list has them, else row by row. */
  positions(list: ListReader, run: number, position: number, count: number): void {
    if (count === 0) return
    const { sealedTo } = list.head
    if (this.#step === 1) {
      const sealed = Math.max(0, Math.min(count, sealedTo - position))
      if (sealed > 0) this.#sealedUp(list, position, sealed)
      if (sealed < count) this.#unsealed(list, run, position + sealed, count - sealed)
    } else {
      const unsealed = Math.max(0, Math.min(count, position + 1 - sealedTo))
      if (unsealed > 0) this.#unsealed(list, run, position, unsealed)
      if (unsealed < count) this.#sealedDown(list, position - unsealed, count - unsealed)
    }
    this.#notePlace()
  }

  /** Rows by their refs, in the order given, which is that of the page. */
  refs(run: number, refs: readonly number[]): void {
    this.#rowsAt(run, refs)
    this.#notePlace()
  }

  #emit(bytes: Uint8Array, first: number, count: number): void {
    this.#sink(bytes, first, count, this.#step)
    this.#rows += count
    this.#bytes = bytes
    this.#lastRow = first + this.#step * (count - 1)
  }

  /** To be called before the bytes of the last row are overwritten. */
  #notePlace(): void {
    if (this.#bytes.length > 0) this.#last = placeOfRow(this.#bytes, this.#lastRow)
    this.#bytes = nothing
  }

  #seal(list: ListReader, start: number): Uint8Array {
    const bytes = this.#tables.seals.getBinaryFast(sealKey(list.head.list, start))
    if (bytes === undefined)
      throw new Error(`the store is damaged: seal ${start} of list ${list.head.list} is missing; restore it or index anew`)
    return view(bytes)
  }

  /** Where seals begin, from the one that holds a position downwards. */
  #sealStarts(list: ListReader, position: number, limit: number): Iterable<Buffer> {
    const number = list.head.list
    return this.#tables.seals.getKeys({ start: sealKey(number, position), end: sealKey(number - 1, 0xffff_ffff), reverse: true, limit })
  }

  /** Where the seal begins that holds a position. */
  #sealStart(list: ListReader, position: number): number {
    const { start, rows } = list.lastSeal
    if (position >= start && position < start + rows) return start
    if (position === start + rows) return position
    for (const key of this.#sealStarts(list, position, 1)) return key.readUInt32BE(4)
    throw new Error(`the store is damaged: no seal of list ${list.head.list} holds position ${position}; restore it or index anew`)
  }

  #sealedUp(list: ListReader, position: number, count: number): void {
    let start = this.#sealStart(list, position)
    let first = position - start
    for (let left = count; left > 0; first = 0) {
      const bytes = this.#seal(list, start)
      const rows = bytes[1] ?? 0
      const taken = Math.min(rows - first, left)
      this.#emit(bytes, first, taken)
      left -= taken
      list.lastSeal.start = start
      list.lastSeal.rows = rows
      start += rows
    }
  }

  #sealedDown(list: ListReader, position: number, count: number): void {
    let at = position
    let left = count
    for (const key of this.#sealStarts(list, position, count)) {
      const start = key.readUInt32BE(4)
      const bytes = this.#seal(list, start)
      const taken = Math.min(at - start + 1, left)
      this.#emit(bytes, at - start, taken)
      at = start - 1
      left -= taken
      if (left === 0) break
    }
  }

  #unsealed(list: ListReader, run: number, position: number, count: number): void {
    const refs: number[] = []
    let at = position
    for (let left = count; left > 0; left--) {
      refs.push(list.refAt(at))
      at += this.#step
      if (refs.length < postingsPerChunk && left > 1) continue
      this.#rowsAt(run, refs)
      refs.length = 0
    }
  }

  #rowsAt(run: number, refs: readonly number[]): void {
    const step = this.#step
    let loaded = -1
    let bytes = nothing
    for (let i = 0; i < refs.length; ) {
      const ref = refs[i] ?? 0
      const chunk = Math.floor(ref / refsPerChunk)
      if (chunk !== loaded) {
        bytes = this.#chunk(run, chunk)
        loaded = chunk
      }
      const first = ref % refsPerChunk
      // Neighbours in the list that are neighbours in the chunk go together.
      let count = 1
      while (i + count < refs.length && refs[i + count] === ref + step * count && Math.floor((ref + step * count) / refsPerChunk) === chunk)
        count++
      this.#emit(bytes, first, count)
      i += count
    }
  }

  #chunk(run: number, chunk: number): Uint8Array {
    const bytes = this.#tables.rows.getBinaryFast(rowsKey(run, chunk))
    if (bytes === undefined) throw new Error(`the store is damaged: chunk ${chunk} of run ${run} is missing; restore it or index anew`)
    return view(bytes)
  }
}
