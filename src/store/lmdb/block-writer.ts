import type { IndexedBlock } from '../../records/block.ts'
import { rawAddress } from '../../records/raw-address.ts'
import { StoreConflict } from '../port.ts'
import { type BlockRecord, decodeBlock, encodeBlock, hashOfBlock, recordOf } from './block-record.ts'
import { view } from './database.ts'
import { blockKey, listKind, listName } from './keys.ts'
import { refsPerUncleBlock } from './posting.ts'
import type { Run } from './state.ts'
import type { WriteContext } from './transaction.ts'

/** Adds a block to the lists of its producer and its uncles' miners; answers how many rows that made. */
export const indexBlock = ({ lists }: WriteContext, run: Run, number: number, { validated, uncles }: BlockRecord): number => {
  if (validated) lists.list(listName(run.id, listKind.producer, rawAddress(validated.producer))).append(number, 0, 0)
  uncles.forEach((uncle, index) => {
    lists.list(listName(run.id, listKind.miner, rawAddress(uncle.miner))).append(number * refsPerUncleBlock + index, 0, 0)
  })
  return (validated ? 1 : 0) + uncles.length
}

/** Stores the blocks of a batch: what the batch's datasets know of them, beside what is already held. */
export const putBlocks = (context: WriteContext, blocks: readonly IndexedBlock[], blocksRun: Run | undefined): void => {
  const { tables, stored } = context
  const first = blocks[0]
  const below = first && first.number > 0 ? tables.blocks.getBinaryFast(blockKey(stored.chain, first.number - 1)) : undefined
  let hashBelow = below && hashOfBlock(view(below))
  let numberBelow = first ? first.number - 1 : -1
  for (const block of blocks) {
    if (block.number !== numberBelow + 1) {
      const bytes = tables.blocks.getBinaryFast(blockKey(stored.chain, block.number - 1))
      hashBelow = bytes && hashOfBlock(view(bytes))
    }
    const record = withHeld(context, block.number, recordOf(block, hashBelow, blocksRun !== undefined))
    tables.blocks.putSync(blockKey(stored.chain, block.number), encodeBlock(block.number, record))
    if (blocksRun) {
      blocksRun.rows += indexBlock(context, blocksRun, block.number, record)
      stored.blockRows += record.validated ? 1 : 0
      stored.uncleRows += record.uncles.length
    }
    hashBelow = block.hash
    numberBelow = block.number
  }
}

/** The other dataset may have brought the block before: both must mean the same block, and neither undoes the other. */
const withHeld = ({ tables, stored }: WriteContext, number: number, record: BlockRecord): BlockRecord => {
  const bytes = tables.blocks.getBinaryFast(blockKey(stored.chain, number))
  if (bytes === undefined) return record
  const held = decodeBlock(number, view(bytes))
  if (held.hash !== record.hash)
    throw new StoreConflict(`block ${number} of chain ${stored.chainId} is stored with hash ${held.hash}, and the batch has ${record.hash}`)
  return held.validated || held.uncles.length > 0 ? { ...record, validated: held.validated, uncles: held.uncles } : record
}
