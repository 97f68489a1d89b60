import { subtract } from '../store/coverage.ts'
import type { BlockRange, ChainState, Dataset } from '../store/port.ts'

/** A stretch of blocks of which the same datasets are missing. */
export interface Gap extends BlockRange {
  readonly datasets: readonly Dataset[]
}

/** Every block that is in any of the lists, as ascending ranges that do not touch. */
export const union = (...lists: readonly (readonly BlockRange[])[]): BlockRange[] => {
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of lists.flat().sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** What is missing of `range`, ascending, cut wherever the missing datasets change. */
export const gapsOf = (range: BlockRange, coverage: ChainState['coverage'], datasets: readonly Dataset[]): Gap[] => {
  const missing = datasets.map((dataset) => ({ dataset, ranges: subtract(range, coverage[dataset]) }))
  const edges = new Set(missing.flatMap(({ ranges }) => ranges.flatMap(({ from, to }) => [from, to + 1])))
  const ascending = [...edges].sort((a, b) => a - b)
  const gaps: Gap[] = []
  for (const [i, from] of ascending.entries()) {
    const next = ascending[i + 1]
    if (next === undefined) break
    const absent = missing.filter(({ ranges }) => ranges.some((piece) => piece.from <= from && from <= piece.to)).map((m) => m.dataset)
    if (absent.length > 0) gaps.push({ from, to: next - 1, datasets: absent })
  }
  return gaps
}

export const blocksIn = (ranges: readonly BlockRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
