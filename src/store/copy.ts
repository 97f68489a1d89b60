import { createHash } from 'node:crypto'
import type { IndexedBlock, TokenText } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import { overlapping } from './coverage.ts'
import type { BlockRange, Dataset, Snapshot, StoreReader, StoreWriter } from './port.ts'

/** A commit of this many rows, or blocks, is large enough to be quick and small enough to be lost cheaply. */
const batchRows = 100_000
const batchBlocks = 10_000
const tokensAtOnce = 1000
const datasets: readonly Dataset[] = ['transfers', 'blocks']

export interface CopyProgress {
  readonly chainId: number
  readonly phase: 'copy' | 'names' | 'verify'
  /** Blocks of coverage done, of all there are. */
  readonly done: number
  readonly of: number
}

export interface CopyResult {
  readonly chainId: number
  readonly rows: { readonly transfers: number; readonly blocks: number; readonly uncles: number }
  /** What differs between the two after the copy; empty where all is well. */
  readonly differences: readonly string[]
  readonly checksum: string
}

/** Copies one chain from store to store. What the target covers already is not copied again, so that a copy that was cut off goes on where it stopped. */
export const copyChain = async (
  source: StoreReader,
  target: StoreWriter,
  chainId: number,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyResult> => {
  const from = await source.snapshot(chainId)
  if (from === undefined) throw new RangeError(`the source store does not know chain ${chainId}`)
  await target.openChain(chainId, from.state.startBlock)
  for (const dataset of datasets) await copyDataset(from, target, chainId, dataset, onProgress)
  await copyNames(from, target, chainId, onProgress)
  const { head, headTimestamp, finalized } = from.state
  await target.commit({
    chainId,
    range: null,
    datasets: [],
    blocks: [],
    ...(head < 0 ? {} : { head: { number: head, timestamp: headTimestamp } }),
    ...(finalized < 0 ? {} : { finalized }),
  })
  return compare(from, target, chainId, onProgress)
}

const blocksIn = (ranges: readonly BlockRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)

const copyDataset = async (
  from: Snapshot,
  target: StoreWriter,
  chainId: number,
  dataset: Dataset,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> => {
  const ranges = from.state.coverage[dataset]
  const of = blocksIn(ranges)
  let done = 0
  for (const range of ranges) {
    for (let next = range.from; next <= range.to; ) {
      const copied = (await target.snapshot(chainId))?.state.coverage[dataset] ?? []
      const taken = overlapping(copied, { from: next, to: next })
      const until = taken
        ? Math.min(taken.to, range.to)
        : await copyBatch(from, target, chainId, dataset, { from: next, to: Math.min(range.to, firstAbove(copied, next) - 1) })
      done += until - next + 1
      next = until + 1
      onProgress({ chainId, phase: 'copy', done, of })
    }
  }
}

const firstAbove = (ranges: readonly BlockRange[], block: number): number =>
  ranges.find(({ from }) => from > block)?.from ?? Number.MAX_SAFE_INTEGER

/** Commits as many blocks of the range as make one batch, and answers the last of them. */
const copyBatch = async (from: Snapshot, target: StoreWriter, chainId: number, dataset: Dataset, range: BlockRange): Promise<number> => {
  const limit = Math.min(range.to, range.from + batchBlocks - 1)
  const blocks: IndexedBlock[] = []
  let rows = 0
  let to = limit
  for await (const block of from.scan({ from: range.from, to: limit })) {
    const lacking =
      dataset === 'blocks' && overlapping(from.state.unclesMissing ?? [], { from: block.number, to: block.number }) !== undefined
    blocks.push({ ...only(dataset, block), ...(lacking && { unclesMissing: true as const }) })
    rows += block.transactions.reduce((sum, { transfers }) => sum + transfers.length, 0)
    if (rows >= batchRows) {
      to = block.number
      break
    }
  }
  await target.commit({ chainId, range: { from: range.from, to }, datasets: [dataset], blocks })
  return to
}

const only = (dataset: Dataset, block: IndexedBlock): IndexedBlock => {
  const { validated, ...rest } = block
  if (dataset === 'transfers') return { ...rest, uncles: [] }
  return validated === undefined ? { ...rest, transactions: [] } : { ...rest, transactions: [], validated }
}

const copyNames = async (
  from: Snapshot,
  target: StoreWriter,
  chainId: number,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> => {
  let done = 0
  for (;;) {
    const missing = await target.tokensMissing(chainId, tokensAtOnce)
    const known = new Map<Hex, TokenText>()
    for (const contract of missing) {
      const text = await from.token(contract)
      if (text !== undefined) known.set(contract, text)
    }
    // Contracts the source never asked about stay missing: the next indexer asks.
    if (known.size === 0) return
    await target.putTokens(chainId, known)
    done += known.size
    onProgress({ chainId, phase: 'names', done, of: done })
  }
}

const compare = async (
  from: Snapshot,
  target: StoreReader,
  chainId: number,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyResult> => {
  const to = await target.snapshot(chainId)
  if (to === undefined) throw new RangeError(`the target store does not know chain ${chainId}`)
  const differences: string[] = []
  for (const field of ['startBlock', 'head', 'finalized', 'transferRows', 'blockRows', 'uncleRows', 'coverage'] as const) {
    const [here, there] = [JSON.stringify(from.state[field]), JSON.stringify(to.state[field])]
    if (here !== there) differences.push(`${field}: ${here} in the source, ${there} in the target`)
  }
  const ranges = [...from.state.coverage.transfers, ...from.state.coverage.blocks]
  const of = blocksIn(ranges)
  let done = 0
  const whole = createHash('sha256')
  for (const range of ranges)
    for (let first = range.from; first <= range.to; first += batchBlocks) {
      const part = { from: first, to: Math.min(range.to, first + batchBlocks - 1) }
      const [here, there] = [await checksum(from, part), await checksum(to, part)]
      if (here !== there) differences.push(`blocks ${part.from}-${part.to}: the rows differ`)
      whole.update(here)
      done += part.to - part.from + 1
      onProgress({ chainId, phase: 'verify', done, of })
    }
  const { transferRows: transfers, blockRows: blocks, uncleRows: uncles } = to.state
  return { chainId, rows: { transfers, blocks, uncles }, differences, checksum: whole.digest('hex') }
}

const checksum = async (snapshot: Snapshot, range: BlockRange): Promise<string> => {
  const hash = createHash('sha256')
  for await (const block of snapshot.scan(range)) hash.update(JSON.stringify(sorted(block)))
  return hash.digest('hex')
}

/** The same value whatever the order in which a store fills in fields. */
const sorted = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
