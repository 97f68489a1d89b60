import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openLmdbStore } from '../src/store/lmdb/open.ts'
import { generateChain } from '../test/simulate/chain.ts'
import { createRandom, type Random } from '../test/simulate/random.ts'
import { type SimulatedNode, serveWorld } from '../test/simulate/server.ts'
import { createWorld, type World } from '../test/simulate/world.ts'
import { writeConfig } from './config.ts'
import { groupMembers } from './memory.ts'
import { createTally } from './outcome.ts'
import { type Part, type PartContext, timeLeft } from './part.ts'
import { type Program, runProgram } from './program.ts'
import { differenceFromChain, differenceFromHistory, isSettled } from './same-chain.ts'

interface DiskBounds {
  /** Sizes at which the disk is full. */
  readonly rounds: number
  /** Pages spoilt in each round. */
  readonly spoilt: number
}

const boundMs = 45_000
const blocks = 220

const tallies = () => ({
  full: createTally(
    'disk: a full disk stops indexing with an error in the log and as the reason in /status and `ownscan status`; what was stored stays whole, and answers go on',
  ),
  resumed: createTally(
    'disk: with space again indexing goes on by itself, the store becomes the chain, and the reason is gone from /status',
  ),
  readOnly: createTally('disk: a folder that cannot be written stops the service with a message that says so, and changes nothing'),
  spoilt: createTally('disk: verify tells a spoilt page, by refusing the store or naming the blocks, and overwrites nothing'),
})
type Tallies = ReturnType<typeof tallies>

interface Scene {
  readonly folder: string
  readonly config: string
  readonly store: string
  readonly world: World
  readonly node: SimulatedNode
}

/** Disks that are full, read-only or spoilt, under the real service. */
export const tortureByDisk: Part<DiskBounds> = async (context, { rounds, spoilt }) => {
  const all = tallies()
  const random = createRandom(`${context.seed}/disk`)
  for (let round = 0; round < rounds && (round === 0 || timeLeft(context)); round++) {
    const scene = await setScene(join(context.folder, `scene-${round}`), random.split(`${round}`))
    try {
      await fillUp(scene, random, all, `${context.seed}, round ${round}`)
      await forbidWriting(scene, all, `${context.seed}, round ${round}`)
      await spoil(context, scene, spoilt, random, all, `${context.seed}, round ${round}`)
    } finally {
      await scene.node.close()
    }
  }
  return Object.values(all)
}

const setScene = async (folder: string, random: Random): Promise<Scene> => {
  const chain = generateChain({ seed: random.int(1_000_000), blocks, transactionsPerBlock: 5 })
  const world = createWorld(chain)
  const node = await serveWorld(world)
  const config = writeConfig(folder, [{ chain, urls: [node.url] }], { log: { level: 'error' } })
  return { folder, config, store: join(folder, 'data', 'store'), world, node }
}

/** A limit on the size of a file stands for a full disk: the system refuses the write in the same way, nobody needs to be root, and it can be lifted. */
const fillUp = async ({ config, store, world }: Scene, random: Random, all: Tallies, when: string): Promise<void> => {
  const halfKilobytes = random.between(100, 600)
  const service = runProgram(['start', '--config', config], { before: `trap "" XFSZ; ulimit -S -f ${halfKilobytes}` })
  const complaint = /"level":"error"[^\n]*the disk that holds \S+ is full/
  const told = await happens(() => complaint.test(service.output()))
  const shown = await happensIn(service, (reason) => diskFull.test(reason))
  const status = runProgram(['status', '--config', config])
  const ended = await endOf(status)
  const printed = ended === 1 && diskFull.test(status.output())
  const whole = await wholeness(store, world)
  all.full.check(
    told && shown === undefined && printed && whole === undefined,
    () =>
      `${when}: at ${halfKilobytes} half kilobytes: ${told ? 'told' : 'not told'}, /status ${shown ?? 'tells it'}, the command ended with ${ended}: ${status.output()}, ${whole ?? 'whole'}: ${service.output().slice(-1200)}`,
  )
  for (const pid of groupMembers(service.pid)) execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited'])
  const difference = (await becomesTheChain(service, store, world)) ?? (await happensIn(service, (reason) => !diskFull.test(reason)))
  all.resumed.check(difference === undefined, () => `${when}: ${difference}: ${service.output().slice(-1200)}`)
  service.kill('SIGTERM', 'supervisor')
  await endOf(service)
}

const happens = async (condition: () => boolean): Promise<boolean> => {
  for (const end = performance.now() + boundMs; !condition(); await wait(20)) if (performance.now() > end) return false
  return true
}

const diskFull = /nothing can be stored: the disk that holds \S+ is full/

/** Waits until the reason `/status` gives is as wanted; answers what it is where that does not happen. */
const happensIn = async (service: Program, wanted: (reason: string) => boolean): Promise<string | undefined> => {
  let last = ''
  for (const end = performance.now() + boundMs; performance.now() < end; await wait(50)) {
    try {
      const { port } = await service.listening
      const status = (await (await fetch(`http://127.0.0.1:${port}/status`)).json()) as { readonly chains: { readonly reason: string }[] }
      last = status.chains[0]?.reason ?? 'no chain'
      if (wanted(last)) return undefined
    } catch (error) {
      return String(error)
    }
  }
  return `says ${last}`
}

