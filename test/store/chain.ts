import fc from 'fast-check'
import type { IndexedBlock, Transfer, TransferTransaction, Uncle, ValidatedBlock } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'

/** Blocks to store, made from a few numbers: the same seed gives the same chain. */

const hash = (...parts: readonly (number | string)[]): Hex => {
  // FNV-1a, stretched: spread enough to be unlike, and nothing to do with the chain's own hash.
  let state = 0x811c9dc5
  for (const character of parts.join(',')) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193) >>> 0
  let hex = ''
  for (let word = 0; word < 8; word++) {
    state = (Math.imul(state, 0x9e3779b1) + word) >>> 0
    hex += state.toString(16).padStart(8, '0')
  }
  return `0x${hex}`
}

export const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`

export interface ChainShape {
  /** Addresses are drawn from few, so that lists grow long. */
  readonly addresses: number
  readonly contracts: number
  readonly producers: number
  readonly maxTransactions: number
  readonly maxTransfers: number
}

export const smallShape: ChainShape = { addresses: 6, contracts: 3, producers: 3, maxTransactions: 3, maxTransfers: 4 }

/** A generator of numbers below a bound, by xorshift. */
const random = (seed: number) => {
  let state = (seed >>> 0) + 0x9e3779b9 || 1
  return (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** The block of a number on a fork: other forks give it other rows and another hash. */
export const blockAt = (number: number, fork = 0, shape: ChainShape = smallShape): IndexedBlock => {
  const pick = random(number * 7919 + fork * 104729)
  for (let warm = 0; warm < 4; warm++) pick(1)
  let log = pick(3)
  const transfer = (): Transfer => ({
    contract: address(0x1000 + pick(shape.contracts)),
    operator: address(1 + pick(shape.addresses)),
    from: address(pick(shape.addresses)),
    to: address(pick(shape.addresses)),
    tokenId: pick(4) === 0 ? 2n ** 255n + BigInt(pick(9)) : BigInt(pick(5)),
    value: BigInt(pick(1000)) * (pick(5) === 0 ? 10n ** 30n : 1n),
    logIndex: log,
    batchIndex: 0,
  })
  const transaction = (index: number): TransferTransaction => {
    const transfers = Array.from({ length: 1 + pick(shape.maxTransfers) }, () => {
      log += 1 + pick(2)
      const first = transfer()
      return pick(3) === 0 ? [first, { ...transfer(), batchIndex: 1 }] : [first]
    }).flat()
    return {
      hash: hash('tx', number, fork, index),
      index,
      nonce: pick(9) === 0 ? 2n ** 64n - 2n : BigInt(pick(100_000)),
      gas: BigInt(21_000 + pick(1_000_000)),
      gasPrice: BigInt(pick(1_000_000_000)) * 7n,
      gasUsed: BigInt(21_000 + pick(500_000)),
      cumulativeGasUsed: BigInt(pick(30_000_000)),
      methodId: (['0x', '0xf242432a', '0x2eb2', '0x00000000'] as const)[pick(4)] ?? '0x',
      transfers,
    }
  }
  const validated: ValidatedBlock = {
    producer: address(0x2000 + pick(shape.producers)),
    feeRecipient: address(0x2000 + pick(shape.producers)),
    staticReward: 2n * 10n ** 18n,
    inclusionReward: BigInt(pick(2)) * 625n * 10n ** 14n,
    tips: BigInt(pick(1_000_000)) * 10n ** 12n,
    burnt: BigInt(pick(1_000_000)),
    transactionCount: pick(300),
  }
  const uncle = (index: number): Uncle => ({
    hash: hash('uncle', number, fork, index),
    number: Math.max(0, number - 1 - pick(6)),
    timestamp: 1_500_000_000 + number * 12 - pick(30),
    miner: address(0x2000 + pick(shape.producers)),
    reward: BigInt(pick(8)) * 10n ** 17n,
  })
  return {
    number,
    hash: hash('block', number, fork),
    parentHash: hash('block', number - 1, fork),
    timestamp: 1_500_000_000 + number * 12,
    transactions: Array.from({ length: pick(shape.maxTransactions + 1) }, (_, i) => transaction(i * 2 + pick(2))),
    validated,
    uncles: Array.from({ length: pick(4) === 0 ? 1 + pick(2) : 0 }, (_, i) => uncle(i)),
  }
}

export const blocksOf = (from: number, to: number, fork = 0, shape: ChainShape = smallShape): IndexedBlock[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => blockAt(from + i, fork, shape))

export const seeds = fc.integer({ min: 0, max: 1_000_000 })
