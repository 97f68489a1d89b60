import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { familyRules, rewardRules } from '../../src/chains/families.ts'
import type { Family } from '../../src/chains/port.ts'
import type { RewardRules } from '../../src/chains/rules.ts'
import { stateSyncHash } from '../../src/evm/bor.ts'
import { headerHash } from '../../src/evm/header.ts'
import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from '../../src/evm/json-rpc.ts'
import { feesOf, staticReward, UncleOutOfReach, uncleReward, uncleRows, validatedBlock } from '../../src/evm/reward.ts'
import { checkUncles, unclesHash } from '../../src/evm/uncles.ts'
import type { Hex } from '../../src/records/hex.ts'
import { shared } from '../shared.ts'
import { addressOf, blockOf, hashOf, headerOf, hex, receiptOf, transactionOf } from './make.ts'

const ETHER = 10n ** 18n
const rulesOf = (chainId: number, family: Family): RewardRules => rewardRules({ chainId, family, quirks: [] })
const mainnet = rulesOf(1, 'ethereum')
const classic = rulesOf(61, 'ethash-classic')
const mordor = rulesOf(63, 'ethash-classic')

type Paid = readonly (readonly [RpcTransaction, RpcReceipt])[]

/** One transaction of type 0 that paid this fee beyond the base fee. */
const paying = (fee: bigint): Paid =>
  fee === 0n ? [] : [[transactionOf(0), receiptOf(0, { gasUsed: '0x2', effectiveGasPrice: hex(fee / 2n) })]]

const rewardOf = (rules: RewardRules, block: RpcBlock, paid: Paid = []): bigint => {
  const validated = validatedBlock(rules, block, paid)
  if (validated === undefined) throw new Error('the reward is unknown')
  return validated.staticReward + validated.inclusionReward + validated.tips
}
const blockAt = (number: number, uncles = 0, fields: Partial<RpcBlock> = {}): RpcBlock =>
  blockOf({ number: hex(number), uncles: Array.from({ length: uncles }, (_, i) => hashOf(i)), ...fields })

describe('published values', () => {
  it('mainnet 3: miner 5156250000000000000, its uncle’s miner 3750000000000000000', () => {
    expect(rewardOf(mainnet, blockAt(3, 1))).toBe(5156250000000000000n)
    expect(uncleReward(mainnet, 3, 1)).toBe(3750000000000000000n)
  })
  it('mainnet 508110: miner 5156250000000000000 and fees, uncle 3750000000000000000', () => {
    expect(rewardOf(mainnet, blockAt(508_110, 1))).toBe(5156250000000000000n)
    expect(rewardOf(mainnet, blockAt(508_110, 1), paying(42n))).toBe(5156250000000000042n)
    expect(uncleReward(mainnet, 508_110, 508_108)).toBe(3750000000000000000n)
  })
  it('mainnet 1000000: 5003614887722000000', () => {
    expect(rewardOf(mainnet, blockAt(1_000_000), paying(3614887722000000n))).toBe(5003614887722000000n)
  })
  it('mainnet 2165403: 5314181600000000000, two uncles at depth 2 with 3750000000000000000 each', () => {
    expect(rewardOf(mainnet, blockAt(2_165_403, 2), paying(1681600000000000n))).toBe(5314181600000000000n)
    expect(uncleReward(mainnet, 2_165_403, 2_165_401)).toBe(3750000000000000000n)
  })
  it('mainnet 6844374: 3187500000000000000 before fees, two uncles at depth 1 with 2625000000000000000 each', () => {
    expect(rewardOf(mainnet, blockAt(6_844_374, 2))).toBe(3187500000000000000n)
    expect(uncleReward(mainnet, 6_844_374, 6_844_373)).toBe(2625000000000000000n)
  })
  it.each([
    [20_226_140, 33424103001400554n],
    [21_771_728, 13925706716354256n],
  ])('mainnet %i: %i, all of it tips', (number, wei) => {
    const block = blockAt(number, 0, { difficulty: '0x0' })
    expect(rewardOf(mainnet, block, paying(wei))).toBe(wei)
    expect(staticReward(mainnet, number)).toBe(0n)
  })
})

