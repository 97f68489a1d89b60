import { commit, hashAt, snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { PastFinality } from './errors.ts'
import { countReorganisation } from './meter.ts'
import { union } from './ranges.ts'

/**
 * Compares what is stored above finality with the nodes and undoes what they no longer hold: the chain may have moved while nobody followed it.
 * Every stored range links inside itself, so its highest block that stands vouches for those below.
 */
export const undoOrphans = async (chain: ChainContext): Promise<void> => {
  const { state } = await snapshotOf(chain)
  const changeable = { from: state.finalized + 1, to: Number.MAX_SAFE_INTEGER }
  // Of every dataset, also one that is no longer indexed: what is stored of it is still served.
  const pieces = union(state.coverage.transfers, state.coverage.blocks).filter((piece) => piece.to >= changeable.from)
  for (const piece of pieces) {
    const from = Math.max(piece.from, changeable.from)
    const standing = await highestStanding(chain, from, piece.to)
    if (standing === piece.to) continue
    if (standing === state.finalized) await confirmFinal(chain, standing)
    const top = pieces.at(-1)?.to ?? piece.to
    await undoAbove(chain, standing, top - standing)
    return
  }
}

/** The highest block of a linked range that the nodes still hold; `from - 1` where none does. */
const highestStanding = async (chain: ChainContext, from: number, to: number): Promise<number> => {
  const snapshot = await snapshotOf(chain)
  const stands = async (number: number): Promise<boolean> => {
    const held = await hashAt(snapshot, number)
    return held !== undefined && (await chain.client.header(number)).value.hash === held
  }
  if (await stands(to)) return to
  // What stands is a prefix: the boundary is found by halving.
  let low = from - 1
  let high = to
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await stands(middle)) low = middle
    else high = middle
  }
  return low
}

/** Everything above the finalized block is gone from the nodes; that block itself must not be. */
const confirmFinal = async (chain: ChainContext, number: number): Promise<void> => {
  const held = await hashAt(await snapshotOf(chain), number)
  if (held === undefined) return
  const { value, source } = await chain.client.header(number)
  if (value.hash !== held)
    throw new PastFinality(`block ${number} is stored as ${held} and final, but a node shows ${value.hash} there`, source)
}

const undoAbove = async (chain: ChainContext, ancestor: number, depth: number): Promise<void> => {
  const head = ancestor < 0 ? undefined : await headOf(chain, ancestor)
  await commit(chain, { range: null, datasets: chain.datasets, blocks: [], rollbackTo: ancestor, ...(head === undefined ? {} : { head }) })
  countReorganisation(chain.meter, { at: Date.now(), depth, ancestor })
  chain.log.warn('stored blocks were orphaned while nobody followed the chain; they are undone', { chain: chain.chainId, ancestor, depth })
}

const headOf = async (chain: ChainContext, number: number): Promise<{ readonly number: number; readonly timestamp: number }> => {
  const { value } = await chain.client.header(number)
  return { number, timestamp: Number(value.timestamp) }
}
