import type { BlockRange, ChainState } from '../store/port.ts'
import { snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { completenessOf, missingGaps } from './fill.ts'
import { sampleRates } from './meter.ts'
import type { BackfillNote, ChainNote, Phase } from './note.ts'
import { blocksIn, type Gap, gapsOf } from './ranges.ts'

/** The chain as it is now, for the note. `only` is the range a bounded run was asked for. */
export const composeNote = async (chain: ChainContext, only?: BlockRange): Promise<ChainNote> => {
  const { state } = await snapshotOf(chain)
  const { meter } = chain
  const now = Date.now()
  const gaps = only === undefined ? missingGaps(chain, state) : gapsOf(only, state.coverage, chain.datasets)
  const backfill = backfillNote(chain, gaps, now)
  return {
    version: 1,
    chainId: chain.chainId,
    name: chain.name,
    at: now,
    phase: phaseOf(chain, state, gaps, only),
    head: meter.head,
    lagBlocks: only !== undefined || meter.head === null ? 0 : Math.max(0, meter.head.number - state.head),
    lagMs: meter.lagMs,
    backfill,
    endpoints: chain.client.health(),
    reorganisations: { count: meter.reorganisations, deepest: meter.deepest, recent: meter.recent },
    failedChecks: Object.fromEntries(meter.failedChecks),
    lastFailedCheck: meter.lastFailedCheck,
    malformedEvents: meter.malformedEvents,
    unclesMissing: meter.unclesMissing,
    stuck: [...meter.stuck.values()],
    notStored: meter.notStored,
    halted: meter.halted,
    quirks: chain.examiner.quirks,
    ...(chain.datasets.includes('transfers') ? { completeness: completenessOf(chain) } : {}),
    rewards: chain.datasets.includes('blocks') ? chain.examiner.rewards : 'not-indexed',
    ...(chain.examiner.rewardsUnknown === undefined ? {} : { rewardsUnknown: chain.examiner.rewardsUnknown }),
    totals: { blocks: meter.blocks, rows: meter.rows, commits: meter.commits },
  }
}

const phaseOf = (chain: ChainContext, state: ChainState, gaps: readonly Gap[], only: BlockRange | undefined): Phase => {
  const { meter } = chain
  if (meter.halted !== null) return 'halted'
  if (meter.ended !== null) return meter.ended
  if (meter.stalled !== null || meter.notStored !== null) return 'stalled'
  if (only !== undefined) return 'backfilling'
  if (meter.head === null || state.head < 0) return 'starting'
  return gaps.length > 0 ? 'backfilling' : 'following'
}

const backfillNote = (chain: ChainContext, gaps: readonly Gap[], now: number): BackfillNote | null => {
  const { blocksPerSecond, rowsPerSecond } = sampleRates(chain.meter, now)
  const [first] = gaps
  const last = gaps.at(-1)
  if (first === undefined || last === undefined) return null
  const remainingBlocks = blocksIn(gaps)
  return {
    range: { from: first.from, to: last.to },
    doneBlocks: chain.meter.filled,
    remainingBlocks,
    blocksPerSecond,
    rowsPerSecond,
    etaSeconds: blocksPerSecond > 0 ? Math.ceil(remainingBlocks / blocksPerSecond) : null,
  }
}
