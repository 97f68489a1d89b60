import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { familyRules, rewardRules } from '../../src/chains/families.ts'
import { chainRewardRules, chainSpec } from '../../src/chains/lookup.ts'
import type { ChainSpec } from '../../src/chains/port.ts'
import { chainTable } from '../../src/chains/table.ts'
import { shared } from '../shared.ts'

interface HostedChain {
  readonly chainid: string
  readonly slug: string
  readonly name: string
  readonly explorer: string
  readonly symbol: string
  readonly testnet: boolean
}

const specOf = (chainId: number): ChainSpec => {
  const spec = chainTable.get(chainId)
  if (spec === undefined) throw new Error(`chain ${chainId} is not in the table`)
  return spec
}

describe.skipIf(!shared.present)('every chain that hosted services serve', () => {
  const hosted = shared.present
    ? (JSON.parse(readFileSync(new URL('data/tables/chains.json', shared.folder), 'utf8')) as HostedChain[])
    : []
  it('is one of 61', () => {
    expect(hosted.length).toBe(61)
  })
  it.each(hosted.map((chain) => [chain.slug, chain] as const))('%s is known under the same name', (_, chain) => {
    const { slug, name, explorer, testnet, symbol } = specOf(Number(chain.chainid))
    expect({ slug, name, explorer, testnet }).toEqual({
      slug: chain.slug,
      name: chain.name,
      explorer: chain.explorer,
      testnet: chain.testnet,
    })
    if (chain.symbol !== '') expect(symbol).toBe(chain.symbol)
  })
})

describe('the chain table', () => {
  it('names each chain and slug once', () => {
    expect(new Set([...chainTable.values()].map(({ slug }) => slug)).size).toBe(chainTable.size)
  })
  it.each([61, 63, 4, 5, 1337, 31337])('holds %i beside the hosted ones', (chainId) => {
    expect(chainTable.has(chainId)).toBe(true)
  })
  it.each([
    [1, 65],
    [137, 200],
    [42161, 240],
    [10, 30],
  ])('takes a block of chain %i as final %i blocks below the head where nodes know no better', (chainId, depth) => {
    expect(specOf(chainId).finalityDepth).toBe(depth)
  })
  it.each([
    [1, 'ethereum'],
    [61, 'ethash-classic'],
    [4, 'clique'],
    [137, 'bor'],
    [80002, 'bor'],
    [56, 'parlia'],
    [97, 'parlia'],
    [100, 'gnosis'],
    [10, 'op-stack'],
    [8453, 'op-stack'],
    [42220, 'celo'],
    [42161, 'arbitrum'],
    [43114, 'avalanche'],
    [2741, 'zksync'],
  ])('puts %i into the family %s', (chainId, family) => {
    expect(specOf(chainId).family).toBe(family)
  })
  it.each([137, 42161, 999])('marks chain %i, whose roots cannot be recomputed', (chainId) => {
    expect(specOf(chainId).quirks).toContain('receipts-root-not-recomputable')
  })
  it('marks no check of Ethereum’s own', () => {
    for (const chainId of [1, 11155111, 560048]) expect(specOf(chainId).quirks).toEqual([])
  })
})

describe('a configured chain', () => {
  const config = { custom: undefined, finalityDepth: undefined, quirks: [] } as const
  it('takes what the table knows', () => {
    expect(chainSpec({ ...config, chainId: 1 })).toEqual(specOf(1))
    expect(chainRewardRules({ ...config, chainId: 1 })).toEqual(rewardRules(specOf(1)))
  })
  it('adds its quirks and its finality', () => {
    const spec = chainSpec({ ...config, chainId: 10, finalityDepth: 7, quirks: ['bloom-not-recomputable'] })
    expect(spec).toMatchObject({ finalityDepth: 7, quirks: ['bloom-not-recomputable'] })
  })
  it('nobody described has transfers but no invented reward', () => {
    expect(chainSpec({ ...config, chainId: 424242 })).toMatchObject({ name: 'Chain 424242', quirks: ['reward-unknown'] })
    expect(chainRewardRules({ ...config, chainId: 424242 }).unknown?.when).toBe('always')
  })
  it('outside the table is known by name where the wider list has it', () => {
    expect(chainSpec({ ...config, chainId: 25 })).toMatchObject({
      name: 'Cronos Mainnet',
      symbol: 'CRO',
      testnet: false,
      quirks: ['reward-unknown'],
    })
    expect(chainSpec({ ...config, chainId: 7777777 })).toMatchObject({ name: 'Zora', family: 'op-stack', quirks: [] })
    expect(chainSpec({ ...config, chainId: 324 })).toMatchObject({ family: 'zksync', symbol: 'ETH' })
    expect(chainSpec({ ...config, chainId: 324 }).quirks).toContain('header-hash-not-recomputable')
  })
  it('is paid as its operator says', () => {
    const custom = {
      name: 'Ours',
      slug: 'ours',
      symbol: 'OUR',
      explorer: undefined,
      producer: 'clique-seal',
      schedule: [],
      baseFee: 'to-producer',
      uncles: 'none',
    } as const
    const ours = { ...config, chainId: 424242, custom }
    expect(chainSpec(ours)).toMatchObject({ name: 'Ours', slug: 'ours', symbol: 'OUR', explorer: '', family: 'configured', quirks: [] })
    expect(chainRewardRules(ours)).toEqual({ ...familyRules.configured, producer: 'seal', baseFee: 'to-producer' })
  })
})
