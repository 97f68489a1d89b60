import { gapsOf, union } from '../../src/ingest/ranges.ts'
import type { IndexedBlock, TokenText } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { subtract, unclesMissingAfter } from '../../src/store/coverage.ts'
import { type BlockRange, type ChainState, type CommitBatch, type Dataset, StoreConflict, type StoreWriter } from '../../src/store/port.ts'

interface ModelChain {
  state: ChainState
  blocks: Map<number, IndexedBlock>
  tokens: Map<Hex, TokenText>
  note: string | undefined
}

const datasets: readonly Dataset[] = ['transfers', 'blocks']
const unused = (): never => {
  throw new Error('the model answers no pages')
}

/** The store's writing side in plain maps: what the real one must do, slow and obvious. It answers no pages. */
export const createModelStore = (): StoreWriter => {
  const chains = new Map<number, ModelChain>()
  const chainOf = (chainId: number): ModelChain => {
    const chain = chains.get(chainId)
    if (chain === undefined) throw new StoreConflict(`chain ${chainId} is not open`)
    return chain
  }
  return {
    secret: new Uint8Array(32),
    chains: () => [...chains.keys()].sort((a, b) => a - b),
    notes: (chainId) => chains.get(chainId)?.note,
    close: async () => undefined,
    openChain: (chainId, startBlock) => {
      const known = chains.get(chainId)
      if (known === undefined)
        chains.set(chainId, { state: emptyState(chainId, startBlock), blocks: new Map(), tokens: new Map(), note: undefined })
      else known.state = { ...known.state, startBlock }
    },
    commit: async (batch) => {
      const chain = chainOf(batch.chainId)
      Object.assign(chain, applied(chain, batch))
    },
    putTokens: async (chainId, tokens) => {
      for (const [contract, text] of tokens) chainOf(chainId).tokens.set(contract, text)
    },
    tokensMissing: (chainId, limit) => {
      const { blocks, tokens } = chainOf(chainId)
      const seen = [...blocks.values()].flatMap((block) =>
        block.transactions.flatMap((tx) => tx.transfers.map((transfer) => transfer.contract)),
      )
      return [...new Set(seen)].filter((contract) => !tokens.has(contract)).slice(0, limit)
    },
    note: (chainId, json) => {
      chainOf(chainId).note = json
    },
    snapshot: (chainId) => {
      const chain = chains.get(chainId)
      if (chain === undefined) return undefined
      const { state, blocks, tokens } = chain
      return {
        state,
        transfers: unused,
        blocks: unused,
        uncles: unused,
        token: (contract) => tokens.get(contract),
        blockHash: (number) => blocks.get(number)?.hash,
        scan: ({ from, to }) =>
          [...blocks.values()].filter(({ number }) => from <= number && number <= to).sort((a, b) => a.number - b.number),
      }
    },
  }
}

const emptyState = (chainId: number, startBlock: number): ChainState => ({
  chainId,
  startBlock,
  head: -1,
  headTimestamp: 0,
  finalized: -1,
  coverage: { transfers: [], blocks: [] },
  transferRows: 0,
  blockRows: 0,
  uncleRows: 0,
})

const applied = (chain: ModelChain, batch: CommitBatch): Pick<ModelChain, 'state' | 'blocks'> => {
  const { range, rollbackTo } = batch
  const blocks = new Map(chain.blocks)
  let { coverage } = chain.state
  if (rollbackTo !== undefined) {
    if (rollbackTo < chain.state.finalized) throw new StoreConflict(`final up to ${chain.state.finalized}, cannot go back to ${rollbackTo}`)
    for (const number of [...blocks.keys()]) if (number > rollbackTo) blocks.delete(number)
    coverage = { transfers: below(coverage.transfers, rollbackTo), blocks: below(coverage.blocks, rollbackTo) }
  }
  if (range !== null) {
    for (const dataset of batch.datasets) {
      const free = subtract(range, coverage[dataset])
      if (free[0]?.from !== range.from || free[0].to !== range.to)
        throw new StoreConflict(`${dataset} of ${range.from}-${range.to} is covered`)
    }
    const added = (dataset: Dataset): readonly BlockRange[] =>
      batch.datasets.includes(dataset) ? union(coverage[dataset], [range]) : coverage[dataset]
    coverage = { transfers: added('transfers'), blocks: added('blocks') }
    for (const { unclesMissing: _, ...block } of batch.blocks) blocks.set(block.number, merged(blocks.get(block.number), block))
  }
  const { head = { number: chain.state.head, timestamp: chain.state.headTimestamp }, finalized = -1 } = batch
  const state = {
    ...chain.state,
    coverage,
    unclesMissing: unclesMissingAfter(chain.state.unclesMissing, batch),
    head: head.number,
    headTimestamp: head.timestamp,
    finalized: Math.max(chain.state.finalized, finalized),
  }
  return { state, blocks }
}

const below = (ranges: readonly BlockRange[], number: number): BlockRange[] =>
  ranges.filter(({ from }) => from <= number).map(({ from, to }) => ({ from, to: Math.min(to, number) }))

const merged = (held: IndexedBlock | undefined, block: IndexedBlock): IndexedBlock =>
  held === undefined
    ? block
    : {
        ...held,
        ...block,
        transactions: [...held.transactions, ...block.transactions],
        uncles: [...held.uncles, ...block.uncles],
      }

/** Whether everything from the start block to the head is there. */
export const isComplete = (state: ChainState, wanted: readonly Dataset[] = datasets): boolean =>
  state.head >= 0 && gapsOf({ from: state.startBlock, to: state.head }, state.coverage, wanted).length === 0
