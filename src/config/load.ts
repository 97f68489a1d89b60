import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { closest } from './closest.ts'
import { ConfigError } from './errors.ts'
import { overlay, type Tree } from './overlay.ts'
import { resolveReferences } from './references.ts'
import { flagSettings, settings } from './settings.ts'
import { invalid, type Problem } from './shape.ts'
import type { ChainConfig, Config, StoreConfig } from './types.ts'

export interface ConfigSources {
  /** By the flag's name without dashes (`start-block`); repeatable ones as lists. */
  readonly flags?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Where the command runs. */
  readonly cwd?: string
  /** Whether every chain must have a node; a command that only reads the store needs none. */
  readonly nodes?: 'required' | 'optional'
}

interface LoadedConfig {
  readonly config: Config
  /** The file that was read, if any. */
  readonly file: string | undefined
  /** Odd, but no reason to stop. */
  readonly warnings: readonly string[]
}

export const configFileName = 'ownscan.config.json'

/** Flags win over environment, environment over file. Throws a `ConfigError` that names every mistake. */
export const loadConfig = ({ flags = {}, env = {}, cwd = process.cwd(), nodes = 'required' }: ConfigSources): LoadedConfig => {
  const problems: Problem[] = []
  const report = (problem: Problem) => problems.push(problem)
  const { file, tree } = readFile(flags['config'] ?? env['OWNSCAN_CONFIG'], cwd, report)
  const base = file === undefined ? cwd : dirname(file)
  const names = new Map<string, string>()
  const whole = overlay(resolveReferences(tree, env, report), { flags, env, cwd, report, names })
  const named = (problem: Problem): void => void report({ ...problem, path: names.get(problem.path) ?? problem.path })
  const read = settings.read(whole, { path: '', base, report: named })
  if (read === invalid || problems.length > 0) throw new ConfigError(problems)
  const store = storeOf(read.store, report)
  const config: Config = { ...read, data: resolve(base, read.data), store, chains: read.chains.map((chain) => chainOf(chain)) }
  checkChains(config.chains, report)
  if (nodes === 'required') checkNodes(config.chains, named)
  if (problems.length > 0) throw new ConfigError(problems)
  return { config, file, warnings: unknownVariables(env) }
}

const readFile = (given: unknown, cwd: string, report: (problem: Problem) => void): { file: string | undefined; tree: Tree } => {
  const file = resolve(cwd, typeof given === 'string' ? given : configFileName)
  if (given === undefined && !existsSync(file)) return { file: undefined, tree: {} }
  try {
    const tree: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof tree === 'object' && tree !== null && !Array.isArray(tree)) return { file, tree: tree as Tree }
    report({ path: file, value: undefined, allowed: 'the file must hold one JSON object' })
  } catch (error) {
    report({ path: file, value: undefined, allowed: `a readable JSON file (${reasonOf(error)})` })
  }
  return { file, tree: {} }
}

/** A parser's message can quote the file, and the file can hold secrets: only the place of the mistake is repeated. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return `not JSON${/ at position \d+/.exec(error.message)?.[0] ?? ''}`
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
}

type ReadSettings = Exclude<ReturnType<typeof settings.read>, typeof invalid>

const storeOf = (store: ReadSettings['store'], report: (problem: Problem) => void): StoreConfig => {
  if (store.kind === 'lmdb') return { kind: 'lmdb' }
  if (store.url === undefined)
    report({ path: 'store.url', value: undefined, allowed: 'the address of ClickHouse, as store.kind is clickhouse' })
  return { kind: 'clickhouse', url: store.url ?? '', cluster: store.cluster }
}

const chainOf = ({ rpc, ...chain }: ReadSettings['chains'][number]): ChainConfig => ({
  ...chain,
  index: [...new Set(chain.index)],
  endpoints: rpc,
})

const checkChains = (chains: readonly ChainConfig[], report: (problem: Problem) => void): void => {
  chains.forEach((chain, index) => {
    const first = chains.findIndex((other) => other.chainId === chain.chainId)
    if (first < index)
      report({ path: `chains[${index}].chainId`, value: String(chain.chainId), allowed: `each chain once; chains[${first}] is the same` })
    chain.custom?.schedule.forEach((step, at, all) => {
      const before = all[at - 1]
      if (before && before.from >= step.from)
        report({
          path: `chains[${index}].custom.schedule[${at}].from`,
          value: String(step.from),
          allowed: `a block above ${before.from}: steps ascend`,
        })
    })
  })
}

const checkNodes = (chains: readonly ChainConfig[], report: (problem: Problem) => void): void => {
  for (const [index, { endpoints }] of chains.entries())
    if (endpoints.length === 0) report({ path: `chains[${index}].rpc`, value: undefined, allowed: 'the address of a node, or several' })
}

/** Variables of ours that nothing reads are most likely misspelt; they may also belong to another version, so they only warn. */
const unknownVariables = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known = [...flagSettings.map((setting) => setting.variable), 'OWNSCAN_CONFIG']
  return Object.keys(env)
    .filter((name) => name.startsWith('OWNSCAN_') && !name.startsWith('OWNSCAN_INTERNAL_') && !known.includes(name))
    .map((name) => {
      const near = closest(name, known)
      return `the environment variable ${name} is not a setting${near ? ` (did you mean ${near}?)` : ''}`
    })
}
