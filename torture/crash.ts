import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openLmdbStore } from '../src/store/lmdb/open.ts'
import { generateChain } from '../test/simulate/chain.ts'
import { createRandom, type Random } from '../test/simulate/random.ts'
import { type SimulatedNode, serveWorld } from '../test/simulate/server.ts'
import { createWorld, type World } from '../test/simulate/world.ts'
import { createCaller } from './calls.ts'
import { writeConfig } from './config.ts'
import { changeKeys, checkLedger, type Ledger, openLedger } from './crash-keys.ts'
import { createTally } from './outcome.ts'
import { type Part, timeLeft } from './part.ts'
import { type Program, runProgram } from './program.ts'
import { differenceFromChain, differenceFromHistory, isSettled } from './same-chain.ts'

/** What goes on while the kill comes. The indexer alone starts in a fraction of the time the whole service needs, and is killed as often as all others together. */
const phases = ['indexer', 'indexer', 'indexer', 'indexer', 'backfill', 'live', 'rollback', 'keys'] as const
type Phase = (typeof phases)[number]
type Victim = 'all' | 'supervisor'

interface CrashBounds {
  readonly kills: number
}

/** Kills in the life of one data folder; then a new one begins, with a backfill to be killed in. */
const killsPerLife = 16
/** Lives that go on at the same time: while one waits, another works. */
const livesAtOnce = 3
const chainBlocks = 260
const settleBoundMs = 90_000
/** Children of a killed supervisor see that it is gone and finish what they do. */
const orphanBoundMs = 20_000

const tallies = () => ({
  opens: createTally('crash: the store opens after SIGKILL, and every row and list in it agrees'),
  history: createTally('crash: what is stored at the kill is whole blocks of the chain, linked to each other'),
  equals: createTally('crash: after the next start the store equals the canonical chain'),
  keys: createTally('crash: keys made stay, keys revoked stay revoked'),
  counters: createTally('crash: daily counters hold every answered call, and no call that was not made'),
  orphans: createTally('crash: processes whose supervisor was killed end by themselves'),
})
type Tallies = ReturnType<typeof tallies>

interface Life {
  readonly random: Random
  readonly world: World
  readonly node: SimulatedNode
  readonly config: string
  readonly data: string
  readonly ledger: Ledger
}

/** Kills the whole service at random instants, again and again on the same data, and looks at what is left. */
export const tortureByCrashes: Part<CrashBounds> = async (context, { kills }) => {
  const all = tallies()
  const random = createRandom(`${context.seed}/crash`)
  let [lives, begun] = [0, 0]
  const live = async (): Promise<void> => {
    while (begun < kills && timeLeft(context)) {
      const number = lives++
      const folder = join(context.folder, `life-${number}`)
      const life = await beginLife(folder, random.split(`life ${number}`))
      try {
        for (let kill = 0; kill < killsPerLife && begun < kills && timeLeft(context); kill++) {
          begun++
          const phase: Phase = kill === 0 ? 'backfill' : life.random.pick(phases)
          await crashOnce(life, phase, all, `${context.seed}, life ${number}, kill ${kill} (${phase})`)
        }
        await recover(life, all, `${context.seed}, life ${number}, last start`)
      } finally {
        await life.node.close()
        rmSync(folder, { recursive: true, force: true })
      }
      context.note(`${begun} kills`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(livesAtOnce, Math.ceil(kills / killsPerLife)) }, live))
  return Object.values(all)
}

const beginLife = async (folder: string, random: Random): Promise<Life> => {
  const chain = generateChain({ seed: random.int(1_000_000), blocks: chainBlocks, transactionsPerBlock: 2 })
  const world = createWorld(chain, { head: random.between(40, chainBlocks - 60) })
  const node = await serveWorld(world, { faults: [{ kind: 'delay', ms: random.int(4) }] })
  const config = writeConfig(folder, [{ chain, urls: [node.url] }], { auth: 'required' })
  const data = join(folder, 'data')
  mkdirSync(data)
  return { random, world, node, config, data, ledger: await openLedger(data) }
}

