import { setImmediate as otherTurns } from 'node:timers/promises'
import type { IndexedBlock } from '../../records/block.ts'
import type { CommitBatch } from '../port.ts'
import type { Engine } from './engine.ts'
import type { RowCounts } from './next-state.ts'
import { blockInsertColumns, uncleInsertColumns, writeBlocks, writeUncles } from './rows.ts'
import { transferInsertColumns, writeTransfers } from './transfer-rows.ts'

/** Transfers of one insert: fewer make more parts for the engine to merge, more keep the others waiting. */
const insertTransfers = 50_000
/** An insert is the work of one core of the engine: several at a time give it more, and the next is packed meanwhile. */
const insertsAtOnce = 3

/** Inserts the rows of a batch under a commit's number. When it ends, well or with the first failure, no insert of it is under way any more. */
export const insertBatch = async (engine: Engine, chain: number, commit: number, { blocks, datasets }: CommitBatch): Promise<RowCounts> => {
  const [withTransfers, withBlocks] = [datasets.includes('transfers'), datasets.includes('blocks')]
  const counts = { transfers: 0, blocks: 0, uncles: 0 }
  // Packed only when its turn comes, so that no more than a few of them are in memory.
  function* inserts(): Generator<() => Promise<void>> {
    for (const slice of withTransfers ? slices(blocks, insertTransfers) : [])
      yield async () => {
        const { bytes, rows } = writeTransfers(chain, commit, slice)
        counts.transfers += rows
        if (rows > 0) await engine.insert('transfers_in', transferInsertColumns, bytes)
      }
    yield async () => {
      const { bytes, rows } = writeBlocks(chain, commit, withBlocks ? blocks : blocks.map(({ validated: _, ...block }) => block))
      if (withBlocks) for (const { validated } of blocks) if (validated !== undefined) counts.blocks++
      if (rows > 0) await engine.insert('blocks_in', blockInsertColumns, bytes)
    }
    yield async () => {
      const { bytes, rows } = writeUncles(chain, commit, withBlocks ? blocks : [])
      counts.uncles += rows
      if (rows > 0) await engine.insert('uncles', uncleInsertColumns, bytes)
    }
  }
  await sideBySide(inserts(), insertsAtOnce)
  return counts
}

/** Consecutive blocks in pieces of so many transfers, or a block more; a block is never divided. */
function* slices(blocks: readonly IndexedBlock[], transfers: number): Generator<readonly IndexedBlock[]> {
  let [from, rows] = [0, 0]
  for (const [index, block] of blocks.entries()) {
    for (const transaction of block.transactions) rows += transaction.transfers.length
    if (rows < transfers) continue
    yield blocks.slice(from, index + 1)
    ;[from, rows] = [index + 1, 0]
  }
  if (from < blocks.length) yield blocks.slice(from)
}

const sideBySide = async (works: Generator<() => Promise<void>>, atOnce: number): Promise<void> => {
  let failure: { readonly error: unknown } | undefined
  const lane = async (): Promise<void> => {
    for (let work = works.next(); !work.done && failure === undefined; work = works.next())
      try {
        await work.value()
      } catch (error) {
        failure ??= { error }
      }
  }
  const lanes: Promise<void>[] = []
  while (lanes.length < atOnce) {
    lanes.push(lane())
    // What was begun is sent before the next is packed.
    await otherTurns()
  }
  await Promise.all(lanes)
  if (failure !== undefined) throw failure.error
}
