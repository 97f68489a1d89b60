import type { BlockRange } from '../../../src/store/port.ts'

/** Columns the strip is drawn with: finer than a screen shows. A chain indexed in ten thousand pieces is drawn as fast as one in two. */
export const columns = 1_000

interface Run {
  readonly from: number
  readonly to: number
  readonly whole: boolean
}

/** Runs of columns that are wholly or partly covered. */
export const stripRuns = (ranges: readonly BlockRange[], first: number, last: number): readonly Run[] => {
  const length = last - first + 1
  if (length <= 0) return []
  const filled = new Float64Array(columns)
  const perColumn = length / columns
  for (const { from, to } of ranges) {
    const start = Math.max(from, first) - first
    const end = Math.min(to, last) - first + 1
    if (end <= start) continue
    const [begin, stop] = [start / perColumn, end / perColumn]
    for (let column = Math.floor(begin); column < Math.min(columns, Math.ceil(stop)); column++)
      filled[column] = (filled[column] ?? 0) + Math.min(stop, column + 1) - Math.max(begin, column)
  }
  const runs: Run[] = []
  const kindOf = (share: number): 0 | 1 | 2 => (share <= 0 ? 0 : share < 1 - 1e-6 ? 1 : 2)
  for (let from = 0; from < columns; ) {
    const kind = kindOf(filled[from] ?? 0)
    let to = from + 1
    while (to < columns && kindOf(filled[to] ?? 0) === kind) to++
    if (kind > 0) runs.push({ from, to, whole: kind === 2 })
    from = to
  }
  return runs
}

/** Blocks of the ranges within the bounds. */
export const covered = (ranges: readonly BlockRange[], first: number, last: number): number =>
  ranges.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, last) - Math.max(from, first) + 1), 0)
