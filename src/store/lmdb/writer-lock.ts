import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StoreUnusable } from '../port.ts'

/** Who writes: a process of a machine, told from a later one of the same number by when it began. */
interface Holder {
  readonly pid: number
  readonly host: string
  readonly began: string
}

/** When a process began, where the system tells: field 22 of /proc/PID/stat, behind the name in brackets. */
const beganOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const holderOf = (path: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Folders this process writes to: its own lock file does not tell two writers within it apart. */
const heldHere = new Set<string>()

const holds = (path: string, holder: Holder): boolean => {
  if (holder.host !== hostname()) return true
  if (holder.pid === process.pid) return heldHere.has(path)
  return isAlive(holder.pid) && holder.began === beganOf(holder.pid)
}

/** Takes the one place of a writer in a folder; answers how to leave it. A writer that died has left it. */
export const takeWriterLock = (folder: string): (() => void) => {
  const path = join(folder, 'writer.lock')
  // A lock left behind is moved away by whoever sees it first; twice is enough for the loser to see the winner's.
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = openSync(path, 'wx')
      const holder: Holder = { pid: process.pid, host: hostname(), began: beganOf(process.pid) }
      writeSync(file, JSON.stringify(holder))
      closeSync(file)
      heldHere.add(path)
      return () => {
        heldHere.delete(path)
        rmSync(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = holderOf(path)
    if (holder && holds(path, holder))
      throw new StoreUnusable(
        `process ${holder.pid} on ${holder.host} already writes to ${folder}: stop it first; if no such process runs any more, remove ${path}`,
      )
    moveAway(path)
  }
  throw new StoreUnusable(`another process took ${folder} for writing at the same moment: only one may`)
}

const moveAway = (path: string): void => {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return
  }
  rmSync(aside, { force: true })
}
