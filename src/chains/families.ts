import type { CustomChain } from '../config/types.ts'
import type { ChainSpec, Family } from './port.ts'
import type { Issuance, RewardRules } from './rules.ts'

const coins = (count: bigint): bigint => count * 10n ** 18n
const steps = (...list: readonly (readonly [from: number, wei: bigint])[]): Issuance => ({
  kind: 'steps',
  steps: list.map(([from, wei]) => ({ from, wei })),
})

const nothing = steps()

/** The rules every family starts from: the header's miner, no issuance, base fee burnt, tips to the producer. */
const plain: RewardRules = {
  producer: 'miner',
  sealedBaseFeeFrom: 0,
  issuance: nothing,
  uncles: 'none',
  baseFee: 'burnt',
  tips: 'paid',
  tipRecipients: [],
  feelessTypes: [],
  unknown: undefined,
  payout: undefined,
}

/** OP stack: deposits from the layer below have price 0 and gas used. */
const DEPOSIT_TYPE = 0x7e
/** Celo: fees paid in a token (CIP-64, and CIP-42 before it). */
const TOKEN_FEE_TYPES = [0x7b, 0x7c]

/** What holds for every chain of a family; `chainRules` adds what only one chain has. */
export const familyRules: Readonly<Record<Family, RewardRules>> = {
  ethereum: plain,
  'ethash-classic': {
    ...plain,
    issuance: { kind: 'eras', firstWei: coins(5n), eraBlocks: 5_000_000 },
    uncles: 'classic',
    baseFee: 'to-producer',
  },
  clique: { ...plain, producer: 'seal' },
  bor: { ...plain, producer: 'seal', baseFee: 'redirected' },
  parlia: { ...plain, baseFee: 'to-producer', payout: 'parlia' },
  gnosis: {
    ...plain,
    baseFee: 'redirected',
    unknown: { when: 'before-merge', why: 'what the reward contract paid the author stands only in traces' },
  },
  'op-stack': { ...plain, baseFee: 'redirected', feelessTypes: [DEPOSIT_TYPE] },
  celo: { ...plain, baseFee: 'redirected', feelessTypes: [DEPOSIT_TYPE, ...TOKEN_FEE_TYPES] },
  arbitrum: { ...plain, baseFee: 'redirected', tips: 'none' },
  avalanche: { ...plain, tips: 'none' },
  zksync: { ...plain, baseFee: 'redirected', tips: 'none' },
  configured: plain,
}

/** What only one chain has, over its family's rules. */
const chainRules: Readonly<Record<number, Partial<RewardRules>>> = {
  // Ethereum: Frontier, Byzantium, Constantinople, the Merge.
  1: { issuance: steps([1, coins(5n)], [4_370_000, coins(3n)], [7_280_000, coins(2n)], [15_537_394, 0n]), uncles: 'ethash' },
  // Sepolia began with Constantinople's two ether and merged at 1,450,409.
  11155111: { issuance: steps([1, coins(2n)], [1_450_409, 0n]), uncles: 'ethash' },
  63: { issuance: { kind: 'eras', firstWei: coins(5n), eraBlocks: 2_000_000 } },
  137: { sealedBaseFeeFrom: 23_850_000, tipRecipients: [{ from: 77_414_656, address: '0x7ee41d8a25641000661b1ef5e6ae8a00400466b0' }] },
  // Amoy took Rio, and the fixed recipient with it, at 26,272,256.
  80002: { sealedBaseFeeFrom: 73_100, tipRecipients: [{ from: 26_272_256, address: '0x7ee41d8a25641000661b1ef5e6ae8a00400466b0' }] },
  // Celo became a rollup at this block; before it, what tokens and community fund took of a fee does not show in headers.
  42220: {
    unknown: {
      when: { beforeBlock: 31_056_500 },
      why: 'headers of its time as a chain of its own do not say what of a fee was the producer’s',
    },
  },
  // Berachain's first transaction of a block pays out BGT, a token: no fee and no coin.
  80094: { feelessTypes: [0x7e] },
  80069: { feelessTypes: [0x7e] },
  // HyperEVM burns tips like the base fee.
  999: { tips: 'none' },
}

/** The rules of a chain: from the configuration where it says so, else its family's with what only the chain has. */
export const rewardRules = (spec: Pick<ChainSpec, 'chainId' | 'family' | 'quirks'>, custom?: CustomChain): RewardRules => {
  if (custom !== undefined) return customRules(custom)
  const rules = { ...familyRules[spec.family], ...chainRules[spec.chainId] }
  if (!spec.quirks.includes('reward-unknown')) return rules
  return {
    ...rules,
    unknown: rules.unknown ?? { when: 'always', why: 'how the chain pays its producers is not known from blocks and receipts' },
  }
}

const customRules = (custom: CustomChain): RewardRules => ({
  ...plain,
  producer: custom.producer === 'clique-seal' ? 'seal' : 'miner',
  issuance: { kind: 'steps', steps: custom.schedule },
  baseFee: custom.baseFee,
  uncles: custom.uncles,
})
