import { readdirSync, readFileSync } from 'node:fs'

/** Memory of their own that the processes of a group hold, in bytes; undefined where the system does not tell. */
export const groupMemory = (group: number): number | undefined => {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const members = pids.filter((pid) => groupOf(pid) === group)
    return members.reduce((sum, pid) => sum + anonymousOf(pid), 0)
  } catch {
    return undefined
  }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Ended in the meantime.
    return ''
  }
}

/** Field 5 of /proc/PID/stat, behind the name in brackets. */
const groupOf = (pid: string): number => {
  const stat = textOf(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] ?? 0)
}

const anonymousOf = (pid: string): number => Number(/RssAnon:\s+(\d+) kB/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
