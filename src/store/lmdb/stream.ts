import type { ListReader } from './list-reader.ts'
import type { RefWindow } from './places.ts'
import { postingsPerChunk } from './posting.ts'

/** A posting list with what must hold of its postings; nothing more to check where `ways` is 0 and `contract` undefined. */
export interface Stream {
  readonly list: ListReader
  readonly ways: number
  readonly contract: number | undefined
}

export const isExact = (stream: Stream): boolean => stream.ways === 0 && stream.contract === undefined

const matches = (stream: Stream, ways: number, contract: number): boolean =>
  (stream.ways === 0 || (ways & stream.ways) !== 0) && (stream.contract === undefined || contract === stream.contract)

/** Whether a stream has this ref. Asked with rising or falling refs it mostly looks into the chunk it has at hand. */
export const hasRef = (stream: Stream, ref: number): boolean => {
  const position = stream.list.lowerBound(ref)
  if (position >= stream.list.count) return false
  const chunk = stream.list.chunkOf(position)
  const i = position % postingsPerChunk
  return chunk.refs[i] === ref && matches(stream, chunk.ways[i] ?? 0, chunk.contracts[i] ?? 0)
}

/** Walks the matching refs of a stream in one direction. `tick` is called for every posting looked at. */
export class StreamCursor {
  readonly #stream: Stream
  readonly #step: 1 | -1
  readonly #tick: () => void
  #position: number
  readonly #end: number

  constructor(stream: Stream, window: RefWindow, order: 'asc' | 'desc', tick: () => void) {
    const { list } = stream
    const low = window.low === 0 ? 0 : list.lowerBound(window.low)
    const high = window.high === Number.POSITIVE_INFINITY ? list.count : list.lowerBound(window.high)
    this.#stream = stream
    this.#tick = tick
    this.#step = order === 'asc' ? 1 : -1
    this.#position = order === 'asc' ? low : high - 1
    this.#end = order === 'asc' ? Math.max(low, high) : Math.min(low, high) - 1
  }

  /** The next matching ref; -1 at the end. */
  next(): number {
    while (this.#position !== this.#end) {
      this.#tick()
      const chunk = this.#stream.list.chunkOf(this.#position)
      const i = this.#position % postingsPerChunk
      this.#position += this.#step
      if (matches(this.#stream, chunk.ways[i] ?? 0, chunk.contracts[i] ?? 0)) return chunk.refs[i] ?? -1
    }
    return -1
  }
}

/** The refs of either of some streams, in order, each once. */
export class UnionCursor {
  readonly #cursors: readonly StreamCursor[]
  readonly #heads: number[]
  readonly #before: (a: number, b: number) => boolean

  constructor(cursors: readonly StreamCursor[], order: 'asc' | 'desc') {
    this.#cursors = cursors
    this.#heads = cursors.map((cursor) => cursor.next())
    this.#before = order === 'asc' ? (a, b) => a < b : (a, b) => a > b
  }

  next(): number {
    let found = -1
    for (const head of this.#heads) if (head !== -1 && (found === -1 || this.#before(head, found))) found = head
    if (found === -1) return -1
    this.#heads.forEach((head, i) => {
      if (head === found) this.#heads[i] = this.#cursors[i]?.next() ?? -1
    })
    return found
  }
}
