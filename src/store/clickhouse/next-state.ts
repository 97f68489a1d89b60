import { overlapping, unclesMissingAfter, upTo, withRange } from '../coverage.ts'
import { type CommitBatch, type Dataset, StoreConflict } from '../port.ts'
import { epochUnit, type StoredState } from './state.ts'

export interface RowCounts {
  readonly transfers: number
  readonly blocks: number
  readonly uncles: number
}

/** Refuses a batch that does not fit what is stored. */
export const checkBatch = (state: StoredState, { range, datasets, blocks, rollbackTo }: CommitBatch): void => {
  if (rollbackTo !== undefined && rollbackTo < state.finalized)
    throw new StoreConflict(`blocks above ${rollbackTo} cannot be undone: up to ${state.finalized} they are final`)
  if (range === null) {
    if (blocks.length > 0) throw new StoreConflict('blocks were given without the range they complete')
    return
  }
  if (!(range.from >= 0 && range.from <= range.to)) throw new StoreConflict(`${range.from}-${range.to} is not a range of blocks`)
  let previous = range.from - 1
  for (const { number } of blocks) {
    if (number <= previous || number > range.to)
      throw new StoreConflict(`block ${number} is out of order, or outside the range ${range.from}-${range.to} of its batch`)
    previous = number
  }
  for (const dataset of datasets) {
    const kept = rollbackTo === undefined ? state.coverage[dataset] : upTo(state.coverage[dataset], rollbackTo)
    const taken = overlapping(kept, range)
    if (taken) throw new StoreConflict(`${dataset} of blocks ${range.from}-${range.to}: ${taken.from}-${taken.to} are stored already`)
  }
}

/** The state once the batch is in under this commit number. */
export const nextState = (state: StoredState, batch: CommitBatch, commit: number, added: RowCounts, removed: RowCounts): StoredState => {
  const { rollbackTo, range, datasets } = batch
  const cover = (dataset: Dataset) => {
    const kept = rollbackTo === undefined ? state.coverage[dataset] : upTo(state.coverage[dataset], rollbackTo)
    return range !== null && datasets.includes(dataset) ? withRange(kept, range) : kept
  }
  const head =
    batch.head ?? (rollbackTo !== undefined && state.head > rollbackTo ? { number: rollbackTo, timestamp: state.headTimestamp } : undefined)
  return {
    ...state,
    ...(head === undefined ? {} : { head: head.number, headTimestamp: head.timestamp }),
    ...(batch.finalized === undefined ? {} : { finalized: Math.max(state.finalized, batch.finalized) }),
    unclesMissing: unclesMissingAfter(state.unclesMissing, batch),
    coverage: { transfers: cover('transfers'), blocks: cover('blocks') },
    transferRows: state.transferRows + added.transfers - removed.transfers,
    blockRows: state.blockRows + added.blocks - removed.blocks,
    uncleRows: state.uncleRows + added.uncles - removed.uncles,
    epochs: withCommit(state.epochs, commit),
    ...(rollbackTo === undefined ? {} : { undone: [...state.undone, { above: rollbackTo, upTo: commit - 1, at: Date.now() }] }),
  }
}

export const withCommit = (epochs: StoredState['epochs'], commit: number): StoredState['epochs'] => {
  const epoch = Math.floor(commit / epochUnit)
  return [...epochs.filter(([known]) => known !== epoch), [epoch, commit % epochUnit]]
}