const endOf = async (program: Program): Promise<number | string> => {
  const how = await Promise.race([program.ended, wait(boundMs, `nothing: it still runs after ${boundMs} ms`)])
  program.kill('SIGKILL')
  await program.gone(10_000)
  return how
}

const wholeness = async (store: string, world: World): Promise<string | undefined> => {
  try {
    const reader = openLmdbStore(store, { mode: 'read', deep: true })
    try {
      return await differenceFromHistory(reader, world)
    } finally {
      await reader.close()
    }
  } catch (error) {
    return error instanceof Error && error.name === 'StoreAbsent' ? undefined : String(error)
  }
}

const becomesTheChain = async (service: Program, store: string, world: World): Promise<string | undefined> => {
  try {
    await service.listening
  } catch (error) {
    return String(error)
  }
  const reader = openLmdbStore(store, { mode: 'read' })
  try {
    const end = performance.now() + boundMs
    while (!(await isSettled(reader, world))) {
      if (performance.now() > end) return `not settled within ${boundMs} ms`
      await wait(20)
    }
    return await differenceFromChain(reader, world)
  } finally {
    await reader.close()
  }
}

const forbidWriting = async ({ folder, config }: Scene, all: Tallies, when: string): Promise<void> => {
  const data = join(folder, 'data')
  const before = fingerprint(data)
  const restore = makeReadOnly(data)
  if (restore === undefined) return
  try {
    const service = runProgram(['start', '--config', config])
    const how = await endOf(service)
    const said = /read-only|permission denied|cannot be written/i.test(service.output())
    const changed = fingerprint(data) !== before
    all.readOnly.check(
      how !== 0 && typeof how === 'number' && said && !changed,
      () => `${when}: ended with ${how}, ${changed ? 'changed' : 'unchanged'}: ${service.output().slice(-1200)}`,
    )
  } finally {
    restore()
  }
}

/** As a read-only mount where that is allowed, since nothing else binds root; by permissions else. Undefined where neither would bind. */
const makeReadOnly = (folder: string): (() => void) | undefined => {
  if (process.getuid?.() === 0) {
    try {
      execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' })
      execFileSync('mount', ['-o', 'remount,ro,bind', folder], { stdio: 'ignore' })
      return () => void execFileSync('umount', [folder], { stdio: 'ignore' })
    } catch {
      return undefined
    }
  }
  const all = [folder, ...filesOf(folder)]
  const modes = all.map((path) => [path, statSync(path).mode] as const)
  for (const [path, mode] of modes.toReversed()) chmodSync(path, mode & ~0o222)
  return () => {
    for (const [path, mode] of modes) chmodSync(path, mode)
  }
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [path, ...filesOf(path)] : [path]
  })

/** Of everything but the lock files of the database library, which name the processes that look. */
const fingerprint = (folder: string): string => {
  const hash = createHash('sha256')
  for (const path of filesOf(folder).sort())
    if (statSync(path).isFile() && !path.endsWith('lock.mdb')) hash.update(relative(folder, path)).update(readFileSync(path))
  return hash.digest('hex')
}
const pageBytes = 4_096

/** Overwrites one page of the finished store, and looks what the programs make of it. */
const spoil = async (context: PartContext, scene: Scene, count: number, random: Random, all: Tallies, when: string): Promise<void> => {
  const file = join(scene.store, 'data.mdb')
  const sound = `${file}.sound`
  copyFileSync(file, sound)
  const pages = Math.floor(statSync(file).size / pageBytes)
  for (let i = 0; i < count && timeLeft(context); i++) {
    copyFileSync(sound, file)
    const page = random.int(pages)
    const bytes = readFileSync(file)
    damage(bytes, page * pageBytes, random)
    writeFileSync(file, bytes)
    const before = fingerprint(scene.store)
    const verify = runProgram([
      'verify',
      '--config',
      scene.config,
      '--chain',
      String(scene.world.chain.chainId),
      '--from',
      '0',
      '--to',
      String(scene.world.head),
    ])
    const how = await endOf(verify)
    const unchanged = fingerprint(scene.store) === before
    // 1: differences found, 2: blocks that cannot be read; 0 must mean that every row is right.
    const told = how === 1 || how === 2 || (how === 0 && (await wholeness(scene.store, scene.world)) === undefined)
    all.spoilt.check(unchanged && told, () => `${when}: page ${page}: ended with ${how}: ${verify.output().slice(-600)}`)
  }
  copyFileSync(sound, file)
}

/** Random bytes, zeros, or a single bit: a torn write, a lost one, a bad cell. */
const damage = (bytes: Buffer, at: number, random: Random): void => {
  const kind = random.int(3)
  if (kind === 0) bytes.set(random.bytes(pageBytes), at)
  else if (kind === 1) bytes.fill(0, at, at + pageBytes)
  else {
    const place = at + random.int(pageBytes)
    bytes[place] = (bytes[place] ?? 0) ^ (1 << random.int(8))
  }
}
