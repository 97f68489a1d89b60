import { readdirSync, readFileSync } from 'node:fs'

/** Memory of its own that each process of a group holds, in bytes; none where the system does not tell. */
export const groupMemory = (group: number): readonly number[] => {
  try {
    return groupMembers(group).map(anonymousOf)
  } catch {
    return []
  }
}

export const sumOf = (bytes: readonly number[]): number => bytes.reduce((sum, one) => sum + one, 0)
export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`

/** The processes of a group; throws where the system does not tell. */
export const groupMembers = (group: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => groupOf(pid) === group)

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Ended in the meantime.
    return ''
  }
}

/** Field 5 of /proc/PID/stat, behind the name in brackets. */
const groupOf = (pid: number): number => {
  const stat = textOf(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] ?? 0)
}

const anonymousOf = (pid: number): number => Number(/RssAnon:\s+(\d+) kB/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
