import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openLmdbStore } from '../src/store/lmdb/open.ts'
import type { Dataset, StoreWriter } from '../src/store/port.ts'
import { chainConfig, contents, type RunningIndexer, startIndexer, until } from '../test/ingest/harness.ts'
import { simulate } from '../test/ingest/simulation.ts'
import { generateChain, type SimulatedChain } from '../test/simulate/chain.ts'
import type { BatchQuirk, Fault } from '../test/simulate/faults.ts'
import { lieNames } from '../test/simulate/lies.ts'
import { densityTexts, rangeTexts } from '../test/simulate/limits.ts'
import { createRandom } from '../test/simulate/random.ts'
import { type SimulatedNode, serveWorld } from '../test/simulate/server.ts'
import { createWorld, type World, type WorldOptions } from '../test/simulate/world.ts'
import { createTally, type Tally } from './outcome.ts'
import { type Part, timeLeft } from './part.ts'
import { differenceFromChain, isSameBlock, isSettled } from './same-chain.ts'

interface NodeBounds {
  /** Histories with mixed faults. */
  readonly histories: number
  /** Of the faults alone, every so many-th; 1 for all. */
  readonly step: number
}

const finalityDepth = 12
const settleBoundMs = 60_000
/** Histories wait more than they work. */
const atOnce = 4

const batchQuirks: readonly BatchQuirk[] = [
  'shuffled',
  'ids as strings',
  'errors without id',
  'one answer missing',
  'one error for all',
  'at most ten',
]
/** Only who trusts the index of logs asks for ranges of them. */
const byLogs = { datasets: ['transfers'], completeness: 'logs' } as const
const texts = <T extends object>(table: T): (keyof T)[] => Object.keys(table) as (keyof T)[]

interface LoneFault extends Pick<TrialOptions, 'datasets' | 'completeness'> {
  readonly name: string
  readonly fault: Fault
}

/** Every fault the simulated node knows, each by itself, as bad as it gets. */
const faultsAlone: readonly LoneFault[] = [
  ...[403, 429, 500, 502, 503, 504].map((status) => ({ name: `status ${status}`, fault: { kind: 'status', status } as const })),
  { name: 'stall', fault: { kind: 'stall', when: { probability: 0.3 } } },
  { name: 'disconnect', fault: { kind: 'disconnect' } },
  { name: 'delay', fault: { kind: 'delay', ms: 40 } },
  { name: 'rate', fault: { kind: 'rate', perSecond: 20, retryAfterSeconds: 1 } },
  { name: 'lag', fault: { kind: 'lag', blocks: 9 } },
  { name: 'flicker', fault: { kind: 'flicker', blocks: 6 } },
  { name: 'boast', fault: { kind: 'boast', blocks: 5 } },
  ...(['code', 'null', 'empty'] as const).map((answer) => ({
    name: `prune ${answer}`,
    fault: { kind: 'prune', below: 20, answer } as const,
  })),
  { name: 'forget', fault: { kind: 'forget' } },
  { name: 'forge', fault: { kind: 'forge', block: 11 } },
  { name: 'forged branch', fault: { kind: 'forge', block: 5, blocks: 12 } },
  { name: 'chain', fault: { kind: 'chain', chainId: 5 } },
  ...['header not found', 'internal error', 'request timed out', 'rate limit exceeded', 'quota reached'].map((message) => ({
    name: `error ${message}`,
    fault: { kind: 'error', code: -32000, message } as const,
  })),
  { name: 'unsupported', fault: { kind: 'unsupported', when: { methods: ['eth_getBlockReceipts'] } } },
  { name: 'null', fault: { kind: 'null', when: { probability: 0.5 } } },
  { name: 'old receipts', fault: { kind: 'old receipts' } },
  ...lieNames.map((lie) => ({ name: `lie: ${lie}`, fault: { kind: 'lie', lie } as const })),
  { name: 'ranged logs empty', fault: { kind: 'lie', lie: 'logs empty' }, datasets: ['transfers'] },
  { name: 'ranged logs pruned', fault: { kind: 'prune', below: 20, answer: 'empty' }, datasets: ['transfers'] },
  ...batchQuirks.map((quirk) => ({ name: `batch ${quirk}`, fault: { kind: 'batch', quirk } as const })),
  ...texts(rangeTexts).map((text) => ({
    name: `range: ${text}`,
    fault: { kind: 'range', blocks: 7, text } as const,
    ...byLogs,
  })),
  ...texts(densityTexts).map((text) => ({
    name: `density: ${text}`,
    fault: { kind: 'density', logs: 9, text } as const,
    ...byLogs,
  })),
]

