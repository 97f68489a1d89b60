import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatedChain } from '../test/simulate/chain.ts'

interface ServedChain {
  readonly chain: SimulatedChain
  readonly urls: readonly unknown[]
}

/** A configuration file for simulated chains, as an operator would write it, in the data folder it names. */
export const writeConfig = (folder: string, chains: readonly ServedChain[], more: Readonly<Record<string, unknown>> = {}): string => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'ownscan.config.json')
  const settings = { data: join(folder, 'data'), port: 0, workers: 2, log: { level: 'warn' }, ...more, chains: chains.map(chainSettings) }
  writeFileSync(file, JSON.stringify(settings, null, 2))
  return file
}

const chainSettings = ({ chain, urls }: ServedChain): object => {
  const { name, producer, baseFee, uncles, schedule } = chain.custom
  const custom = { name, producer, baseFee, uncles, schedule: schedule.map(({ from, wei }) => ({ from, wei: String(wei) })) }
  return { chainId: chain.chainId, rpc: urls, finalityDepth: 12, custom }
}
