import type { BlockRange } from '../../../src/store/port.ts'
import { count } from '../model/format.ts'
import { columns, covered, stripRuns } from '../model/strip.ts'

interface StripProps {
  readonly label: string
  readonly ranges: readonly BlockRange[]
  readonly first: number
  readonly last: number
  readonly finalized: number | null
}

/** Which blocks are indexed completely, from the first in scope to the head. */
export const CoverageStrip = ({ label, ranges, first, last, finalized }: StripProps) => {
  const blocks = Math.max(0, last - first + 1)
  const done = covered(ranges, first, last)
  const share = blocks === 0 ? 0 : Math.floor((done / blocks) * 10_000) / 100
  const final = finalized === null || blocks === 0 ? undefined : ((finalized - first + 1) / blocks) * columns
  const words = `${label}: ${count(done)} of ${count(blocks)} blocks, ${share} %`
  return (
    <div class="strip">
      <div class="strip-words">
        <span>{label}</span>
        <span class="faint">
          {count(done)} of {count(blocks)} blocks · {share} %{ranges.length > 1 && ` · ${count(ranges.length)} ranges`}
        </span>
      </div>
      <svg viewBox={`0 0 ${columns} 10`} preserveAspectRatio="none" role="img" aria-label={words}>
        <title>{words}</title>
        <rect width={columns} height="10" class="gap" />
        {stripRuns(ranges, first, last).map(({ from, to, whole }) => (
          <rect key={from} x={from} width={to - from} height="10" class={whole ? 'done' : 'partly'} />
        ))}
        {final !== undefined && final < columns && final > 0 && <rect x={final} width="2" height="10" class="final-mark" />}
      </svg>
      <div class="strip-words faint">
        <span>{count(first)}</span>
        <span>{count(last)}</span>
      </div>
    </div>
  )
}
