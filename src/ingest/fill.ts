import type { ChainState } from '../store/port.ts'
import { snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { messageOf, Undone, UnprovenBlock } from './errors.ts'
import { fillBlocks, fillRecent } from './fill-blocks.ts'
import { fillHeaders } from './fill-headers.ts'
import { fillLogs } from './fill-logs.ts'
import type { Completeness } from './note.ts'
import { pause } from './pause.ts'
import { type Gap, gapsOf, union } from './ranges.ts'
import { tellFailure } from './tell-failure.ts'

/** With this many blocks set aside, the trouble is not with single blocks: wait for one of them instead of finding more. */
const setAsideAtMost = 16
/** Failures in a row of blocks above finality, after which the status lists them. */
const recentFailuresNoted = 3
/** Without a ring, the plan is made anew after this long: finality moves, and what was recent becomes history. */
const replanMs = 5000

/** Fills what is missing below the head until the signal: first what is recent, from the top down, then history, from the start up. */
export const fill = async (chain: ChainContext): Promise<void> => {
  const trouble = createTrouble(chain)
  while (!chain.signal.aborted) {
    const { state } = await snapshotOf(chain)
    const gap = nextGap(chain, state, trouble)
    if (gap === undefined) {
      await chain.gapBell.wait(trouble.waitMs(), chain.signal)
      continue
    }
    try {
      await fillGap(chain, gap, state.finalized)
      trouble.solved(gap, state.finalized)
    } catch (error) {
      if (!chain.signal.aborted) await trouble.met(gap, error)
    }
  }
}

/** Everything from the first block in scope to the highest one stored that is missing. */
export const missingGaps = (chain: Pick<ChainContext, 'datasets' | 'startBlock'>, state: ChainState): Gap[] => {
  const top = union(...chain.datasets.map((dataset) => state.coverage[dataset])).at(-1)
  return top === undefined ? [] : gapsOf({ from: chain.startBlock, to: top.to }, state.coverage, chain.datasets)
}

const nextGap = (chain: ChainContext, state: ChainState, trouble: Trouble): Gap | undefined => {
  const missing = missingGaps(chain, state)
  const recent = missing.at(-1)
  if (recent === undefined || recent.to <= state.finalized) trouble.noneRecent()
  else if (trouble.recentAllowed()) return { ...recent, from: Math.max(recent.from, state.finalized + 1) }
  const history = missing.filter((gap) => gap.from <= state.finalized).map((gap) => ({ ...gap, to: Math.min(gap.to, state.finalized) }))
  const piecesBut = (blocks: ReadonlySet<number>): Gap[] => history.flatMap((gap) => without(gap, blocks))
  const due = piecesBut(trouble.setAside())
  const [oldest] = trouble.retriesNow() ? due : [...piecesBut(trouble.failed()), ...due]
  return oldest === undefined ? undefined : { ...oldest, to: Math.min(oldest.to, oldest.from + chain.limits.fillBlocks - 1) }
}

/** The gap in the pieces that single blocks, set aside for now, leave of it. */
const without = (gap: Gap, setAside: ReadonlySet<number>): Gap[] => {
  const pieces: Gap[] = []
  let from = gap.from
  for (const block of [...setAside].filter((number) => gap.from <= number && number <= gap.to).sort((a, b) => a - b)) {
    if (block > from) pieces.push({ ...gap, from, to: block - 1 })
    from = block + 1
  }
  if (from <= gap.to) pieces.push({ ...gap, from })
  return pieces
}

/** Whole blocks serve both datasets; less is enough for transfers alone, but only of blocks that cannot change. */
export const fillGap = (chain: ChainContext, gap: Gap, finalized: number): Promise<void> => {
  // Only what is missing is made, so that nothing is fetched for what is stored already.
  const within: ChainContext = { ...chain, datasets: gap.datasets }
  if (gap.to > finalized) return fillRecent(within, gap)
  return { receipts: fillBlocks, headers: fillHeaders, logs: fillLogs }[completenessOf(within)](within, gap)
}

/** Where blooms prove nothing, only the receipts of every block do. */
export const completenessOf = ({ datasets, completeness, examiner }: ChainContext): Completeness => {
  if (datasets.includes('blocks')) return 'receipts'
  if (completeness === 'logs') return 'logs'
  return examiner.bloomsProven ? 'headers' : 'receipts'
}

interface Trouble {
  /** Whether blocks above finality may be asked for now. They join from the top, so that none can be passed over. */
  recentAllowed(): boolean
  /** Blocks of history not to be asked for now. */
  setAside(): ReadonlySet<number>
  /** All blocks of history that failed, also those whose time has come again. */
  failed(): ReadonlySet<number>
  /** Every other time: however many blocks fail, and however long that takes, others go on. */
  retriesNow(): boolean
  waitMs(): number
  /** Nothing above finality is missing (any more). */
  noneRecent(): void
  solved(gap: Gap, finalized: number): void
  met(gap: Gap, error: unknown): Promise<void>
}

/** Remembers which blocks could not be had, so that others go on, and asks for each again after a wait that doubles. */
const createTrouble = (chain: ChainContext): Trouble => {
  const retryAt = new Map<number, number>()
  const { stuck } = chain.meter
  let inARow = 0
  let recentAt = 0
  let recentInARow = 0
  let retrying = false
  let recentNoted: number | undefined
  const noneRecent = (): void => {
    recentInARow = 0
    if (recentNoted !== undefined) stuck.delete(recentNoted)
    recentNoted = undefined
  }
  const noteRecent = (gap: Gap, reason: string): void => {
    const since = (recentNoted === undefined ? undefined : stuck.get(recentNoted)?.since) ?? Date.now()
    if (recentNoted !== undefined) stuck.delete(recentNoted)
    recentNoted = gap.to
    stuck.set(gap.to, { from: gap.from, to: gap.to, reason, attempts: recentInARow, since })
  }
  const waitFor = (attempts: number): number =>
    Math.min(chain.limits.backoffMaxMs, chain.limits.backoffMs * 2 ** Math.min(attempts - 1, 10))
  return {
    recentAllowed: () => performance.now() >= recentAt,
    failed: () => new Set(retryAt.keys()),
    retriesNow: () => {
      retrying = !retrying
      return retrying
    },
    setAside: () => {
      const now = performance.now()
      return new Set([...retryAt].filter(([, at]) => at > now).map(([block]) => block))
    },
    waitMs: () =>
      Math.max(10, Math.min(replanMs, ...[recentAt, ...retryAt.values()].map((at) => at - performance.now()).filter((ms) => ms > 0))),
    noneRecent,
    solved: (gap, finalized) => {
      if (gap.to > finalized) noneRecent()
      else inARow = 0
      for (const block of [...retryAt.keys()]) {
        if (block < gap.from || block > gap.to) continue
        retryAt.delete(block)
        stuck.delete(block)
      }
    },
    met: async (gap, error) => {
      const { state } = await snapshotOf(chain)
      if (gap.to > state.finalized) {
        recentInARow++
        recentAt = performance.now() + waitFor(recentInARow)
        if (error instanceof Undone) return
        tellFailure(chain, 'recent blocks could not be filled in; trying again', error, { ...gap })
        // A reorganisation in between is soon over; what fails again and again is for the operator to see.
        if (recentInARow >= recentFailuresNoted) noteRecent(gap, messageOf(error))
        return
      }
      inARow++
      const block = (error instanceof UnprovenBlock ? error.block : undefined) ?? gapsOf(gap, state.coverage, gap.datasets)[0]?.from
      if (block === undefined) return
      const before = stuck.get(block)
      const attempts = (before?.attempts ?? 0) + 1
      const reason = messageOf(error)
      stuck.set(block, { from: block, to: block, reason, attempts, since: before?.since ?? Date.now() })
      retryAt.set(block, performance.now() + waitFor(attempts))
      tellFailure(chain, 'a block could not be filled in; others go on', error, { block, attempts })
      if (retryAt.size >= setAsideAtMost || inARow > 1) await pause(waitFor(inARow), chain.signal)
    },
  }
}
