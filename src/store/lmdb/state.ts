import type { BlockRange, ChainState, Dataset } from '../port.ts'

/** A stretch of blocks, all covered, written ascending. Its rows, and the lists over them, are kept apart from those of other runs. */
export interface Run {
  readonly id: number
  readonly first: number
  last: number
  /** Chunks of rows; 0 for runs of blocks. */
  chunks: number
  /** Rows, or validated blocks and uncles. */
  rows: number
}

/** What is stored of a chain beside its rows. */
export interface StoredChain {
  readonly chainId: number
  /** The chain's number in this store. */
  readonly chain: number
  /** Counts commits: a reader sees by it whether anything changed. */
  sequence: number
  startBlock: number
  head: number
  headTimestamp: number
  finalized: number
  readonly coverage: Record<Dataset, BlockRange[]>
  unclesMissing?: ChainState['unclesMissing']
  readonly runs: Record<Dataset, Run[]>
  transferRows: number
  blockRows: number
  uncleRows: number
  /** Contracts numbered so far. */
  contracts: number
}

export const newChain = (chainId: number, chain: number, startBlock: number): StoredChain => ({
  chainId,
  chain,
  sequence: 0,
  startBlock,
  head: -1,
  headTimestamp: 0,
  finalized: -1,
  coverage: { transfers: [], blocks: [] },
  runs: { transfers: [], blocks: [] },
  transferRows: 0,
  blockRows: 0,
  uncleRows: 0,
  contracts: 0,
})

/** The sequence stands in front, so that a reader can tell whether it knows the rest already. */
export const encodeChain = (chain: StoredChain): Buffer => {
  const sequence = Buffer.alloc(4)
  sequence.writeUInt32BE(chain.sequence)
  return Buffer.concat([sequence, Buffer.from(JSON.stringify(chain))])
}
export const sequenceOf = (bytes: Buffer): number => bytes.readUInt32BE()
export const decodeChain = (bytes: Uint8Array): StoredChain =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + 4, bytes.length - 4).toString('utf8'))

export const chainState = (stored: StoredChain): ChainState => ({
  chainId: stored.chainId,
  startBlock: stored.startBlock,
  head: stored.head,
  headTimestamp: stored.headTimestamp,
  finalized: stored.finalized,
  coverage: stored.coverage,
  ...(stored.unclesMissing && { unclesMissing: stored.unclesMissing }),
  transferRows: stored.transferRows,
  blockRows: stored.blockRows,
  uncleRows: stored.uncleRows,
})
