import { encodeRlp, keccak256, recoverAddress, Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import type { RpcTransaction } from '../../src/evm/json-rpc.ts'
import { bloomOf, listRoot, toHex } from './bytes.ts'
import { expectedRows, extend, fork, generateChain } from './chain.ts'
import { logWeights } from './events.ts'
import { headerHash, headerItems } from './header.ts'

const profiles = ['work', 'clique', 'merged'] as const

describe('a generated chain', () => {
  it('is the same for the same seed and another for another', () => {
    const once = generateChain({ seed: 5, blocks: 12 })
    expect(generateChain({ seed: 5, blocks: 12 })).toEqual(once)
    expect(generateChain({ seed: 6, blocks: 12 }).blocks.at(-1)?.block.hash).not.toBe(once.blocks.at(-1)?.block.hash)
  })

  it.each(profiles)('has headers that hash and link (%s)', (profile) => {
    const { blocks } = generateChain({ seed: 1, blocks: 30, profile })
    for (const [number, { block }] of blocks.entries()) {
      expect(Number(block.number)).toBe(number)
      expect(headerHash(block)).toBe(block.hash)
      if (number > 0) expect(block.parentHash).toBe(blocks[number - 1]?.block.hash)
    }
  })

  it.each(profiles)('has transactions another library reads back (%s)', (profile) => {
    const { blocks } = generateChain({ seed: 2, blocks: 40, profile })
    const transactions = blocks.flatMap(({ plans }) => plans)
    expect(transactions.length).toBeGreaterThan(20)
    for (const { encoded, hash, nonce, gas, input, to } of transactions) {
      const read = Transaction.from(toHex(encoded))
      expect({
        hash: read.hash,
        nonce: BigInt(read.nonce),
        gas: read.gasLimit,
        input: read.data,
        to: read.to?.toLowerCase() ?? null,
      }).toEqual({
        hash,
        nonce,
        gas,
        input,
        to,
      })
    }
  })

  it('seals clique headers with signatures of its producers', () => {
    const chain = generateChain({ seed: 3, blocks: 8, profile: 'clique' })
    for (const { block, expected } of chain.blocks.slice(1)) {
      const unsealed = headerItems({ ...block, extraData: `0x${block.extraData.slice(2, -130)}` })
      const seal = block.extraData.slice(-130)
      const signature = { r: `0x${seal.slice(0, 64)}`, s: `0x${seal.slice(64, 128)}`, yParity: Number(seal.slice(128)) as 0 | 1 }
      const signer = recoverAddress(keccak256(encodeRlp(unsealed.map((item) => toHex(item as Uint8Array)))), signature)
      expect(signer.toLowerCase()).toBe(expected.validated?.producer)
      expect(chain.producers.map(({ address }) => address)).toContain(expected.validated?.producer)
    }
  })

  it('numbers logs without a gap and sums their bloom', () => {
    const { blocks } = generateChain({ seed: 4, blocks: 30 })
    for (const { block, receipts } of blocks) {
      const logs = receipts.flatMap((receipt) => receipt.logs)
      expect(logs.map((log) => Number(log.logIndex))).toEqual(logs.map((_, index) => index))
      expect(block.logsBloom).toBe(bloomOf(logs))
    }
  })

  it('holds every kind of log, type of transaction, and empty blocks', () => {
    const chains = profiles.map((profile) => generateChain({ seed: 7, blocks: 60, profile }))
    const blocks = chains.flatMap((chain) => chain.blocks)
    const plans = blocks.flatMap((block) => block.plans)
    expect(new Set(plans.flatMap(({ logs }) => logs.map(({ kind }) => kind)))).toEqual(new Set(Object.keys(logWeights)))
    expect(new Set(plans.map(({ type }) => type))).toEqual(new Set([0, 1, 2, 3, 4]))
    expect(blocks.filter(({ plans }) => plans.length === 0).length).toBeGreaterThan(10)
    expect(plans.some(({ failed }) => failed)).toBe(true)
    expect(plans.some(({ to }) => to === null)).toBe(true)
  })

  it('commits to uncles by true headers at depth 1 to 6', () => {
    const { blocks } = generateChain({ seed: 8, blocks: 60, profile: 'work' })
    const uncles = blocks.flatMap(({ block, uncles }) =>
      uncles.map((uncle) => ({ uncle, depth: Number(block.number) - Number(uncle.number) })),
    )
    expect(uncles.length).toBeGreaterThan(5)
    for (const { uncle, depth } of uncles) {
      expect(headerHash(uncle)).toBe(uncle.hash)
      expect(depth).toBeGreaterThanOrEqual(1)
      expect(depth).toBeLessThanOrEqual(6)
      expect(uncle.parentHash).toBe(blocks[Number(uncle.number) - 1]?.block.hash)
    }
  })
})

describe('growing and forking', () => {
  it('extends to what a longer chain would have been', () => {
    const short = generateChain({ seed: 9, blocks: 20 })
    const grown = extend(short, 5)
    expect(grown.blocks.length).toBe(26)
    expect(grown.blocks.slice(0, 21)).toEqual(short.blocks)
    expect(extend(extend(short, 2), 3).blocks).toEqual(grown.blocks)
  })

  it('shares everything up to the fork and no hash after it', () => {
    const chain = generateChain({ seed: 10, blocks: 20 })
    const other = fork(chain, 14, { seed: 1, blocks: 8 })
    expect(other.blocks.slice(0, 15)).toEqual(chain.blocks.slice(0, 15))
    const before = new Set(chain.blocks.slice(15).map(({ block }) => block.hash))
    expect(other.blocks.slice(15).some(({ block }) => before.has(block.hash))).toBe(false)
    expect(other.blocks[15]?.block.parentHash).toBe(chain.blocks[14]?.block.hash)
  })

  it('takes orphaned transactions into the new branch, with the rows at their new place', () => {
    const chain = generateChain({ seed: 11, blocks: 20 })
    const other = fork(chain, 10, { seed: 1, blocks: 10, reinclude: 1 })
    const hashes = (from: typeof chain) =>
      from.blocks.slice(11).flatMap(({ block }) => block.transactions.map((tx: RpcTransaction) => tx.hash))
    const orphaned = new Set(hashes(chain))
    expect(hashes(other).filter((hash) => orphaned.has(hash)).length).toBeGreaterThan(0)
    expect(expectedRows(other, 11).every(({ hash }, index) => hash === other.blocks[11 + index]?.block.hash)).toBe(true)
  })
})

describe('the roots', () => {
  // The worked values every implementation knows: nothing, and one short entry.
  it('of nothing is the hash of the empty string in RLP', () => {
    expect(listRoot([])).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
  })
})
