import type { Hex } from '../records/hex.ts'
import type { Snapshot } from '../store/port.ts'
import { createBatchWriter } from './batch.ts'
import { type BlockId, commit, hashAt, parentHashOf, project, snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { castsDoubt, Undone } from './errors.ts'
import { blockLinks, linkedDown, linkedUp } from './linked.ts'
import { type ProvenBlock, prove } from './prove.ts'
import type { Gap } from './ranges.ts'

/** Fills a gap upwards with whole blocks and their receipts. What was proven before a failure is stored, unless the failure casts doubt on it. */
export const fillBlocks = async (chain: ChainContext, gap: Gap): Promise<void> => {
  const writer = createBatchWriter(chain, gap)
  try {
    for await (const block of linkedUp(blockLinks(chain), gap.to, provenBlocks(chain, gap))) await writer.add(block)
  } catch (error) {
    if (!castsDoubt(error)) await writer.flush()
    throw error
  }
  await writer.flush()
}

async function* provenBlocks(chain: ChainContext, { from, to }: Gap): AsyncGenerator<ProvenBlock, void, void> {
  let number = from
  for await (const fetched of chain.client.blocks(from, to, { signal: chain.signal })) yield await prove(chain, number++, fetched)
}

/**
 * Fills the top of a gap above finality, joined by hash to what is stored there. These blocks can still be orphaned: the batch is small, and is stored
 * only if what it was joined to still stands.
 */
export const fillRecent = async (chain: ChainContext, gap: Gap): Promise<void> => {
  const { onto, wanted } = await joint(await snapshotOf(chain), gap.to)
  const from = Math.max(gap.from, gap.to - chain.limits.recentBlocks + 1)
  const proven: ProvenBlock[] = []
  for await (const block of provenBlocks(chain, { ...gap, from })) proven.push(block)
  const linked = await linkedDown(blockLinks(chain), wanted, proven)
  const blocks = linked.map(({ block }) => project(block, gap.datasets))
  await commit(chain, { range: { from, to: gap.to }, datasets: gap.datasets, blocks }, onto)
  chain.meter.filled += blocks.length
}

/** What tells the hash of a missing block: the stored block above it, or its own, where another dataset has it already. */
const joint = async (snapshot: Snapshot, number: number): Promise<{ readonly onto: BlockId; readonly wanted: Hex }> => {
  const above = await hashAt(snapshot, number + 1)
  const parent = await parentHashOf(snapshot, number + 1)
  if (above !== undefined && parent !== undefined) return { onto: { number: number + 1, hash: above }, wanted: parent }
  const own = await hashAt(snapshot, number)
  if (own === undefined) throw new Undone(number + 1)
  return { onto: { number, hash: own }, wanted: own }
}
