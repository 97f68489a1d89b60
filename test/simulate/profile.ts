import type { CustomChain } from '../../src/config/types.ts'

/** What blocks and transactions look like, by the fork they live under. */
export type Era = 'frontier' | 'byzantium' | 'berlin' | 'london' | 'cancun' | 'prague'
const eras: readonly Era[] = ['frontier', 'byzantium', 'berlin', 'london', 'cancun', 'prague']
export const reached = (era: Era, fork: Era): boolean => eras.indexOf(era) >= eras.indexOf(fork)

/** How a chain makes blocks: proof of work with uncles, signers in turn, or fee recipients after the merge. */
export type ProfileName = 'work' | 'clique' | 'merged'

export interface Profile {
  readonly name: ProfileName
  /** Forks as shares of the chain's planned length, so that short chains cross them too. */
  readonly forks: readonly { readonly from: number; readonly era: Era; readonly issuance: bigint }[]
  readonly producer: CustomChain['producer']
  readonly uncles: CustomChain['uncles']
}

const ether = 10n ** 18n

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  work: {
    name: 'work',
    forks: [
      { from: 0, era: 'frontier', issuance: 5n * ether },
      { from: 0.25, era: 'byzantium', issuance: 3n * ether },
      { from: 0.5, era: 'berlin', issuance: 2n * ether },
      { from: 0.7, era: 'london', issuance: 2n * ether },
    ],
    producer: 'miner',
    uncles: 'ethash',
  },
  clique: {
    name: 'clique',
    forks: [
      { from: 0, era: 'byzantium', issuance: 0n },
      { from: 0.4, era: 'berlin', issuance: 0n },
      { from: 0.6, era: 'london', issuance: 0n },
    ],
    producer: 'clique-seal',
    uncles: 'none',
  },
  merged: {
    name: 'merged',
    forks: [
      { from: 0, era: 'london', issuance: 0n },
      { from: 0.3, era: 'cancun', issuance: 0n },
      { from: 0.7, era: 'prague', issuance: 0n },
    ],
    producer: 'miner',
    uncles: 'none',
  },
}

/** The fork in force at a block of a chain that is planned to be `length` blocks long. */
export const forkAt = (profile: Profile, number: number, length: number): Profile['forks'][number] => {
  const fork = profile.forks.findLast(({ from }) => number >= startOf(from, length))
  if (fork === undefined) throw new Error(`no fork in force at block ${number}`)
  return fork
}

/** The chain as an operator would configure it. Genesis earns nothing. */
export const customChain = (profile: Profile, length: number): CustomChain => ({
  name: `Simulated (${profile.name})`,
  slug: undefined,
  symbol: undefined,
  explorer: undefined,
  producer: profile.producer,
  schedule: profile.forks.map(({ from, issuance }) => ({ from: Math.max(1, startOf(from, length)), wei: issuance })),
  baseFee: 'burnt',
  uncles: profile.uncles,
})

const startOf = (share: number, length: number): number => Math.floor(share * length)
