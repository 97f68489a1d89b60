import type { RpcHeader } from '../evm/json-rpc.ts'
import type { Sourced } from '../rpc/port.ts'
import type { Snapshot } from '../store/port.ts'
import { blame } from './blame.ts'
import { type BlockId, commit, hashAt, project, snapshotOf } from './commit.ts'
import { mapBounded } from './concurrent.ts'
import type { ChainContext } from './context.ts'
import { PastFinality } from './errors.ts'
import { finalNumber } from './finality.ts'
import { countReorganisation } from './meter.ts'
import { prove, roundsByHash } from './prove.ts'
import { union } from './ranges.ts'

interface Fork {
  /** The last block both histories share, or the last below everything stored of the orphaned one. */
  readonly ancestor: number
  /** The node's blocks above it, ascending. */
  readonly branch: readonly BlockId[]
}

/** Walks back by hash to where the node's history leaves the stored one, and puts its branch in the place of ours, in one transaction. */
export const replace = async (chain: ChainContext, local: BlockId, head: Sourced<RpcHeader>): Promise<'replaced'> => {
  const snapshot = await snapshotOf(chain)
  const { ancestor, branch } = await findFork(chain, snapshot, head)
  const blocks = await mapBounded(branch, chain.limits.fetchesAtOnce, async ({ hash }) => (await prove(chain, hash)).block)
  const tip = Number(head.value.number)
  await commit(chain, {
    range: branch.length === 0 ? null : { from: ancestor + 1, to: tip },
    datasets: chain.datasets,
    blocks: blocks.map((block) => project(block, chain.datasets)),
    rollbackTo: ancestor,
    head: { number: tip, timestamp: Number(head.value.timestamp) },
    finalized: await finalNumber(chain, snapshot, tip, blocks),
  })
  const depth = local.number - ancestor
  countReorganisation(chain.meter, { at: Date.now(), depth, ancestor })
  chain.log.info('a reorganisation was followed', { chain: chain.chainId, ancestor, depth, newTip: tip })
  return 'replaced'
}

const findFork = async (chain: ChainContext, snapshot: Snapshot, head: Sourced<RpcHeader>): Promise<Fork> => {
  const { coverage, finalized } = snapshot.state
  const linkedFrom = union(...chain.datasets.map((dataset) => coverage[dataset])).at(-1)?.from ?? 0
  const branch: BlockId[] = []
  let cursor = head
  for (let step = 0; step <= chain.limits.reorganisationBlocks; step++) {
    const number = Number(cursor.value.number)
    const held = await hashAt(snapshot, number)
    if (held === cursor.value.hash || (held === undefined && number < linkedFrom)) return { ancestor: number, branch: branch.reverse() }
    if (number <= Math.max(finalized, 0)) {
      const text = `block ${number} is stored as ${held ?? 'unknown'} and final up to ${finalized}, but a node shows ${cursor.value.hash} there`
      throw new PastFinality(text, cursor.source)
    }
    branch.push({ number, hash: cursor.value.hash })
    cursor = await parentOf(chain, cursor)
  }
  throw new PastFinality(`the node's history shares no block with the newest ${chain.limits.reorganisationBlocks} stored`, head.source)
}

const parentOf = async (chain: ChainContext, child: Sourced<RpcHeader>): Promise<Sourced<RpcHeader>> => {
  const wanted = child.value.parentHash
  const parent = await chain.client.header(wanted, { rounds: roundsByHash })
  const failure =
    parent.value.hash === wanted && Number(parent.value.number) === Number(child.value.number) - 1
      ? chain.examiner.header(parent.value)
      : { check: 'asked block', detail: `asked for ${wanted}, got ${Number(parent.value.number)} ${parent.value.hash}` }
  if (failure === undefined) return parent
  const text = `header: ${failure.check}: ${failure.detail}`
  blame(chain, parent.source, text)
  throw new Error(text)
}
