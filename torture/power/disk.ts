import type { Random } from '../../test/simulate/random.ts'
import type { Trace, Written } from './trace.ts'

/** What a disk writes whole or not at all. */
const sectorBytes = 512

/** What becomes of that which the disk need not have kept. */
export interface Luck {
  /** Of the writes that were not synced, as many as this have reached the disk: none at 0, all at 1. */
  readonly reached: number
  /** How many of them did so in part: some sectors, not others. */
  readonly torn: number
  /** What stands where a file became longer and the bytes did not arrive: zeros, or what was there before. */
  readonly noise: boolean
  readonly random: Random
}

/** A disk under a program that was traced. */
export interface Disk {
  /** Instants of the trace at which something begins or ends. */
  readonly instants: readonly number[]
  /** The files as the disk may hold them where power is lost right after an instant; those whose names may be lost can be absent. */
  cut(at: number, luck: Luck): ReadonlyMap<string, Uint8Array>
}

interface Pending extends Written {
  /** The instant from which on the disk has it for sure. */
  readonly keptFrom: number
}

/**
 * What was written is kept for sure once a sync of its file that began after it has ended, or, where its descriptor is synchronous, once it has ended itself.
 * Before that each of its sectors may have reached the disk or not, in any order among the sectors, and never an older state of a sector after a newer one:
 * they are written from the system's memory, which holds the newest. A name is kept once its folder was synced.
 */
export const createDisk = (trace: Trace): Disk => {
  const keptFrom = ({ path, done }: { readonly path: string; readonly done: number }): number =>
    trace.syncs.find((sync) => sync.path === path && sync.begun > done)?.done ?? Number.POSITIVE_INFINITY
  const writes = trace.writes.map((write): Pending => ({ ...write, keptFrom: write.synchronous ? write.done : keptFrom(write) }))
  const made = trace.made.map((entry) => ({ ...entry, keptFrom: keptFrom({ path: parentOf(entry.path), done: entry.done }) }))
  const files = [...new Set(writes.map(({ path }) => path))]
  const instants = [...trace.writes, ...trace.syncs, ...trace.made].flatMap(({ begun, done }) => [begun, done])
  for (const { begun } of trace.said) instants.push(begun)
  return {
    instants: [...new Set(instants)].sort((a, b) => a - b),
    cut: (at, luck) => {
      const lost = made
        .filter(({ begun, keptFrom: from }) => begun > at || (from > at && !luck.random.chance(luck.reached)))
        .map(({ path }) => path)
      const there = files.filter((file) => !lost.some((path) => file === path || file.startsWith(`${path}/`)))
      return new Map(
        there.map((file) => [
          file,
          contentsAt(
            writes.filter(({ path, begun }) => path === file && begun <= at),
            at,
            luck,
          ),
        ]),
      )
    },
  }
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const endOf = ({ offset, bytes }: Written): number => offset + bytes.length

const contentsAt = (writes: readonly Pending[], at: number, luck: Luck): Uint8Array => {
  const { random } = luck
  const isKept = (write: Pending): boolean => write.keptFrom <= at
  const keptSize = Math.max(0, ...writes.filter(isKept).map(endOf))
  const sizes = [keptSize, ...writes.map(endOf).filter((end) => end > keptSize)]
  const size = luck.reached === 0 ? keptSize : luck.reached === 1 ? Math.max(...sizes) : random.pick(sizes)
  const contents = new Uint8Array(Math.max(...sizes))
  if (luck.noise) fillWithNoise(contents.subarray(keptSize), random)

  // From the newest on back: a sector that has a state has had all states before it.
  const firstPending = writes.findIndex((write) => !isKept(write))
  const reached = new Set<number>()
  const arrived = new Map<Pending, ReadonlySet<number>>()
  for (const write of firstPending < 0 ? [] : writes.slice(firstPending).reverse()) {
    const kept = isKept(write)
    const torn = random.chance(luck.torn)
    const whole = random.chance(luck.reached)
    for (const sector of sectorsOf(write)) if (kept || (torn ? random.chance(luck.reached) : whole)) reached.add(sector)
    if (!kept) arrived.set(write, new Set(sectorsOf(write).filter((sector) => reached.has(sector))))
  }
  for (const write of writes) {
    const sectors = arrived.get(write)
    if (sectors === undefined) contents.set(write.bytes, write.offset)
    else
      for (const sector of sectors) {
        const [from, to] = [Math.max(write.offset, sector * sectorBytes), Math.min(endOf(write), (sector + 1) * sectorBytes)]
        contents.set(write.bytes.subarray(from - write.offset, to - write.offset), from)
      }
  }
  return contents.subarray(0, size)
}

const sectorsOf = (write: Written): number[] => {
  const first = Math.floor(write.offset / sectorBytes)
  return Array.from({ length: Math.max(0, Math.ceil(endOf(write) / sectorBytes) - first) }, (_, index) => first + index)
}

const fillWithNoise = (bytes: Uint8Array, random: Random): void => {
  const noise = random.bytes(sectorBytes)
  for (let at = 0; at < bytes.length; at += sectorBytes) bytes.set(noise.subarray(0, Math.min(sectorBytes, bytes.length - at)), at)
}
