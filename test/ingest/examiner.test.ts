import { describe, expect, it } from 'vitest'
import { chainTable } from '../../src/chains/table.ts'
import { headerHash } from '../../src/evm/header.ts'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import { knownChain } from '../../src/ingest/parts.ts'
import { addressOf, hashOf, headerOf } from '../evm/make.ts'

const examinerOf = (chainId: number) =>
  knownChain({
    chainId,
    endpoints: [],
    startBlock: 0,
    index: ['transfers', 'blocks'],
    completeness: 'proven',
    finalityDepth: undefined,
    concurrency: 1,
    quirks: [],
    custom: undefined,
  }).examiner

describe('what is said of a chain’s rewards', () => {
  it.each([
    [1, 'known', undefined],
    [100, 'partly-known', 'before its merge: what the reward contract paid the author stands only in traces'],
    [
      42220,
      'partly-known',
      'before block 31,056,500: headers of its time as a chain of its own do not say what of a fee was the producer’s',
    ],
    [50, 'unknown', 'how the chain pays its producers is not known from blocks and receipts'],
    [424_242_424_242, 'unknown', 'how the chain pays its producers is not known from blocks and receipts'],
  ])('of chain %i: %s, %s', (chainId, rewards, why) => {
    expect(examinerOf(chainId)).toMatchObject({ rewards, rewardsUnknown: why })
  })
  it('gives a reason wherever it is not known', () => {
    const silent = [...chainTable.keys()].filter(
      (id) => (examinerOf(id).rewards === 'known') !== (examinerOf(id).rewardsUnknown === undefined),
    )
    expect(silent).toEqual([])
  })
})

describe('whether a header’s bloom proves that a block holds no transfer', () => {
  it.each([
    [1, true, 'it is under the hash'],
    [8453, true, 'it is under the hash'],
    [42161, true, 'roots are not needed for it'],
    [137, false, 'state-sync receipts stand outside it'],
    [42220, false, 'the hash cannot be recomputed'],
    [999, false, 'system transactions are left out of what nodes show'],
    [2741, false, 'it is empty'],
  ])('chain %i: %s, since %s', (chainId, proven) => {
    expect(examinerOf(chainId).bloomsProven).toBe(proven)
  })
})

describe('a header of Polygon, whose miner is the provider’s choice', () => {
  const hashed = headerOf({ miner: addressOf(0) })
  const header: RpcHeader = { ...hashed, hash: headerHash(hashed) }
  it('holds whoever is shown as its miner', () => {
    expect(examinerOf(137).header({ ...header, miner: addressOf(7) })).toBeUndefined()
    expect(examinerOf(1).header({ ...header, miner: addressOf(7) })?.check).toBe('header-hash')
  })
  it('does not hold with another parent', () => {
    expect(examinerOf(137).header({ ...header, parentHash: hashOf(99) })?.check).toBe('header-hash')
  })
})
