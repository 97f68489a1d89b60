import type { Failure } from './errors.ts'

/** What an answer rests on, for the headers every answer of a query carries. */
export interface Basis {
  readonly head: number
  readonly finalized: number
  /** Complete ranges of the dataset asked, as `0-19000000,19000100-19500000`. */
  readonly coverage: string
}

/** The answer to a query: its bytes, and what stands beside them in headers. */
export interface Answer {
  /** Absent for a success, also one without rows. Its HTTP status is `statusOf(failure.code, honest)`. */
  readonly failure: Failure | undefined
  /** The body in order. The bytes may be the encoder's own memory: they hold until `release`. */
  readonly body: readonly Buffer[]
  /** Of the whole body. */
  readonly bytes: number
  readonly rows: number
  /** Absent where no index was looked at. */
  readonly basis: Basis | undefined
  /** Continues this query after its last row; absent where nothing follows. */
  readonly nextCursor: string | undefined
  /** To be called after the last byte was written or the connection has gone; the body must not be touched after it. Calling it again does nothing. */
  readonly release: () => void
}

const nothingHeld = (): void => {}

export const failed = (failure: Failure, basis?: Basis): Answer => ({
  failure,
  body: [failure.body],
  bytes: failure.body.length,
  rows: 0,
  basis,
  nextCursor: undefined,
  release: nothingHeld,
})

export const succeeded = (
  body: readonly Buffer[],
  bytes: number,
  rows: number,
  basis: Basis | undefined,
  nextCursor: string | undefined,
  release: () => void = nothingHeld,
): Answer => ({ failure: undefined, body, bytes, rows, basis, nextCursor, release })
