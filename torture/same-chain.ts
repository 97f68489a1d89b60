import { isDeepStrictEqual } from 'node:util'
import { project } from '../src/ingest/commit.ts'
import type { IndexedBlock } from '../src/records/block.ts'
import type { Dataset, Snapshot, StoreReader } from '../src/store/port.ts'
import { contents } from '../test/ingest/harness.ts'
import { isComplete } from '../test/ingest/model-store.ts'
import { expectedRows } from '../test/simulate/chain.ts'
import type { World } from '../test/simulate/world.ts'

const both: readonly Dataset[] = ['transfers', 'blocks']

/** The store has the world's head, and everything below it. */
export const isSettled = async (store: StoreReader, world: World, datasets: readonly Dataset[] = both): Promise<boolean> => {
  const snapshot = await store.snapshot(world.chain.chainId)
  if (snapshot === undefined || snapshot.state.head !== world.head || !isComplete(snapshot.state, datasets)) return false
  return (await snapshot.blockHash(world.head)) === world.chain.blocks[world.head]?.block.hash
}

/** The first block in which the store is not the canonical chain; undefined where it is. */
export const differenceFromChain = async (
  store: StoreReader,
  world: World,
  datasets: readonly Dataset[] = both,
): Promise<string | undefined> => {
  const all = await contents(store, world.chain.chainId)
  const everything = expectedRows(world.chain, 0, world.head).map((block) => project(block, datasets))
  // Blocks without rows need not be stored where only some of the rows are.
  const [found, wanted] = datasets.length === both.length ? [all, everything] : [all.filter(hasRows), everything.filter(hasRows)]
  for (let number = 0; number < Math.max(found.length, wanted.length); number++)
    if (!isSameBlock(found[number], wanted[number])) return `block ${number} of ${wanted.length} is not the chain's`
  return undefined
}

const hasRows = ({ transactions, validated, uncles }: IndexedBlock): boolean =>
  transactions.length > 0 || validated !== undefined || uncles.length > 0

export const isSameBlock = (found: IndexedBlock | undefined, wanted: IndexedBlock | undefined): boolean =>
  isDeepStrictEqual(plain(found), plain(wanted))

/** Without keys that hold nothing: for rows, absent and undefined are the same. */
const plain = (block: IndexedBlock | undefined): unknown =>
  block && { ...Object.fromEntries(Object.entries(block).filter(([, value]) => value !== undefined)) }

/**
 * What must hold at any instant, also between two branches: every block is one the chain had at some time, with exactly its rows, and each is the child of
 * the one before it.
 */
export const differenceFromHistory = async (store: StoreReader, world: World): Promise<string | undefined> => {
  const snapshot: Snapshot | undefined = await store.snapshot(world.chain.chainId)
  if (snapshot === undefined) return undefined
  let before: IndexedBlock | undefined
  for (const block of await contents(store, world.chain.chainId)) {
    const known = world.byHash(block.hash)
    if (known === undefined) return `block ${block.number} ${block.hash} was never on the chain`
    if (!isSameBlock(block, known.expected)) return `block ${block.number} ${block.hash} has other rows than the chain's`
    if (before !== undefined && before.number === block.number - 1 && before.hash !== block.parentHash)
      return `block ${block.number} is not the child of the block stored before it`
    before = block
  }
  return undefined
}
