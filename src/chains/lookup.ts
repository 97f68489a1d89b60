import type { ChainConfig } from '../config/types.ts'
import { rewardRules } from './families.ts'
import { moreChains } from './names.ts'
import type { ChainSpec, Family, Quirk } from './port.ts'
import type { RewardRules } from './rules.ts'
import { chainTable, quirkSets } from './table.ts'

/** Where nothing else is known of a chain. */
const DEFAULT_FINALITY_BLOCKS = 30

/** All that is known of a configured chain: the table's, with what the configuration adds and overrides. */
export const chainSpec = (config: Pick<ChainConfig, 'chainId' | 'custom' | 'finalityDepth' | 'quirks'>): ChainSpec => {
  const { chainId, custom } = config
  const known = chainTable.get(chainId) ?? unlisted(chainId)
  const quirks = new Set([...known.quirks, ...config.quirks])
  // Rules from the configuration are the operator's word: the reward is known then.
  if (custom !== undefined) quirks.delete('reward-unknown')
  return {
    ...known,
    slug: custom?.slug ?? known.slug,
    name: custom?.name ?? known.name,
    symbol: custom?.symbol ?? known.symbol,
    explorer: custom?.explorer ?? known.explorer,
    family: custom === undefined ? known.family : 'configured',
    finalityDepth: config.finalityDepth ?? known.finalityDepth,
    quirks: [...quirks],
  }
}

/** The reward rules of a configured chain. */
export const chainRewardRules = (config: Pick<ChainConfig, 'chainId' | 'custom' | 'finalityDepth' | 'quirks'>): RewardRules =>
  rewardRules(chainSpec(config), config.custom)

/** A chain the table does not know, under its name where that is known. Its blocks are checked and its transfers read; its rewards only where the family shows. */
const unlisted = (chainId: number): ChainSpec => {
  const [, name, symbol = '', explorer = '', net, family] = lineOf(chainId) ?? []
  return {
    chainId,
    slug: name === undefined ? `chain-${chainId}` : slugOf(name),
    name: name ?? `Chain ${chainId}`,
    symbol,
    explorer,
    testnet: net === 'test',
    family: isFamily(family) ? family : 'configured',
    finalityDepth: DEFAULT_FINALITY_BLOCKS,
    quirks: isFamily(family) ? namedFamilies[family] : ['reward-unknown'],
  }
}

/** Read only for a chain the table lacks, once a start: no index is worth keeping. */
const lineOf = (chainId: number): readonly string[] | undefined => {
  const start = moreChains.indexOf(`\n${chainId}|`)
  return start < 0 ? undefined : moreChains.slice(start + 1, moreChains.indexOf('\n', start + 1)).split('|')
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The families names are listed with, and what every chain of them cannot pass. */
const namedFamilies = { 'op-stack': [], zksync: quirkSets.zksync } as const satisfies Partial<Record<Family, readonly Quirk[]>>
const isFamily = (family: string | undefined): family is keyof typeof namedFamilies => family !== undefined && family in namedFamilies