describe('issuance', () => {
  it.each([
    ['genesis', 0, 0n],
    ['the first block', 1, 5n * ETHER],
    ['the last before Byzantium', 4_369_999, 5n * ETHER],
    ['the first of Byzantium', 4_370_000, 3n * ETHER],
    ['the last before Constantinople', 7_279_999, 3n * ETHER],
    ['the first of Constantinople', 7_280_000, 2n * ETHER],
    ['the last before the Merge', 15_537_393, 2n * ETHER],
    ['the first after the Merge', 15_537_394, 0n],
  ])('of Ethereum at %s (%i)', (_, number, wei) => {
    expect(staticReward(mainnet, number)).toBe(wei)
  })
  it.each([
    [0, 0n],
    [1, 5n * ETHER],
    [5_000_000, 5n * ETHER],
    [5_000_001, 4n * ETHER],
    [10_000_000, 4n * ETHER],
    [10_000_001, 3_200_000_000_000_000_000n],
    [15_000_000, 3_200_000_000_000_000_000n],
    [15_000_001, 2_560_000_000_000_000_000n],
    [20_000_001, 2_048_000_000_000_000_000n],
  ])('of Ethereum Classic at block %i', (number, wei) => {
    expect(staticReward(classic, number)).toBe(wei)
  })
  it.each([
    [2_000_000, 5n * ETHER],
    [2_000_001, 4n * ETHER],
    [4_000_000, 4n * ETHER],
    [4_000_001, 3_200_000_000_000_000_000n],
  ])('of Mordor at block %i', (number, wei) => {
    expect(staticReward(mordor, number)).toBe(wei)
  })
  it('of Sepolia ends at its merge', () => {
    const sepolia = rulesOf(11155111, 'ethereum')
    expect([0, 1, 1_450_408, 1_450_409].map((number) => staticReward(sepolia, number))).toEqual([0n, 2n * ETHER, 2n * ETHER, 0n])
  })
  it('falls by a fifth an era, rounded down once and not era by era', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100 }), (era) => {
        const here = staticReward(classic, era * 5_000_000 + 1)
        expect(here).toBe((5n * ETHER * 4n ** BigInt(era)) / 5n ** BigInt(era))
        expect(staticReward(classic, (era + 1) * 5_000_000 + 1)).toBeLessThan(here)
      }),
    )
  })
})