const tallies = () => ({
  alone: createTally('nodes: the store becomes the chain with each fault alone on one of two endpoints'),
  mixed: createTally('nodes: whatever faults are mixed, nothing orphaned is called final and the store becomes the chain'),
  liars: createTally('nodes: of an endpoint that lies consistently nothing false is stored, also where it is the only one'),
  down: createTally('nodes: with all endpoints down nothing is lost, and indexing goes on when they are back'),
  depths: createTally('nodes: a reorganisation of each depth down to finality is followed'),
  past: createTally('nodes: a reorganisation past finality halts the chain and changes nothing'),
  moves: createTally('nodes: a chain that jumps, stalls, shrinks or repeats a block number is followed'),
})
type Tallies = ReturnType<typeof tallies>

/** Nodes that fail, lie and disagree, under the real indexer and the real store, hurried. */
export const tortureByNodes: Part<NodeBounds> = async (context, { histories, step }) => {
  const all = tallies()
  const chain = generateChain({ seed: `${context.seed} nodes`, blocks: 40, profile: 'work' })
  let folders = 0
  const folder = (): string => join(context.folder, `store-${folders++}`)
  const named = [
    ...everyNth(faultsAlone, step).map((one) => () => tryAlone(chain, folder(), one, all.alone)),
    ...everyNth(lieNames, step).map((lie) => () => tryOnlyLiar(chain, folder(), { kind: 'lie', lie }, all.liars)),
    () => tryOnlyLiar(chain, folder(), { kind: 'forge', block: 13 }, all.liars),
    () => tryDown(chain, folder(), all.down),
    ...everyNth(
      Array.from({ length: finalityDepth }, (_, i) => i + 1),
      step,
    ).map((depth) => () => tryDepth(chain, folder(), depth, all)),
    ...[finalityDepth + 1, finalityDepth + 6].map((depth) => () => tryDepth(chain, folder(), depth, all)),
    ...Object.entries(moves).map(
      ([name, move]) =>
        () =>
          tryMove(chain, folder(), name, move, all.moves),
    ),
  ]
  // In any order, and a history behind each: so a short run tries something of everything, and a long one all of it before further histories.
  const random = createRandom(`${context.seed}/order`)
  const shuffled = named.map((job) => ({ job, at: random.int(2 ** 31) })).sort((a, b) => a.at - b.at)
  const history = (i: number) => () => tryHistory(context.seed, i, folder(), all.mixed)
  const jobs = Array.from({ length: Math.max(named.length, histories) }, (_, i) => [
    ...(i < shuffled.length ? [shuffled[i]?.job] : []),
    ...(i < histories ? [history(i)] : []),
  ]).flat()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < jobs.length && timeLeft(context)) await jobs[next++]?.()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  context.note(`${next} of ${jobs.length} trials`)
  return Object.values(all)
}

const everyNth = <T>(list: readonly T[], step: number): T[] => list.filter((_, index) => index % step === 0)

interface Trial {
  readonly world: World
  readonly nodes: readonly SimulatedNode[]
  readonly store: StoreWriter
  readonly indexer: RunningIndexer
}

interface TrialOptions extends WorldOptions {
  readonly faults?: readonly (readonly Fault[])[]
  readonly datasets?: readonly Dataset[]
  readonly completeness?: 'proven' | 'logs'
}

/** One endpoint for each list of faults, a store, and an indexer over them. What `judge` answers, or what is thrown, is what went wrong. */
const trial = async (
  chain: SimulatedChain,
  folder: string,
  { faults = [[]], datasets = ['transfers', 'blocks'], completeness = 'proven', ...world }: TrialOptions,
  tally: Tally,
  name: string,
  judge: (trial: Trial) => Promise<string | undefined>,
): Promise<void> => {
  const shown = createWorld(chain, world)
  const nodes: SimulatedNode[] = []
  for (const [seed, list] of faults.entries()) nodes.push(await serveWorld(shown, { seed, faults: list }))
  const store = openLmdbStore(folder, { mode: 'write' })
  const indexer = startIndexer(store, [chainConfig(chain, nodes, { index: datasets, completeness })])
  const problem = await judge({ world: shown, nodes, store, indexer }).catch((error: unknown) => String(error))
  tally.check(problem === undefined, () => `${name}: ${problem}; ${indexer.log.slice(-3).join(' ')}`)
  await indexer.stop()
  await store.close()
  for (const node of nodes) await node.close()
}

