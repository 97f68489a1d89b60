import type { Problem } from './shape.ts'

/** Everything that is wrong with the configuration, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`
    super([`The configuration has ${count}:`, ...problems.map((problem) => `  ${describe(problem)}`)].join('\n'))
    this.problems = problems
  }
}

/** A file the configuration names that cannot be used; the message says which and why. */
export class OperatorFileError extends Error {
  override readonly name = 'OperatorFileError'
}

const describe = ({ path, value, allowed, hint }: Problem): string => {
  const meant = hint === undefined ? '' : ` (did you mean ${hint}?)`
  return `${path}: ${value === undefined ? '' : `${value} is not allowed; `}${value === undefined && !allowed.startsWith('no such') ? 'missing; ' : ''}${allowed}${meant}`
}