describe('uncles', () => {
  it.each([1, 2, 3, 4, 5, 6])('at depth %i earn their part of eight', (depth) => {
    expect(uncleReward(mainnet, 100, 100 - depth)).toBe((5n * ETHER * BigInt(8 - depth)) / 8n)
    expect(uncleReward(mainnet, 8_000_000, 8_000_000 - depth)).toBe((2n * ETHER * BigInt(8 - depth)) / 8n)
  })
  it.each([0, -1, 7])('at depth %i are impossible', (depth) => {
    expect(() => uncleReward(mainnet, 100, 100 - depth)).toThrow(UncleOutOfReach)
  })
  it('of the last block of a fork are paid by the block that includes them', () => {
    expect(uncleReward(mainnet, 4_370_000, 4_369_999)).toBe((3n * ETHER * 7n) / 8n)
  })
  it('of Ethereum Classic earn a thirty-second part whatever their depth, from the second era on', () => {
    expect(uncleReward(classic, 5_000_000, 4_999_999)).toBe((5n * ETHER * 7n) / 8n)
    for (const depth of [1, 2, 6]) expect(uncleReward(classic, 5_000_001, 5_000_001 - depth)).toBe((4n * ETHER) / 32n)
    expect(rewardOf(classic, blockAt(5_000_001, 2))).toBe(4n * ETHER + (2n * 4n * ETHER) / 32n)
  })
  it('on a chain without any are refused, not paid', () => {
    expect(() => uncleReward(familyRules.clique, 100, 99)).toThrow(UncleOutOfReach)
  })

  const uncleAt = (number: number, miner: Hex, extraData: Hex): RpcHeader => {
    const header = headerOf({ number: hex(number), miner, extraData })
    return { ...header, hash: headerHash(header) }
  }
  it('of one miner, twice in one block and its miner at once, are rows of their own', () => {
    const miner = addressOf(0xaa)
    const uncles = [uncleAt(9, miner, '0x01'), uncleAt(9, miner, '0x02')]
    const block = blockOf({ number: '0xa', miner, uncles: uncles.map(({ hash }) => hash), sha3Uncles: unclesHash(uncles) })
    expect(checkUncles(block, uncles)).toEqual([])
    const rows = uncleRows(mainnet, block, uncles)
    expect(rows.map(({ miner: who, reward }) => [who, reward])).toEqual([
      [miner, (5n * ETHER * 7n) / 8n],
      [miner, (5n * ETHER * 7n) / 8n],
    ])
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
    expect(rewardOf(mainnet, block)).toBe(5n * ETHER + (2n * 5n * ETHER) / 32n)
  })
  it('that are not the ones the block names are found out', () => {
    const [named, other] = [uncleAt(9, addressOf(1), '0x01'), uncleAt(9, addressOf(2), '0x02')]
    const block = blockOf({ number: '0xa', uncles: [named.hash], sha3Uncles: unclesHash([named]) })
    expect(checkUncles(block, [named])).toEqual([])
    expect(checkUncles(block, [other])[0]).toMatch(/the block names/)
    expect(checkUncles(block, [{ ...named, miner: addressOf(3) }])[0]).toMatch(/hashes to/)
    expect(checkUncles(block, [])[0]).toMatch(/names 1 uncles, 0 headers/)
    expect(checkUncles({ ...block, uncles: [other.hash] }, [other])[0]).toMatch(/sha3Uncles/)
  })
})

describe.skipIf(!shared.present)('the real uncles', () => {
  it.each(['uncle_12989044_of_12989046', 'uncle_2165401_of_2165403'])('%s hashes to its hash and earned what is published', (name) => {
    const file = JSON.parse(readFileSync(new URL(`data/blocks/uncles/${name}.json`, shared.folder), 'utf8')) as {
      includingBlock: number
      uncleReward: string
      header: RpcHeader
    }
    expect(headerHash(file.header)).toBe(file.header.hash)
    const [row] = uncleRows(mainnet, blockAt(file.includingBlock, 1), [file.header])
    expect(row).toMatchObject({ hash: file.header.hash, number: Number(file.header.number), miner: file.header.miner })
    expect(`${row?.reward}`).toBe(file.uncleReward)
  })
})

