import { packRows } from '../../records/packed-row.ts'
import { overlapping, unclesMissingAfter, withRange } from '../coverage.ts'
import { type CommitBatch, StoreConflict } from '../port.ts'
import { putBlocks } from './block-writer.ts'
import { freshTarget } from './fresh.ts'
import { rollBack } from './rollback.ts'
import { RowWriter } from './row-writer.ts'
import { joinRuns, runFor } from './runs.ts'
import { tendLists } from './tend.ts'
import type { WriteContext } from './transaction.ts'

/** Applies a batch within a transaction; throws before anything is kept where it does not fit. */
export const applyBatch = (context: WriteContext, batch: CommitBatch): void => {
  const { stored } = context
  if (batch.rollbackTo !== undefined) {
    if (batch.rollbackTo < stored.finalized)
      throw new StoreConflict(
        `chain ${stored.chainId} is final up to block ${stored.finalized} and cannot go back to ${batch.rollbackTo}: the node follows another chain, or finality was set too early`,
      )
    rollBack(context, batch.rollbackTo)
  }
  checkBatch(context, batch)
  if (batch.range) storeRange(context, batch, batch.range)
  if (batch.head) {
    stored.head = batch.head.number
    stored.headTimestamp = batch.head.timestamp
  }
  if (batch.finalized !== undefined) stored.finalized = Math.max(stored.finalized, batch.finalized)
  stored.unclesMissing = unclesMissingAfter(stored.unclesMissing, batch)
  stored.sequence++
}

const checkBatch = ({ stored }: WriteContext, { range, datasets, blocks }: CommitBatch): void => {
  if (range === null) {
    if (blocks.length > 0) throw new StoreConflict(`a batch without a range has ${blocks.length} blocks`)
    return
  }
  if (!(range.from >= 0 && range.from <= range.to)) throw new StoreConflict(`blocks ${range.from}-${range.to} are not a range`)
  for (const dataset of datasets) {
    const held = overlapping(stored.coverage[dataset], range)
    if (held)
      throw new StoreConflict(
        `${dataset} of blocks ${range.from}-${range.to} of chain ${stored.chainId} overlap what is stored: ${held.from}-${held.to}`,
      )
  }
  let before = range.from - 1
  for (const { number } of blocks) {
    if (number <= before || number > range.to)
      throw new StoreConflict(`block ${number} follows block ${before} in a batch for blocks ${range.from}-${range.to}`)
    before = number
  }
}

const storeRange = (context: WriteContext, batch: CommitBatch, range: NonNullable<CommitBatch['range']>): void => {
  const { stored, lists } = context
  const { datasets } = batch
  putBlocks(context, batch.blocks, datasets.includes('blocks') ? runFor(context, 'blocks', range) : undefined)
  if (datasets.includes('transfers')) {
    const run = runFor(context, 'transfers', range)
    new RowWriter(context, run).append(packRows(batch.blocks))
  }
  lists.settleNext(freshTarget(stored.transferRows))
  tendLists(context)
  lists.flush()
  for (const dataset of datasets) {
    stored.coverage[dataset] = withRange(stored.coverage[dataset], range)
    joinRuns(context, dataset)
  }
  lists.flush()
}
