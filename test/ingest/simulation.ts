import { setTimeout as wait } from 'node:timers/promises'
import { project } from '../../src/ingest/commit.ts'
import type { IndexedBlock } from '../../src/records/block.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import type { Dataset, StoreWriter } from '../../src/store/port.ts'
import { expectedRows, generateChain } from '../simulate/chain.ts'
import type { Fault } from '../simulate/faults.ts'
import { lieNames } from '../simulate/lies.ts'
import { createRandom, type Random } from '../simulate/random.ts'
import { type SimulatedNode, serveWorld } from '../simulate/server.ts'
import { createWorld, type World } from '../simulate/world.ts'
import { chainConfig, contents, startIndexer, until } from './harness.ts'
import { isComplete } from './model-store.ts'

/** Deeper than any reorganisation below makes, so that what is called final stays. */
const finalityDepth = 12
const deepestReorganisation = 8
/** Seconds on a machine at rest; only a hang takes this long on a busy one. */
const settleBoundMs = 90_000

interface Simulation {
  readonly random: Random
  readonly world: World
  readonly nodes: readonly SimulatedNode[]
  readonly datasets: readonly Dataset[]
  readonly startBlock: number
}

/**
 * One seeded history: a chain that grows and reorganises, nodes that get and lose faults, an indexer that is stopped and started. Throws where a block
 * that is called final is not on the chain, at any commit, and where the store does not equal the chain once the nodes are well again.
 */
export const simulate = async (seed: number, folder: string): Promise<void> => {
  const random = createRandom(`simulation ${seed}`)
  const simulation = await setUp(random)
  const { world, nodes, startBlock } = simulation
  const config = chainConfig(world.chain, nodes, { startBlock, index: simulation.datasets, finalityDepth })
  const violations: string[] = []
  let store = openLmdbStore(folder, { mode: 'write' })
  let indexer = startIndexer(watched(store, world, violations), [config])
  try {
    for (let step = random.between(4, 10); step > 0 && violations.length === 0; step--) {
      await happen(simulation)
      if (random.chance(0.15)) {
        await indexer.stop()
        await store.close()
        store = openLmdbStore(folder, { mode: 'write', deep: true })
        indexer = startIndexer(watched(store, world, violations), [config])
      }
      // How far the indexer gets between two events is part of the game.
      await wait(random.between(0, 60))
    }
    for (const node of nodes) node.setFaults()
    world.advance(1)
    await settle(store, world, simulation, violations)
  } catch (error) {
    throw new Error(`seed ${seed}: ${String(error)}\n${indexer.log.slice(-15).join('')}`)
  } finally {
    await indexer.stop()
    await store.close()
    for (const node of nodes) await node.close()
  }
  if (violations.length > 0) throw new Error(`seed ${seed}: ${violations[0]}`)
}

const setUp = async (random: Random): Promise<Simulation> => {
  const blocks = random.between(20, 70)
  const chain = generateChain({ seed: random.int(1_000_000), blocks, transactionsPerBlock: random.between(1, 3) })
  const world = createWorld(chain, { head: random.between(3, blocks), finalityDepth: random.chance(0.3) ? null : finalityDepth })
  const nodes: SimulatedNode[] = []
  for (let i = random.between(1, 3); i > 0; i--) nodes.push(await serveWorld(world, { seed: random.int(1_000_000) }))
  const datasets = random.pick<readonly Dataset[]>([['transfers', 'blocks'], ['transfers', 'blocks'], ['transfers'], ['blocks']])
  return { random, world, nodes, datasets, startBlock: random.chance(0.3) ? random.between(0, world.head) : 0 }
}

const happen = async ({ random, world, nodes }: Simulation): Promise<void> => {
  const event = random.int(10)
  if (event < 4) world.advance(random.pick([1, 1, 1, 2, 5, 80]))
  else if (event < 6) world.reorganise({ depth: random.between(1, Math.min(deepestReorganisation, world.head)), longer: random.int(3) })
  else {
    const node = random.pick(nodes)
    node.setFaults(...Array.from({ length: random.int(3) }, () => randomFault(random, world, nodes.length)))
  }
}