const becomesChain = async (
  { store, world }: Pick<Trial, 'store' | 'world'>,
  datasets?: readonly Dataset[],
): Promise<string | undefined> => {
  await until('the store has settled', () => isSettled(store, world, datasets), settleBoundMs)
  return differenceFromChain(store, world, datasets)
}

const tryAlone = (
  chain: SimulatedChain,
  folder: string,
  { name, fault, datasets, completeness = 'proven' }: LoneFault,
  tally: Tally,
): Promise<void> =>
  trial(chain, folder, { faults: [[fault], []], head: 34, completeness, ...(datasets && { datasets }) }, tally, name, async (trial) => {
    const problem = await becomesChain(trial, datasets)
    if (problem !== undefined) return problem
    trial.world.advance(2)
    trial.world.reorganise({ depth: 3 })
    return becomesChain(trial, datasets)
  })

/** Long enough for an indexer that would believe it to have done so: this one is hurried forty times. */
const believingMs = 600

const tryOnlyLiar = (chain: SimulatedChain, folder: string, fault: Fault, tally: Tally): Promise<void> =>
  trial(chain, folder, { faults: [[fault]] }, tally, `only ${JSON.stringify(fault)}`, async ({ store, world }) => {
    await wait(believingMs)
    const known = new Map(world.chain.blocks.map(({ block, expected }) => [block.hash, expected]))
    for (const block of await contents(store, chain.chainId)) {
      const expected = known.get(block.hash)
      // A block forged whole cannot be told from a true one by itself: only its neighbours deny it, and it must not be final.
      if (expected === undefined && fault.kind !== 'forge') return `block ${block.number} ${block.hash} is on no chain`
      if (expected !== undefined && !isSameBlock(block, expected)) return `block ${block.number} has other rows`
    }
    return undefined
  })

const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value)

const tryDown = (chain: SimulatedChain, folder: string, tally: Tally): Promise<void> =>
  trial(chain, folder, { faults: [[], []], head: 20 }, tally, 'all down', async (trial) => {
    const problem = await becomesChain(trial)
    if (problem !== undefined) return problem
    for (const [index, node] of trial.nodes.entries())
      node.setFaults(index === 0 ? { kind: 'status', status: 503 } : { kind: 'disconnect' })
    trial.world.advance(3)
    trial.world.reorganise({ depth: 2 })
    await wait(believingMs)
    for (const node of trial.nodes) node.setFaults()
    return becomesChain(trial)
  })

const tryDepth = (chain: SimulatedChain, folder: string, depth: number, { depths, past }: Tallies): Promise<void> =>
  trial(chain, folder, { head: 34 }, depth <= finalityDepth ? depths : past, `depth ${depth}`, async (trial) => {
    const { store, world, indexer } = trial
    const problem = await becomesChain(trial)
    if (problem !== undefined) return problem
    await until('finality is known', async () => (await store.snapshot(chain.chainId))?.state.finalized === 34 - finalityDepth)
    const before = await contents(store, chain.chainId)
    world.reorganise({ depth, longer: 1 })
    if (depth <= finalityDepth) return becomesChain(trial)
    await until('it is halted', () => indexer.notes.get(chain.chainId)?.phase === 'halted', settleBoundMs)
    const after = await contents(store, chain.chainId)
    return JSON.stringify(after, bigints) === JSON.stringify(before, bigints) ? undefined : 'what was stored has changed'
  })

const moves = {
  jump: (world) => world.advance(200),
  shrink: (world) => world.show(world.chain, world.head - 5),
  'repeat a number': (world) => world.reorganise({ depth: 1, longer: 0 }),
  'repeat a number three times': (world) => {
    for (let i = 0; i < 3; i++) world.reorganise({ depth: 1, longer: 0 })
  },
  stall: () => {},
} as const satisfies Record<string, (world: World) => void>

const tryMove = (chain: SimulatedChain, folder: string, name: string, move: (world: World) => void, tally: Tally): Promise<void> =>
  trial(chain, folder, { head: 30 }, tally, name, async (trial) => {
    const problem = await becomesChain(trial)
    if (problem !== undefined) return problem
    move(trial.world)
    const moved = await becomesChain(trial)
    if (moved !== undefined) return moved
    await wait(believingMs / 3)
    trial.world.advance(1)
    return becomesChain(trial)
  })

const tryHistory = async (seed: string, number: number, folder: string, tally: Tally): Promise<void> => {
  const chosen = createRandom(`${seed}/history ${number}`).int(2 ** 31)
  const problem = await simulate(chosen, folder).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  tally.check(problem === undefined, () => `OWNSCAN_SIMULATION_SEED=${chosen}: ${problem}`)
}
