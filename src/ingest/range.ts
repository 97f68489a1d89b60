import type { BlockRange } from '../store/port.ts'
import { commit, snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { fillGap } from './fill.ts'
import { fillBlocks } from './fill-blocks.ts'
import { finalNumber } from './finality.ts'
import { pause } from './pause.ts'
import { type Gap, gapsOf, union } from './ranges.ts'
import { undoOrphans } from './reconcile.ts'
import { tellFailure } from './tell-failure.ts'

/** Fails of one and the same gap in a row, after which a bounded run gives up: it must end, one way or the other. */
const failuresInARow = 5

/** Fills what is missing of one range, wherever it lies, and leaves the node's head as the chain's. */
export const fillRange = async (chain: ChainContext, range: BlockRange): Promise<void> => {
  await recordHead(chain, range)
  let failures = 0
  while (!chain.signal.aborted) {
    const { state } = await snapshotOf(chain)
    const gap = nextPiece(chain, gapsOf(range, state.coverage, chain.datasets)[0], state.finalized)
    if (gap === undefined) return
    try {
      await (gap.to > state.finalized ? fillBlocks(chain, gap) : fillGap(chain, gap, state.finalized))
      failures = 0
    } catch (error) {
      if (chain.signal.aborted) return
      failures++
      if (failures >= failuresInARow) throw error
      tellFailure(chain, 'a part of the range failed; trying again', error, { ...gap })
      await pause(Math.min(chain.limits.backoffMaxMs, chain.limits.backoffMs * 2 ** failures), chain.signal)
    }
  }
}

const nextPiece = (chain: ChainContext, gap: Gap | undefined, finalized: number): Gap | undefined => {
  if (gap === undefined) return undefined
  const end = gap.from <= finalized ? Math.min(gap.to, finalized) : gap.to
  return { ...gap, to: Math.min(end, gap.from + chain.limits.fillBlocks - 1) }
}

const recordHead = async (chain: ChainContext, range: BlockRange): Promise<void> => {
  const { value } = await chain.client.head()
  const number = Number(value.number)
  if (range.to > number)
    throw new Error(`blocks up to ${range.to} were asked for, but the newest block of chain ${chain.chainId} is ${number}`)
  chain.meter.head = { number, timestamp: Number(value.timestamp) }
  await undoOrphans(chain)
  const snapshot = await snapshotOf(chain)
  const top = union(...chain.datasets.map((dataset) => snapshot.state.coverage[dataset])).at(-1)
  // Rows above the head would have no confirmations: a node that shows less than is stored does not move the head.
  const head = top === undefined || top.to <= number ? { number, timestamp: Number(value.timestamp) } : undefined
  const finalized = await finalNumber(chain, snapshot, number)
  await commit(chain, { range: null, datasets: chain.datasets, blocks: [], finalized, ...(head === undefined ? {} : { head }) })
}