const randomFault = (random: Random, world: World, nodes: number): Fault => {
  const when = { probability: random.pick([0.05, 0.3, 1]) }
  const kinds: readonly (() => Fault)[] = [
    () => ({ kind: 'lie', lie: random.pick(lieNames), when }),
    () => ({ kind: 'lie', lie: random.pick(lieNames), when }),
    () => ({ kind: 'status', status: random.pick([429, 500, 502, 503, 504]), when }),
    () => ({ kind: 'disconnect', when }),
    () => ({ kind: 'delay', ms: random.between(1, 30), when }),
    () => ({ kind: 'stall', when: { probability: 0.05 } }),
    () => ({ kind: 'lag', blocks: random.between(1, 10) }),
    () => ({ kind: 'flicker', blocks: random.between(1, 6) }),
    () => ({ kind: 'boast', blocks: random.between(1, 3), when }),
    () => ({ kind: 'prune', below: random.int(world.head + 1), answer: random.pick(['code', 'null', 'empty'] as const) }),
    () => ({ kind: 'forget' }),
    () => ({ kind: 'null', when }),
    () => ({ kind: 'error', code: -32000, message: random.pick(['header not found', 'internal error', 'request timed out']), when }),
    () => ({
      kind: 'batch',
      quirk: random.pick(['shuffled', 'ids as strings', 'errors without id', 'one answer missing', 'at most ten'] as const),
    }),
    // A block that is whole and on no chain is found out by its neighbours, a branch of such blocks by others; that takes somebody who tells the truth.
    () =>
      nodes > 1 ? { kind: 'forge', block: random.int(world.head + 1), blocks: random.pick([1, 1, 2, 9]) } : { kind: 'lag', blocks: 1 },
  ]
  return random.pick(kinds)()
}

/** Looks, after every commit, whether each block that is called final is the chain's. */
const watched = (store: StoreWriter, world: World, violations: string[]): StoreWriter => ({
  ...store,
  commit: async (batch) => {
    await store.commit(batch)
    const snapshot = await store.snapshot(batch.chainId)
    const final = snapshot?.state.finalized ?? -1
    for (let number = 0; number <= final; number++) {
      const held = await snapshot?.blockHash(number)
      if (held === undefined || held === world.chain.blocks[number]?.block.hash) continue
      violations.push(`block ${number} is called final as ${held}, and the chain has ${world.chain.blocks[number]?.block.hash}`)
    }
  },
})

const settle = async (store: StoreWriter, world: World, simulation: Simulation, violations: readonly string[]): Promise<void> => {
  const { chainId } = world.chain
  await until(
    'the store has settled',
    async () => {
      if (violations.length > 0) return true
      const snapshot = await store.snapshot(chainId)
      if (snapshot === undefined || snapshot.state.head !== world.head || !isComplete(snapshot.state, simulation.datasets)) return false
      return (await snapshot.blockHash(world.head)) === world.chain.blocks[world.head]?.block.hash
    },
    settleBoundMs,
  )
  if (violations.length > 0) return
  const wanted = expectedRows(world.chain, simulation.startBlock, world.head).map((block) => project(block, simulation.datasets))
  const found = await contents(store, chainId)
  const difference = firstDifference(found.filter(hasRows), wanted.filter(hasRows))
  if (difference !== undefined) throw new Error(`the store is not the chain: ${difference}`)
}

const hasRows = (block: IndexedBlock): boolean => block.transactions.length > 0 || block.validated !== undefined || block.uncles.length > 0

const text = (block: IndexedBlock | undefined): string =>
  JSON.stringify(block, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? 'nothing'

const firstDifference = (found: readonly IndexedBlock[], wanted: readonly IndexedBlock[]): string | undefined => {
  for (let i = 0; i < Math.max(found.length, wanted.length); i++) {
    const [a, b] = [canonical(found[i]), canonical(wanted[i])]
    if (text(a) !== text(b)) return `found ${text(a)}, wanted ${text(b)}`
  }
  return undefined
}

/** The same fields in the same order, so that texts can be compared. */
const canonical = (block: IndexedBlock | undefined): IndexedBlock | undefined => {
  if (block === undefined) return undefined
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, part]) => [name, sorted(part)]),
    )
  }
  return sorted(block) as IndexedBlock
}
