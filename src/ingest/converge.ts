import type { RpcHeader } from '../evm/json-rpc.ts'
import type { IndexedBlock } from '../records/block.ts'
import { RpcStuckError } from '../rpc/errors.ts'
import type { Sourced } from '../rpc/port.ts'
import { type BlockId, commit, hashAt, project, snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { finalNumber } from './finality.ts'
import { prove } from './prove.ts'
import { union } from './ranges.ts'
import { undoOrphans } from './reconcile.ts'
import { replace } from './reorganise.ts'

/**
 * - `same`: the stored tip is the node's head
 * - `behind`: the node shows less than is stored
 * - `appended`: new blocks follow the tip
 * - `replaced`: the tip was orphaned; its replacement is stored in the same transaction
 * - `jumped`: the head is too far off; it is stored alone, what lies between is now a gap
 */
type Outcome = 'same' | 'behind' | 'appended' | 'replaced' | 'jumped'

/** One step from what is stored towards what a node shows as its head. Each step is one transaction, and any number of them may be lost or repeated. */
export const converge = async (chain: ChainContext, remote: Sourced<RpcHeader>): Promise<Outcome> => {
  const local = await storedTip(chain)
  const number = Number(remote.value.number)
  if (local === undefined || number - local.number > chain.limits.gapBlocks) return jump(chain, remote)
  if (remote.value.hash === local.hash) return 'same'
  const head = number > local.number ? remote : await otherHistory(chain, local, remote)
  if (head === undefined) return 'behind'
  const next = await loadAbove(chain, local, head)
  if (next[0]?.parentHash === local.hash) return append(chain, next)
  return replace(chain, local, head)
}

/** The highest block stored, of any dataset; undefined where there is none whose hash is known. */
const storedTip = async (chain: ChainContext): Promise<BlockId | undefined> => {
  const snapshot = await snapshotOf(chain)
  const top = union(...chain.datasets.map((dataset) => snapshot.state.coverage[dataset])).at(-1)
  if (top === undefined) return undefined
  const hash = await hashAt(snapshot, top.to)
  return hash === undefined ? undefined : { number: top.to, hash }
}

/** A head that is not above the tip is either a node that lags, or another history; it is the latter only if the nodes no longer know the tip. */
const otherHistory = async (chain: ChainContext, local: BlockId, remote: Sourced<RpcHeader>): Promise<Sourced<RpcHeader> | undefined> => {
  const held = await hashAt(await snapshotOf(chain), Number(remote.value.number))
  const shown = await chain.client.header(local.number, { rounds: 1 }).catch(undefinedIfMissing)
  if (shown?.value.hash === local.hash) return undefined
  if (shown !== undefined) return shown
  const newest = await chain.client.head()
  if (Number(newest.value.number) >= local.number) return undefined
  return held === remote.value.hash && newest.value.hash !== remote.value.hash ? undefined : newest
}

/** That no endpoint has a block is an answer; that none could be asked is not. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof RpcStuckError && (error.missing || error.trials.length === 0)) return undefined
  throw error
}

/** The next blocks above the tip that follow one another, proven; empty where the head is not above the tip. */
const loadAbove = async (chain: ChainContext, local: BlockId, head: Sourced<RpcHeader>): Promise<readonly IndexedBlock[]> => {
  const number = Number(head.value.number)
  if (number <= local.number) return []
  if (number === local.number + 1) return [(await prove(chain, head.value.hash)).block]
  const blocks: IndexedBlock[] = []
  for await (const fetched of chain.client.blocks(local.number + 1, number, { signal: chain.signal })) {
    const { block } = await prove(chain, local.number + 1 + blocks.length, fetched)
    const before = blocks.at(-1)
    if (before !== undefined && before.hash !== block.parentHash) break
    blocks.push(block)
  }
  return blocks
}

const append = async (chain: ChainContext, blocks: readonly IndexedBlock[]): Promise<Outcome> => {
  const first = blocks[0] as IndexedBlock
  const last = blocks.at(-1) as IndexedBlock
  await commit(chain, {
    range: { from: first.number, to: last.number },
    datasets: chain.datasets,
    blocks: blocks.map((block) => project(block, chain.datasets)),
    head: { number: last.number, timestamp: last.timestamp },
    finalized: await finalNumber(chain, await snapshotOf(chain), last.number, blocks),
  })
  return 'appended'
}

/** Takes the head at once, however far off it is. What is stored is first compared with the nodes, since the blocks between are not at hand to link it. */
const jump = async (chain: ChainContext, remote: Sourced<RpcHeader>): Promise<Outcome> => {
  await undoOrphans(chain)
  const { state } = await snapshotOf(chain)
  const number = Number(remote.value.number)
  const top = union(...chain.datasets.map((dataset) => state.coverage[dataset])).at(-1)
  if (number < chain.startBlock || (top !== undefined && top.to >= number)) return 'behind'
  await append(chain, [(await prove(chain, remote.value.hash)).block])
  chain.gapBell.ring()
  return 'jumped'
}
