import type { BlockRange, ChainState, Dataset, Snapshot, StoreReader } from '../store/port.ts'
import type { CoveredSpan, PublishedChain } from './publish.ts'

/** How far below the end of the covered blocks a stored one is looked for: on a chain of which only transfers are indexed most blocks are not stored. */
const lookBackBlocks = 256

const firstTimestamp = async (snapshot: Snapshot, range: BlockRange): Promise<number | undefined> => {
  for await (const { timestamp } of snapshot.scan(range)) return timestamp
  return undefined
}

const lastTimestamp = async (snapshot: Snapshot, { from, to }: BlockRange): Promise<number | undefined> => {
  const { head, headTimestamp } = snapshot.state
  if (to >= head) return head >= 0 ? headTimestamp : undefined
  const exact = await firstTimestamp(snapshot, { from: to, to })
  if (exact !== undefined) return exact
  let last: number | undefined
  for await (const { timestamp } of snapshot.scan({ from: Math.max(from, to - lookBackBlocks), to })) last = timestamp
  return last
}

const spanOf = async (snapshot: Snapshot, dataset: Dataset): Promise<CoveredSpan> => {
  const ranges = snapshot.state.coverage[dataset]
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (first === undefined || last === undefined) return { first: undefined, last: undefined }
  return { first: await firstTimestamp(snapshot, first), last: await lastTimestamp(snapshot, last) }
}

/** What the store holds of each of the chains, with the time it covers. */
export const publishedChains = async (
  store: StoreReader,
  chainIds: readonly number[],
  nameOf: (chainId: number) => string,
): Promise<PublishedChain[]> => {
  const chains: PublishedChain[] = []
  for (const chainId of chainIds) {
    const snapshot = await store.snapshot(chainId)
    if (snapshot === undefined) continue
    const state: ChainState = snapshot.state
    const spans = { transfers: await spanOf(snapshot, 'transfers'), blocks: await spanOf(snapshot, 'blocks') }
    chains.push({ name: nameOf(chainId), state, spans })
  }
  return chains
}
