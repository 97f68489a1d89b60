import type { BlockRange, ChainState, Dataset } from '../port.ts'

/** A commit's number: the epoch of the lease it was written under, and its place in that epoch (from 1). Both fit in 53 bits together. */
export const epochUnit = 2 ** 32

export interface StoredState {
  readonly startBlock: number
  readonly head: number
  readonly headTimestamp: number
  readonly finalized: number
  readonly coverage: Readonly<Record<Dataset, readonly BlockRange[]>>
  readonly unclesMissing?: ChainState['unclesMissing']
  readonly transferRows: number
  readonly blockRows: number
  readonly uncleRows: number
  /** For each epoch the last commit that counts. A writer that was fenced may still write rows: they are above this and stay unseen. */
  readonly epochs: readonly (readonly [epoch: number, last: number])[]
  /** Attempts that failed and were made again under another number: whatever of them arrived does not count. */
  readonly holes: readonly number[]
  /** Rolled back and not yet deleted: rows above a block from commits up to a number. */
  readonly undone: readonly { readonly above: number; readonly upTo: number; readonly at: number }[]
}

export const emptyState = (startBlock: number): StoredState => ({
  startBlock,
  head: -1,
  headTimestamp: 0,
  finalized: -1,
  coverage: { transfers: [], blocks: [] },
  transferRows: 0,
  blockRows: 0,
  uncleRows: 0,
  epochs: [],
  holes: [],
  undone: [],
})

export const chainState = (chainId: number, { epochs: _, holes: __, undone: ___, ...state }: StoredState): ChainState => ({
  chainId,
  ...state,
})

/** Ranges are compared fastest; where an indexer was started often, one look-up is shorter. */
const fewEpochs = 8
const inFewEpochs = (epochs: StoredState['epochs']): string =>
  `(${epochs.map(([epoch, last]) => `commit BETWEEN ${epoch * epochUnit} AND ${epoch * epochUnit + last}`).join(' OR ')})`
const inEpochs = (epochs: StoredState['epochs']): string =>
  `transform(intDiv(commit, ${epochUnit}), [${epochs.map(([epoch]) => epoch)}], [${epochs.map(([, last]) => last)}], 0) >= commit % ${epochUnit}`

/** The condition that a row counts; `block` is the expression of its block. The numbers are our own, so they stand in the text. */
export const visible = (state: StoredState, block: string): string => {
  if (state.epochs.length === 0) return '0'
  const counts = state.epochs.length > fewEpochs ? inEpochs(state.epochs) : inFewEpochs(state.epochs)
  const holes = state.holes.length === 0 ? [] : [`commit NOT IN (${state.holes.join(',')})`]
  const undone = state.undone.map(({ above, upTo }) => `NOT (${block} > ${above} AND commit <= ${upTo})`)
  return [counts, ...holes, ...undone].join(' AND ')
}