const crashOnce = async (life: Life, phase: Phase, all: Tallies, when: string): Promise<void> => {
  const { random, data } = life
  const whom: Victim = phase !== 'indexer' && random.chance(0.2) ? 'supervisor' : 'all'
  if (phase === 'indexer') changeChain(life.world, random)
  const service = runProgram(phase === 'indexer' ? ['index', '--json', '--config', life.config] : ['start', '--config', life.config])
  try {
    if (phase === 'indexer') {
      // From its first note on: before, it has written nothing.
      await happensOrEnds(service, () => service.output().includes('"phase"'))
      await wait(random.between(0, 300))
    } else if (phase === 'backfill') {
      // From before it runs to well after it has caught up.
      await wait(random.between(0, 2_500))
    } else {
      await settle(service, life, all, when)
      await during(service, life, phase, whom)
    }
    service.kill('SIGKILL', whom)
    if (whom === 'supervisor') all.orphans.check(await service.gone(orphanBoundMs), () => `${when}: still there after ${orphanBoundMs} ms`)
  } finally {
    service.kill('SIGKILL')
    await service.gone(orphanBoundMs)
  }
  await inspect(life, all, when)
  await checkLedger(data, life.ledger, all.keys, all.counters, when)
}

/** Gives an indexer something to do: new blocks, or other ones in place of those it has. */
const changeChain = (world: World, random: Random): void => {
  const isAtEnd = world.head >= world.chain.blocks.length - 1
  if (isAtEnd || random.chance(0.4)) world.reorganise({ depth: random.between(1, 8), longer: random.pick([0, 1, 2, 10]) })
  else world.advance(random.pick([1, 5, 20]))
}

const happensOrEnds = async (program: Program, condition: () => boolean): Promise<void> => {
  let ended = false
  void program.ended.then(() => {
    ended = true
  })
  for (const end = performance.now() + settleBoundMs; !condition() && !ended && performance.now() < end; ) await wait(10)
}

/** Waits until the running service has caught up, and compares. */
const settle = async (service: Program, { world, data }: Life, all: Tallies, when: string): Promise<void> => {
  const end = performance.now() + settleBoundMs
  const failed = (what: string): void => all.equals.check(false, () => `${when}: ${what}; output: ${service.output().slice(-1500)}`)
  try {
    await service.listening
  } catch (error) {
    failed(String(error))
    return
  }
  const store = openLmdbStore(join(data, 'store'), { mode: 'read' })
  try {
    while (!(await isSettled(store, world))) {
      if (performance.now() > end) {
        failed(`not settled within ${settleBoundMs} ms`)
        return
      }
      await wait(20)
    }
    const difference = await differenceFromChain(store, world)
    all.equals.check(difference === undefined, () => `${when}: ${difference}`)
  } finally {
    await store.close()
  }
}

const during = async (service: Program, life: Life, phase: Exclude<Phase, 'backfill' | 'indexer'>, whom: Victim): Promise<void> => {
  const { random, world, ledger } = life
  if (phase === 'live') world.advance(random.pick([1, 1, 2, 5, 80]))
  if (phase === 'rollback') world.reorganise({ depth: random.between(1, 8), longer: random.int(3) })
  const { port } = await service.listening
  const stopChanging = phase === 'keys' ? changeKeys(life.data, ledger) : undefined
  const caller = createCaller(port, 4)
  const killAt = performance.now() + random.between(0, phase === 'keys' ? 700 : 400)
  const path = `/v2/api?module=account&action=getminedblocks&address=${world.chain.producers[0]?.address}&apikey=${ledger.counted.secret}`
  const call = async (): Promise<void> => {
    while (performance.now() < killAt) {
      ledger.counted.sent++
      const reply = await caller.ask({ path })
      if (reply.status === 200) ledger.counted.answered++
    }
  }
  const calling = Promise.allSettled([call(), call(), call(), call()])
  await wait(Math.max(0, killAt - performance.now()))
  service.kill('SIGKILL', whom)
  await stopChanging?.()
  await calling
  caller.close()
}

/** Looks at what the kill left, with nobody writing. */
const inspect = async ({ world, data }: Life, all: Tallies, when: string): Promise<void> => {
  if (!existsSync(join(data, 'store', 'data.mdb'))) return
  try {
    const store = openLmdbStore(join(data, 'store'), { mode: 'read', deep: true })
    try {
      const difference = await differenceFromHistory(store, world)
      all.history.check(difference === undefined, () => `${when}: ${difference}`)
    } finally {
      await store.close()
    }
    all.opens.check(true, () => '')
  } catch (error) {
    // A store that was being made has no tables yet; the next start makes it.
    const beingMade = error instanceof Error && error.name === 'StoreAbsent'
    all.opens.check(beingMade, () => `${when}: ${String(error)}; ${lockOf(data)}`)
  }
}

const lockOf = (data: string): string => {
  const path = join(data, 'store', 'writer.lock')
  return existsSync(path) ? readFileSync(path, 'utf8') : 'no lock'
}

const recover = async (life: Life, all: Tallies, when: string): Promise<void> => {
  const service = runProgram(['start', '--config', life.config])
  await settle(service, life, all, when)
  service.kill('SIGKILL')
  await service.gone(orphanBoundMs)
}
