import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { createRandom, type Random } from '../test/simulate/random.ts'
import { type Part, type PartContext, timeLeft } from './part.ts'
import { createDisk, type Luck } from './power/disk.ts'
import { judge, type PowerTallies, powerTallies } from './power/judge.ts'
import { type Opener, startOpener } from './power/opener.ts'
import { makePlan } from './power/plan.ts'
import { type Recording, record } from './power/recording.ts'
import { whyUntraceable } from './power/strace.ts'

interface PowerBounds {
  /** Writers that are traced. */
  readonly rounds: number
  /** Steps of each. */
  readonly steps: number
  /** Cuts in each. */
  readonly cuts: number
}

/** Records what the built program's code writes and syncs, and cuts the power anywhere in it, again and again. */
export const tortureByPowerCuts: Part<PowerBounds> = async (context, { rounds, steps, cuts }) => {
  const all = powerTallies()
  const why = whyUntraceable()
  if (why !== undefined) {
    context.note(why)
    return Object.values(all)
  }
  const opener = startOpener()
  try {
    for (let round = 0; round < rounds && (round === 0 || timeLeft(context)); round++) {
      const random = createRandom(`${context.seed}/power ${round}`)
      const folder = join(context.folder, `round-${round}`)
      const recording = await record(folder, makePlan(random, steps))
      await cutPower({ ...context, folder }, recording, opener, { cuts, when: `${context.seed}, round ${round}` }, all)
      rmSync(folder, { recursive: true, force: true })
      context.note(`${all.opens.outcome.tried} cuts`)
    }
  } finally {
    opener.close()
  }
  return Object.values(all)
}

interface Cuts {
  readonly cuts: number
  /** Only between these instants. */
  readonly from?: number
  readonly until?: number
  readonly when: string
}

/** Makes the files as the disk may hold them after each cut, and has them judged. */
export const cutPower = async (
  context: Pick<PartContext, 'deadline' | 'folder'>,
  recording: Recording,
  opener: Opener,
  { cuts, from = 0, until = Number.POSITIVE_INFINITY, when }: Cuts,
  all: PowerTallies,
): Promise<void> => {
  const disk = createDisk(recording.told)
  const instants = disk.instants.filter((instant) => from <= instant && instant <= until)
  const folder = join(context.folder, 'cut')
  for (let cut = 0; cut < cuts && timeLeft(context); cut++) {
    const random = createRandom(`${when}, cut ${cut}`)
    const at = random.pick(instants)
    const luck = chooseLuck(random)
    mkdirSync(folder)
    for (const [file, bytes] of disk.cut(at, luck)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), bytes)
    }
    leaveRemains(folder, recording, random)
    const what = `${when}, cut ${cut} at ${at} (reached ${luck.reached}, torn ${luck.torn})`
    await judge({ folder, recording, at, opener, first: random.pick(['read', 'write']), when: what }, all)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Nothing that need not, and everything that can, are the two ends; most lies between them. */
const chooseLuck = (random: Random): Luck => ({
  reached: random.pick([0, 0, 0.1, 0.5, 0.5, 0.9, 1]),
  torn: random.pick([0, 0.3, 1]),
  noise: random.chance(0.5),
  random,
})

/** Lock files and notes are never synced: after a cut anything may stand in them. */
const leaveRemains = (folder: string, { plan, data }: Recording, random: Random): void => {
  for (const lock of ['store/lock.mdb', 'access/lock.mdb']) {
    const path = join(folder, lock)
    if (!existsSync(dirname(path))) continue
    const kind = random.int(4)
    if (kind === 0) copyFileSync(join(data, lock), path)
    else if (kind < 3) writeFileSync(path, kind === 1 ? Buffer.alloc(8_192) : random.bytes(8_192))
  }
  if (!existsSync(join(folder, 'store'))) return
  const torn = (text: string): Buffer =>
    Buffer.concat([Buffer.from(text.slice(0, random.int(text.length + 1))), Buffer.alloc(random.pick([0, 8]))])
  // The number of a process that runs, since numbers are given anew when a machine starts.
  const holder = JSON.stringify({ pid: process.pid, host: hostname(), began: '1' })
  if (random.chance(0.5)) writeFileSync(join(folder, 'store', 'writer.lock'), random.chance(0.5) ? holder : torn(holder))
  if (random.chance(0.5)) writeFileSync(join(folder, 'store', `note-${plan.chainId}.json`), torn('{"version":1,"phase":"live"}'))
}
