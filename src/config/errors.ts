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

const describe = ({ path, value, allowed, hint }: Problem): string => {
  const meant = hint === undefined ? '' : ` (did you mean ${hint}?)`
  return `${path}: ${value === undefined ? '' : `${value} is not allowed; `}${value === undefined && !allowed.startsWith('no such') ? 'missing; ' : ''}${allowed}${meant}`
}
