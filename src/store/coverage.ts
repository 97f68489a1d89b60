import type { BlockRange, CommitBatch } from './port.ts'

/** Ranges ascending, not touching each other: what every implementation keeps as coverage. */

/** The first range that shares a block with this one. */
export const overlapping = (ranges: readonly BlockRange[], range: BlockRange): BlockRange | undefined =>
  ranges.find(({ from, to }) => from <= range.to && range.from <= to)

/** With the range added; it must not overlap. */
export const withRange = (ranges: readonly BlockRange[], range: BlockRange): BlockRange[] => {
  const merged: BlockRange[] = []
  for (const next of [...ranges, range].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && last.to + 1 >= next.from) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    else merged.push({ from: next.from, to: next.to })
  }
  return merged
}

/** Without the blocks above this one. */
export const upTo = (ranges: readonly BlockRange[], block: number): BlockRange[] =>
  ranges.filter(({ from }) => from <= block).map(({ from, to }) => ({ from, to: Math.min(to, block) }))

/** The parts of `range` that `covered` (ascending, disjoint) leaves out, ascending. */
export const subtract = (range: BlockRange, covered: readonly BlockRange[]): BlockRange[] => {
  const left: BlockRange[] = []
  let from = range.from
  for (const piece of covered) {
    if (piece.to < from) continue
    if (piece.from > range.to) break
    if (piece.from > from) left.push({ from, to: piece.from - 1 })
    from = piece.to + 1
  }
  if (from <= range.to) left.push({ from, to: range.to })
  return left
}

/** The ranges without what others hold. */
export const withoutRanges = (ranges: readonly BlockRange[], others: readonly BlockRange[]): BlockRange[] =>
  ranges.flatMap((range) => subtract(range, others))

/** Bounds what stands in the state of a chain whose endpoints hold no uncles at all. */
const unclesMissingRanges = 1000

/** `ChainState.unclesMissing` once the batch is in. Where there are too many ranges, near ones are joined: more is then called incomplete than is, never less. */
export const unclesMissingAfter = (
  known: readonly BlockRange[] = [],
  { blocks, datasets, rollbackTo }: CommitBatch,
): readonly BlockRange[] | undefined => {
  let ranges = rollbackTo === undefined ? known : upTo(known, rollbackTo)
  if (datasets.includes('blocks'))
    for (const { number, unclesMissing } of blocks)
      if (unclesMissing) ranges = joinedTo(unclesMissingRanges, withRange(ranges, { from: number, to: number }))
  return ranges.length === 0 ? undefined : ranges
}

const joinedTo = (count: number, ranges: readonly BlockRange[]): readonly BlockRange[] => {
  if (ranges.length <= count) return ranges
  const gapAfter = (index: number): number => (ranges[index + 1]?.from ?? Number.POSITIVE_INFINITY) - (ranges[index]?.to ?? 0)
  let nearest = 0
  for (let index = 1; index < ranges.length - 1; index++) if (gapAfter(index) < gapAfter(nearest)) nearest = index
  const [low, high] = [ranges[nearest], ranges[nearest + 1]]
  if (low === undefined || high === undefined) return ranges
  return [...ranges.slice(0, nearest), { from: low.from, to: high.to }, ...ranges.slice(nearest + 2)]
}
