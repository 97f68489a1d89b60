import { resolve } from 'node:path'
import { type FlagSetting, flagSettings } from './settings.ts'
import type { Problem } from './shape.ts'
import { shown } from './shown.ts'

export type Tree = Readonly<Record<string, unknown>>

interface Sources {
  readonly flags: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly report: (problem: Problem) => void
  /** Receives, for the path in the tree of each value laid over it, the flag or variable it came from: messages name that. */
  readonly names: Map<string, string>
}

/** Lays environment and flags over what the file says, in the file's own form, so that one reader judges them all. */
export const overlay = (file: Tree, { flags, env, cwd, report, names }: Sources): Tree => {
  const tree = structuredClone(file) as Record<string, unknown>
  for (const setting of flagSettings) {
    const given = givenTexts(setting, flags, env)
    if (given === undefined) continue
    if (setting.flag.perChain) layChain(tree, setting, given, { report, names })
    else {
      const value = setting.field.shape.fromText(given.texts.at(-1) ?? '')
      lay(tree, setting.path, isPath(setting) ? absolute(value, cwd) : value)
      names.set(setting.path.join('.'), given.name)
    }
  }
  return tree
}

interface Given {
  readonly name: string
  readonly texts: readonly string[]
}

const givenTexts = ({ flag, variable }: FlagSetting, flags: Sources['flags'], env: Sources['env']): Given | undefined => {
  const byFlag = flags[flag.name]
  if (byFlag !== undefined && byFlag.length > 0) return { name: `--${flag.name}`, texts: typeof byFlag === 'string' ? [byFlag] : byFlag }
  const byVariable = env[variable]
  if (byVariable === undefined || byVariable === '') return undefined
  return { name: variable, texts: flag.perChain ? byVariable.trim().split(/\s+/) : [byVariable] }
}

const isPath = ({ flag }: FlagSetting): boolean => flag.value === 'DIR' || flag.value.startsWith('FILE')

/** What is typed on the command line is meant from there, not from the folder of the configuration file. */
const absolute = (value: unknown, cwd: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => absolute(one, cwd))
  return typeof value === 'string' && value !== '' ? resolve(cwd, value) : value
}

/** Something else than an object in between stays: the reader will say so. */
const lay = (tree: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  const [first, ...rest] = path
  if (first === undefined) return
  if (rest.length === 0) {
    tree[first] = value
    return
  }
  tree[first] ??= {}
  const inner = tree[first]
  if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) lay(inner as Record<string, unknown>, rest, value)
}

/** `CHAIN=VALUE` texts: nodes of one chain gather, anything else is the last one given. */
const layChain = (
  tree: Record<string, unknown>,
  { flag, path, field }: FlagSetting,
  given: Given,
  { report, names }: Pick<Sources, 'report' | 'names'>,
): void => {
  const key = path[0] ?? ''
  const byChain = new Map<number, unknown[]>()
  for (const text of given.texts) {
    const [, chainId, value] = /^(\d{1,15})=(.+)$/.exec(text) ?? []
    if (chainId === undefined || value === undefined) {
      report({ path: given.name, value: shown(text), allowed: `${flag.value}, where CHAIN is the number of a chain` })
      continue
    }
    const values = byChain.get(Number(chainId)) ?? []
    values.push(key === 'rpc' ? value : field.shape.fromText(value))
    byChain.set(Number(chainId), values)
  }
  for (const [chainId, values] of byChain) {
    const at = chainIndex(tree, chainId)
    if (at === undefined) continue
    const chains = tree['chains'] as Record<string, unknown>[]
    const chain = chains[at] as Record<string, unknown>
    chain[key] = key === 'rpc' ? values : values.at(-1)
    const name = `${given.name} ${chainId}`
    names.set(`chains[${at}].${key}`, name)
    if (key === 'rpc') for (const index of values.keys()) names.set(`chains[${at}].rpc[${index}]`, name)
    // A chain known by a flag only has no nodes until some flag names them: the message says which flag is missing.
    if (!('rpc' in chain)) names.set(`chains[${at}].rpc`, `--rpc ${chainId}`)
  }
}

/** Where the chain stands in the list, at its end if it is new; undefined where the file has no proper list. */
const chainIndex = (tree: Record<string, unknown>, chainId: number): number | undefined => {
  tree['chains'] ??= []
  const chains = tree['chains']
  if (!Array.isArray(chains)) return undefined
  const found = chains.findIndex((chain) => typeof chain === 'object' && chain !== null && chain.chainId === chainId)
  return found >= 0 ? found : chains.push({ chainId }) - 1
}
