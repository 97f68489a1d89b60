import type { IndexedBlock } from '../records/block.ts'
import { subtract } from '../store/coverage.ts'
import type { BlockRange, Dataset, Snapshot } from '../store/port.ts'
import { project } from './commit.ts'
import type { ProvingContext } from './context.ts'
import { type Difference, differences } from './difference.ts'
import { messageOf } from './errors.ts'
import { prove } from './prove.ts'
import { union } from './ranges.ts'

export interface VerifyReport {
  readonly checked: number
  readonly rows: number
  readonly differences: readonly BlockDifference[]
  /** Blocks that could not be had or proven, so that nothing is said of them. */
  readonly unchecked: readonly { readonly block: number; readonly reason: string }[]
}

interface BlockDifference extends Difference {
  readonly block: number
}

/** Differences are listed up to this many: past it the store is not right, and a longer list does not say more. */
const differencesAtMost = 1000

/** Derives blocks anew from the nodes and compares them with what is stored, field by field. */
export const verifyBlocks = async (
  chain: ProvingContext,
  snapshot: Snapshot,
  numbers: Iterable<number>,
  onBlock: (checked: number) => void = () => undefined,
): Promise<VerifyReport> => {
  const found: BlockDifference[] = []
  const unchecked: { block: number; reason: string }[] = []
  let checked = 0
  let rows = 0
  for (const number of numbers) {
    if (chain.signal.aborted || found.length >= differencesAtMost) break
    try {
      const { block } = await prove(chain, number)
      const datasets = datasetsAt(snapshot, number)
      const derived = comparable(project(block, datasets))
      const stored = await storedAt(snapshot, number)
      rows += derived.transactions.reduce((sum, transaction) => sum + transaction.transfers.length, 0)
      // A block without rows may be left out of the store.
      const equalByAbsence = stored === undefined && isEmpty(derived)
      if (!equalByAbsence) found.push(...differences(stored && comparable(stored), derived).map((each) => ({ ...each, block: number })))
      checked++
      onBlock(checked)
    } catch (error) {
      unchecked.push({ block: number, reason: messageOf(error) })
    }
  }
  return { checked, rows, differences: found, unchecked }
}

const datasetsAt = (snapshot: Snapshot, number: number): Dataset[] =>
  (['transfers', 'blocks'] as const).filter(
    (dataset) => subtract({ from: number, to: number }, snapshot.state.coverage[dataset]).length === 0,
  )

const storedAt = async (snapshot: Snapshot, number: number): Promise<IndexedBlock | undefined> => {
  for await (const block of snapshot.scan({ from: number, to: number })) return block
  return undefined
}

/** Fields that are absent and fields that are undefined are the same here; what no endpoint holds cannot be compared. */
const comparable = (block: IndexedBlock): IndexedBlock =>
  Object.fromEntries(
    Object.entries(block).filter(([name, value]) => value !== undefined && name !== 'unclesMissing'),
  ) as unknown as IndexedBlock

const isEmpty = (block: IndexedBlock): boolean =>
  block.transactions.length === 0 && block.validated === undefined && block.uncles.length === 0

/** What of a range is stored, in at least one dataset. */
export const coveredPart = (snapshot: Snapshot, range: BlockRange): BlockRange[] => {
  const all = union(snapshot.state.coverage.transfers, snapshot.state.coverage.blocks)
  return subtract(range, subtract(range, all))
}

export function* numbersOf(ranges: readonly BlockRange[]): Iterable<number> {
  for (const { from, to } of ranges) for (let number = from; number <= to; number++) yield number
}

/** `count` different blocks of the ranges, ascending, the same for the same seed. */
export const sampleOf = (ranges: readonly BlockRange[], count: number, seed: number): number[] => {
  const size = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  if (size <= count) return [...numbersOf(ranges)]
  const picked = new Set<number>()
  const random = mulberry(seed)
  while (picked.size < count) picked.add(Math.floor(random() * size))
  return [...picked].sort((a, b) => a - b).map((index) => nth(ranges, index))
}

const nth = (ranges: readonly BlockRange[], index: number): number => {
  let left = index
  for (const { from, to } of ranges) {
    const size = to - from + 1
    if (left < size) return from + left
    left -= size
  }
  throw new RangeError(`there is no block ${index} in the ranges`)
}

/** A small seeded generator: which blocks are looked at must be repeatable, not unpredictable. */
const mulberry = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