describe('fees', () => {
  const header = headerOf({ baseFeePerGas: '0x64' })
  const at = (price: bigint, fields: Partial<RpcTransaction> = {}): Paid => [
    [transactionOf(0, fields), receiptOf(0, { gasUsed: '0xa', effectiveGasPrice: hex(price) })],
  ]
  it('beyond the base fee are the producer’s, the base fee is burnt', () => {
    expect(feesOf(mainnet, header, at(107n))).toEqual({ tips: 70n, burnt: 1000n })
  })
  it('of an empty block are none', () => {
    expect(feesOf(mainnet, header, [])).toEqual({ tips: 0n, burnt: 0n })
  })
  it('above 2^64 are exact', () => {
    expect(feesOf(mainnet, headerOf({}), at(2n ** 90n + 1n))).toEqual({ tips: 10n * (2n ** 90n + 1n), burnt: 0n })
  })
  it('below the base fee (system calls without price) are no negative tip', () => {
    expect(feesOf(familyRules.gnosis, header, at(0n))).toEqual({ tips: 0n, burnt: 0n })
  })
  it('of deposits on an OP chain are none, whatever gas they used', () => {
    expect(feesOf(familyRules['op-stack'], header, at(0n, { type: '0x7e' }))).toEqual({ tips: 0n, burnt: 0n })
    expect(feesOf(familyRules['op-stack'], header, [...at(0n, { type: '0x7e' }), ...at(101n)])).toEqual({ tips: 10n, burnt: 1000n })
  })
  it('paid in tokens on Celo are left out; the same type paying in the chain’s own coin is not', () => {
    expect(feesOf(familyRules.celo, header, at(107n, { type: '0x7b', feeCurrency: addressOf(9) }))).toEqual({ tips: 0n, burnt: 0n })
    expect(feesOf(familyRules.celo, header, at(107n, { type: '0x7b', feeCurrency: null }))).toEqual({ tips: 70n, burnt: 1000n })
  })
  it.each(['arbitrum', 'avalanche', 'zksync'] as const)('on %s never reach the producer', (family) => {
    expect(feesOf(familyRules[family], header, at(107n))).toEqual({ tips: 0n, burnt: 1070n })
  })
  it.each(['parlia', 'ethash-classic'] as const)('on %s are all the producer’s', (family) => {
    expect(feesOf(familyRules[family], header, at(107n))).toEqual({ tips: 1070n, burnt: 0n })
  })
  it('by an old node’s receipts follow from the transaction: its price, or the cap and the base fee', () => {
    const receipt = receiptOf(0, { gasUsed: '0x1' })
    const tipOf = (fields: Partial<RpcTransaction>): bigint => feesOf(mainnet, header, [[transactionOf(0, fields), receipt]]).tips
    expect(tipOf({ type: '0x0', gasPrice: '0x66' })).toBe(2n)
    expect(tipOf({ type: '0x1', gasPrice: '0x66' })).toBe(2n)
    expect(tipOf({ type: '0x2', gasPrice: '0xffff', maxFeePerGas: '0x67', maxPriorityFeePerGas: '0x1' })).toBe(1n)
    expect(tipOf({ type: '0x2', gasPrice: '0xffff', maxFeePerGas: '0x65', maxPriorityFeePerGas: '0x9' })).toBe(1n)
    expect(tipOf({ type: '0x4', maxFeePerGas: '0xff', maxPriorityFeePerGas: '0x9' })).toBe(9n)
  })
  it.each(['0x0', '0x1', '0x2', '0x3', '0x4'] as const)(
    'of a transaction of type %s that shows no price are refused, not taken for none',
    (type) => {
      const { gasPrice: _, ...bare } = transactionOf(0, { type })
      expect(() => feesOf(mainnet, header, [[bare as RpcTransaction, receiptOf(0, { gasUsed: '0x1' })]])).toThrow(
        /the price of transaction 0x/,
      )
    },
  )
})

describe('who is paid', () => {
  it('on Polygon is a fixed address since block 77,414,656, while the sealer stays the producer', () => {
    const rules = { ...rulesOf(137, 'bor'), producer: 'miner' as const }
    const before = validatedBlock(rules, blockAt(77_414_655), [])
    const after = validatedBlock(rules, blockAt(77_414_656), [])
    expect(before).toMatchObject({ producer: addressOf(0xaa), feeRecipient: addressOf(0xaa) })
    expect(after).toMatchObject({ producer: addressOf(0xaa), feeRecipient: '0x7ee41d8a25641000661b1ef5e6ae8a00400466b0' })
  })
  it('on Polygon has made as many transactions whether or not a node shows the state sync', () => {
    const sealed = { ...headerOf({ number: '0x0' }), uncles: [], transactions: [transactionOf(0)] } as RpcBlock
    const shown = { ...sealed, transactions: [...sealed.transactions, transactionOf(1, { hash: stateSyncHash(sealed) })] }
    for (const block of [sealed, shown]) expect(validatedBlock(rulesOf(137, 'bor'), block, [])?.transactionCount).toBe(1)
  })
  it('on Gnosis is not known before its merge, for want of traces', () => {
    const gnosis = rulesOf(100, 'gnosis')
    expect(validatedBlock(gnosis, blockAt(20_000_000, 0, { difficulty: '0xfffffffffffffffffffffffffffffffe' }), [])).toBeUndefined()
    expect(validatedBlock(gnosis, blockAt(30_000_000, 0, { difficulty: '0x0' }), [])).toMatchObject({ staticReward: 0n })
  })
  it('on Celo is not known before it became a rollup', () => {
    const celo = rulesOf(42220, 'celo')
    expect(validatedBlock(celo, blockAt(31_056_499), [])).toBeUndefined()
    expect(validatedBlock(celo, blockAt(31_056_500), [])).toMatchObject({ staticReward: 0n, tips: 0n })
  })
  it('on a chain marked so is not known at all', () => {
    expect(validatedBlock(rewardRules({ chainId: 143, family: 'ethereum', quirks: ['reward-unknown'] }), blockAt(5), [])).toBeUndefined()
  })
})

