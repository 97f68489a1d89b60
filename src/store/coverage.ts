import type { BlockRange } from './port.ts'

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
