import { setMaxListeners } from 'node:events'
import { attempt } from './attempt.ts'
import type { Chain, Sizes } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import type { FetchOptions, Sourced } from './port.ts'

/** What stands at consecutive heights and is fetched several to a request. */
export interface Piece<T> {
  /** For messages: "block", "header". */
  readonly name: string
  /** Where its weight is remembered. */
  readonly size: 'bytesPerBlock' | 'bytesPerHeader'
  readonly requestMax: number
  fetch(
    chain: Chain,
    endpoint: Endpoint,
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly T[]; readonly bytes: number }>
}

/** Small pieces share a request up to about this much answer: more would only delay the first of them. */
const requestTargetBytes = 1_000_000
/** Answers under way or waiting their turn: bounds memory on chains with heavy blocks, as parsed blocks take a few times their size. */
const windowBytes = 32_000_000

interface Run<T> {
  readonly from: number
  readonly to: number
  readonly fetched: Promise<Sourced<readonly T[]>>
}

/** Pieces in order, several requests ahead of the reader, never more than the window holds. */
export async function* fetchInOrder<T>(
  chain: Chain,
  piece: Piece<T>,
  from: number,
  to: number,
  options: FetchOptions = {},
): AsyncGenerator<Sourced<T>, void, void> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, chain.closed, ...(options.signal ? [options.signal] : [])])
  // Every request of the window listens to it: many are no leak here.
  setMaxListeners(0, signal)
  const window: Run<T>[] = []
  let next = from
  const fill = (): void => {
    while (next <= to && roomFor(chain, piece, window)) {
      const last = Math.min(to, next + perRequest(chain, piece) - 1)
      const fetched = fetchRun(chain, piece, next, last, options.not, signal)
      // Read in its turn, or never where the reader has left: either way it is not unhandled.
      fetched.catch(() => {})
      window.push({ from: next, to: last, fetched })
      next = last + 1
    }
  }
  try {
    for (;;) {
      fill()
      const run = window.shift()
      if (run === undefined) return
      const { value, source } = await run.fetched
      fill()
      for (const one of value) yield { value: one, source }
    }
  } finally {
    stop.abort(new DOMException(`the ${piece.name}s are no longer wanted`, 'AbortError'))
  }
}

const roomFor = <T>(chain: Chain, { size }: Piece<T>, window: readonly Run<T>[]): boolean => {
  if (window.length === 0) return true
  const bytes = window.reduce((sum, run) => sum + (run.to - run.from + 1), 0) * (chain.sizes[size] ?? requestTargetBytes)
  return window.length < chain.limits.concurrency && bytes < windowBytes
}

const perRequest = <T>({ sizes }: Chain, { size, requestMax }: Piece<T>): number => {
  const bytes = sizes[size]
  return bytes === undefined ? 1 : Math.max(1, Math.min(requestMax, Math.floor(requestTargetBytes / bytes)))
}

const fetchRun = <T>(
  chain: Chain,
  piece: Piece<T>,
  from: number,
  to: number,
  not: FetchOptions['not'],
  signal: AbortSignal,
): Run<T>['fetched'] => {
  const what = from === to ? `${piece.name} ${from}` : `${piece.name}s ${from} to ${to}`
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const work = async (endpoint: Endpoint): Promise<readonly T[]> => {
    const { found, bytes } = await piece.fetch(chain, endpoint, numbers, signal)
    noteSize(chain.sizes, piece.size, bytes / numbers.length)
    return found
  }
  return attempt(chain, { what, from, to, ...(not ? { not } : {}) }, 'bulk', work, signal)
}

/** The newest observation counts for a fifth: blocks differ, eras differ more. */
const sizeWeight = 0.2

const noteSize = (sizes: Sizes, size: Piece<unknown>['size'], bytes: number): void => {
  const known = sizes[size]
  sizes[size] = known === undefined ? bytes : known + (bytes - known) * sizeWeight
}
