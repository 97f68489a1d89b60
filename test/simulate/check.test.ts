import { describe, expect, it } from 'vitest'
import { chainRewardRules } from '../../src/chains/lookup.ts'
import { checkBlock } from '../../src/evm/check-block.ts'
import { toIndexedBlock } from '../../src/evm/indexed-block.ts'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import { checkUncles } from '../../src/evm/uncles.ts'
import type { SimulatedBlock } from './block.ts'
import { fork, generateChain, type SimulatedChain } from './chain.ts'
import { type LieName, lied, lieNames, lies } from './lies.ts'
import { createRandom } from './random.ts'

/** Two codes that share nothing must agree: what the simulator builds, the service's own checks and decoders read. */
const profiles = ['work', 'clique', 'merged'] as const
const seeds = [1, 2, 3]
const chains = profiles.flatMap((profile) => seeds.map((seed) => generateChain({ seed, blocks: 40, profile })))
const named = chains.map((chain) => [`${chain.profile.name} ${chain.seed}`, chain] as const)

const indexed = (chain: SimulatedChain, { block, receipts, uncles }: SimulatedBlock) =>
  toIndexedBlock({
    block,
    receipts,
    uncles,
    rules: chainRewardRules({ chainId: chain.chainId, custom: chain.custom, finalityDepth: undefined, quirks: [] }),
    transfers: true,
    blocks: true,
  })

describe.each(named)('the service reads chain %s', (_, chain) => {
  it('and finds nothing wrong with it', () => {
    for (const { block, receipts, uncles } of chain.blocks) {
      expect(checkBlock(block, receipts)).toEqual([])
      expect(checkUncles(block, uncles)).toEqual([])
    }
  })

  it('and makes the expected rows of it', () => {
    for (const entry of chain.blocks) expect(indexed(chain, entry).block).toEqual(entry.expected)
  })

  it('and of a fork of it', () => {
    const other = fork(chain, 30, { seed: 1, blocks: 6 })
    for (const entry of other.blocks.slice(31)) {
      expect(checkBlock(entry.block, entry.receipts)).toEqual([])
      expect(indexed(other, entry).block).toEqual(entry.expected)
    }
  })
})

describe('every lie about a block is found out, or changes no row', () => {
  const told: readonly LieName[] = lieNames.filter((name) => name !== 'logs empty')

  it.each(told)('%s', (name) => {
    let tried = 0
    for (const chain of chains) {
      for (const { block, receipts, uncles, ...rest } of chain.blocks) {
        const random = createRandom(`${block.hash}/${name}`)
        const lie = lies[name]
        const falseBlock = 'block' in lie ? (lied(name, 'eth_getBlockByNumber', block, random) as typeof block) : block
        const falseReceipts = 'receipts' in lie ? (lied(name, 'eth_getBlockReceipts', receipts, random) as typeof receipts) : receipts
        const falseUncles =
          'uncle' in lie ? uncles.map((one) => lied(name, 'eth_getUncleByBlockHashAndIndex', one, random) as RpcHeader) : uncles
        if (JSON.stringify([falseBlock, falseReceipts, falseUncles]) === JSON.stringify([block, receipts, uncles])) continue
        tried++
        if (checkBlock(falseBlock, falseReceipts).length + checkUncles(falseBlock, falseUncles).length > 0) continue
        // Such is the price shown beside the fees a newer transaction offers: it is computed, never read.
        expect(indexed(chain, { ...rest, block: falseBlock, receipts: falseReceipts, uncles: falseUncles }).block).toEqual(rest.expected)
      }
    }
    expect(tried).toBeGreaterThan(0)
  })
})
