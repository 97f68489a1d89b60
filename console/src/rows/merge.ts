import type { Row } from '../service/ask.ts'

/** What makes a row the one it is; another block at the same height makes another row. */
export const identity = (row: Row): string =>
  `${row['blockHash'] ?? row['uncleHash'] ?? row['blockNumber']}:${row['logIndex'] ?? ''}:${row['batchIndex'] ?? ''}`

interface Merged {
  /** Rows to stand in front of what is kept. */
  readonly fresh: readonly Row[]
  /** Rows at the front that are no longer part of the chain. */
  readonly undone: number
  /** Nothing of what was known is in the newest page: only starting over is right. */
  readonly restart: boolean
}

/** Compares the newest page with the rows known, both newest first: what is new, and what a reorganisation took away. */
export const mergeNewest = (known: readonly Row[], newest: readonly Row[]): Merged => {
  if (known.length === 0) return { fresh: newest, undone: 0, restart: false }
  if (newest.length === 0) return { fresh: [], undone: known.length, restart: true }
  const places = new Map(newest.map((row, index) => [identity(row), index]))
  const undone = known.findIndex((row) => places.has(identity(row)))
  if (undone === -1) return { fresh: [], undone: 0, restart: true }
  const first = places.get(identity(known[undone] as Row)) ?? 0
  const overlap = Math.min(newest.length - first, known.length - undone)
  for (let i = 0; i < overlap; i++)
    if (identity(newest[first + i] as Row) !== identity(known[undone + i] as Row)) return { fresh: [], undone: 0, restart: true }
  return { fresh: newest.slice(0, first), undone, restart: false }
}
