import { chainRewardRules, chainSpec } from '../chains/lookup.ts'
import type { ChainConfig } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'
import { type ClientOptions, createChainClient } from '../rpc/client.ts'
import type { ChainClient } from '../rpc/port.ts'
import { createExaminer } from './examiner.ts'
import type { KnownChain } from './run.ts'

/** The chain as the table and the configuration know it, with the examiner that goes with it. */
export const knownChain = (config: ChainConfig): KnownChain => {
  const spec = chainSpec(config)
  return {
    name: spec.name,
    finalityDepth: spec.finalityDepth,
    hasFinalizedTag: !spec.quirks.includes('no-finalized-tag'),
    examiner: createExaminer({ quirks: spec.quirks, rules: chainRewardRules(config), datasets: config.index }),
  }
}

/** The chain's nodes, with their faults in the log. */
export const chainClient = (config: ChainConfig, log: Logger, options: Omit<ClientOptions, 'log'> = {}): ChainClient =>
  createChainClient(config, { ...options, log })