describe('a private chain', () => {
  const custom = { name: undefined, slug: undefined, symbol: undefined, explorer: undefined } as const
  const schedule = [
    { from: 1, wei: 7n },
    { from: 10, wei: 3n },
  ]
  it('is paid by its configured schedule and fee rule', () => {
    const rules = rewardRules(
      { chainId: 99, family: 'configured', quirks: [] },
      { ...custom, producer: 'miner', schedule, baseFee: 'to-producer', uncles: 'ethash' },
    )
    expect([0, 1, 9, 10].map((number) => staticReward(rules, number))).toEqual([0n, 7n, 7n, 3n])
    expect(feesOf(rules, headerOf({ baseFeePerGas: '0x5' }), paying(40n))).toEqual({ tips: 40n, burnt: 0n })
    expect(uncleReward(rules, 5, 4)).toBe(6n)
  })
  it('sealed like clique lists its signers', () => {
    const rules = rewardRules(
      { chainId: 99, family: 'configured', quirks: [] },
      { ...custom, producer: 'clique-seal', schedule: [], baseFee: 'redirected', uncles: 'none' },
    )
    expect(rules).toMatchObject({ producer: 'seal', baseFee: 'redirected' })
  })
})

describe('over random blocks of every family', () => {
  const families = Object.keys(familyRules) as Family[]
  const wei = fc.bigInt({ min: 0n, max: 2n ** 80n })
  const paid = fc.array(fc.record({ gas: fc.nat({ max: 30_000_000 }), price: wei, type: fc.constantFrom(0, 1, 2, 3, 4) }), {
    maxLength: 20,
  })
  it('tips and burnt are together all fees paid, and the reward is the sum of its parts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...families),
        paid,
        wei,
        fc.nat({ max: 20_000_000 }),
        fc.nat({ max: 2 }),
        (family, list, baseFee, number, uncles) => {
          const rules: RewardRules = {
            ...rewardRules({ chainId: family === 'ethereum' ? 1 : 0, family, quirks: [] }),
            producer: 'miner',
            unknown: undefined,
          }
          const pairs: Paid = list.map(({ gas, price, type }, i) => [
            transactionOf(i, { type: hex(type) }),
            receiptOf(i, { gasUsed: hex(gas), effectiveGasPrice: hex(price) }),
          ])
          const validated = validatedBlock(rules, blockAt(number, uncles, { baseFeePerGas: hex(baseFee) }), pairs)
          if (validated === undefined) throw new Error('the reward is unknown')
          const all = list.reduce((sum, { gas, price }) => sum + BigInt(gas) * price, 0n)
          expect(validated.tips + validated.burnt).toBe(all)
          expect(validated.tips).toBeGreaterThanOrEqual(0n)
          expect(validated.burnt).toBeGreaterThanOrEqual(0n)
          expect(validated.inclusionReward).toBe(rules.uncles === 'none' ? 0n : BigInt(uncles) * (validated.staticReward / 32n))
        },
      ),
      { numRuns: 400 },
    )
  })
})
