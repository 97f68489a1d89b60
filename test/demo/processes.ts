import { execFileSync } from 'node:child_process'

/** The processes a process started, and those they started. */
export const descendants = (id: number | undefined): number[] => {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number | undefined): number[] =>
    pairs.filter(([, above]) => above === parent).flatMap(([child = 0]) => [child, ...below(child)])
  return below(id)
}

export const alive = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
