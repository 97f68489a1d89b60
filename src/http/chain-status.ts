import { type ChainNote, noteStaleMs, parseNote } from '../ingest/note.ts'
import type { BlockRange, ChainState, StoreReader } from '../store/port.ts'

/** A chain as the service sees it now: what the index holds, and what the indexer last said. */
export interface ChainStatus {
  readonly chainId: number
  /** Absent where the index does not know the chain. */
  readonly state: ChainState | undefined
  /** Absent where no indexer has run. */
  readonly note: ChainNote | undefined
  readonly noteAgeMs: number | undefined
  readonly condition: Condition
  /** Why it is not ok, in a sentence. */
  readonly reason: string
}

/** As the chain list and the metrics number them. */
export const conditionNumber = { offline: 0, ok: 1, degraded: 2 } as const
type Condition = keyof typeof conditionNumber

/** Blocks a healthy indexer may be behind while it takes in a batch. */
const lagBlocksAllowed = 5

export const readChainStatus = async (store: StoreReader, chainId: number, nowMs: number): Promise<ChainStatus> => {
  const state = (await store.snapshot(chainId))?.state
  const note = parseNote(await store.notes(chainId))
  const noteAgeMs = note === undefined ? undefined : Math.max(0, nowMs - note.at)
  const [condition, reason] = judge(state, note, noteAgeMs)
  return { chainId, state, note, noteAgeMs, condition, reason }
}

const judge = (state: ChainState | undefined, note: ChainNote | undefined, noteAgeMs: number | undefined): readonly [Condition, string] => {
  const isEmpty = state === undefined || state.head < 0
  const isFresh = noteAgeMs !== undefined && noteAgeMs <= noteStaleMs
  if (note?.notStored && isFresh && note.phase === 'stalled')
    return [isEmpty ? 'offline' : 'degraded', `nothing can be stored: ${note.notStored}`]
  if (isEmpty) return ['offline', 'nothing of the chain is indexed yet']
  if (note === undefined || noteAgeMs === undefined) return ['degraded', 'no indexer has reported yet']
  if (note.phase === 'halted') return ['degraded', `the indexer has halted: ${note.halted ?? 'see its log'}`]
  if (noteAgeMs > noteStaleMs || note.phase === 'stopped' || note.phase === 'done')
    return ['degraded', 'no indexer follows the chain at the moment']
  if (note.phase === 'stalled') return ['degraded', 'no node of the chain answers usefully']
  if (note.phase === 'starting') return ['degraded', 'the indexer is starting']
  if (note.phase === 'backfilling' || hasGap(state)) return ['degraded', 'older blocks are still being indexed']
  if (note.lagBlocks > lagBlocksAllowed) return ['degraded', `${note.lagBlocks} blocks behind`]
  return ['ok', '']
}

/** Whether a part of what is in scope is missing from a dataset that is indexed at all. */
const hasGap = ({ startBlock, head, coverage }: ChainState): boolean =>
  Object.values(coverage).some((ranges) => ranges.length > 0 && !ranges.some(({ from, to }) => from <= startBlock && to >= head))

export const coveredBlocks = (ranges: readonly BlockRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
