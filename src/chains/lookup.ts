import type { ChainConfig } from '../config/types.ts'
import { rewardRules } from './families.ts'
import type { ChainSpec } from './port.ts'
import type { RewardRules } from './rules.ts'
import { chainTable } from './table.ts'

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

/** A chain nobody described: its blocks can be checked and its transfers read, its rewards not be known. */
const unlisted = (chainId: number): ChainSpec => ({
  chainId,
  slug: `chain-${chainId}`,
  name: `Chain ${chainId}`,
  symbol: '',
  explorer: '',
  testnet: false,
  family: 'configured',
  finalityDepth: DEFAULT_FINALITY_BLOCKS,
  quirks: ['reward-unknown'],
})
