import { withoutRanges } from '../store/coverage.ts'
import type { BlockRange, ChainState, Dataset } from '../store/port.ts'
import type { Basis } from './answer.ts'

/** The first run of blocks of a range that no complete range holds; undefined where all are there. */
export const firstGap = (ranges: readonly BlockRange[], { from, to }: BlockRange): BlockRange | undefined => {
  let next = from
  for (const range of ranges) {
    if (next > to) return undefined
    if (range.to < next) continue
    if (range.from > next) return { from: next, to: Math.min(to, range.from - 1) }
    next = range.to + 1
  }
  return next > to ? undefined : { from: next, to }
}

/** Under 2 kB of a header: proxies refuse long ones. What a backfill in very many pieces has done is shown whole by `/status`. */
const rangesShown = 96

/** `0-99,200-299`, with `...` where more ranges follow; empty where nothing is covered. */
const coverageText = (ranges: readonly BlockRange[]): string => {
  let text = ''
  for (const [index, { from, to }] of ranges.entries()) {
    if (index === rangesShown) return `${text},...`
    text += index === 0 ? `${from}-${to}` : `,${from}-${to}`
  }
  return text
}

/** What a list is made of. Uncles come with blocks, but of some blocks not every one could be had. */
export type Listed = Dataset | 'uncles'

export const completeRanges = ({ coverage, unclesMissing }: ChainState, listed: Listed): readonly BlockRange[] => {
  if (listed !== 'uncles') return coverage[listed]
  return unclesMissing === undefined ? coverage.blocks : withoutRanges(coverage.blocks, unclesMissing)
}

export const basisOf = (state: ChainState, listed: Listed): Basis => ({
  head: state.head,
  finalized: state.finalized,
  coverage: coverageText(completeRanges(state, listed)),
})
