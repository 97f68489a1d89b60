import { encodeRlp, keccak256 } from 'ethers'
import { describe, expect, it } from 'vitest'
import { headerHash } from '../../src/evm/header.ts'
import { MalformedHex } from '../../src/evm/hex.ts'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import { emptyUnclesHash, unclesHash } from '../../src/evm/uncles.ts'
import { hashOf, headerOf } from './make.ts'

const first = (header: RpcHeader): string[] => [
  ...[header.parentHash, header.sha3Uncles, header.miner, header.stateRoot, header.transactionsRoot, header.receiptsRoot, header.logsBloom],
  ...['0x02', '0x01', '0x01c9c380', '0x', '0x05f5e100', '0x'],
]
const work = (header: RpcHeader): string[] => [...first(header), header.mixHash ?? '', header.nonce ?? '']
const hashed = (list: readonly unknown[]): string => keccak256(encodeRlp(list as never))

describe('a header hash', () => {
  it('is over 15 fields before London', () => {
    const header = headerOf({})
    expect(headerHash(header)).toBe(hashed(work(header)))
  })
  it('of mainnet’s genesis is its known hash', () => {
    const genesis = headerOf({
      number: '0x0',
      parentHash: hashOf(0),
      miner: `0x${'00'.repeat(20)}`,
      stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
      difficulty: '0x400000000',
      gasLimit: '0x1388',
      timestamp: '0x0',
      extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
      mixHash: hashOf(0),
      nonce: '0x0000000000000042',
    })
    expect(headerHash(genesis)).toBe('0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3')
  })
  const later = [
    ['London', { baseFeePerGas: '0x7' }, ['0x07']],
    ['Shanghai', { withdrawalsRoot: hashOf(1) }, [hashOf(1)]],
    ['Cancun', { blobGasUsed: '0x20000', excessBlobGas: '0x0', parentBeaconBlockRoot: hashOf(2) }, ['0x020000', '0x', hashOf(2)]],
    ['Prague and Osaka', { requestsHash: hashOf(3) }, [hashOf(3)]],
    ['Amsterdam, as drafted', { blockAccessListHash: hashOf(4) }, [hashOf(4)]],
  ] as const
  it.each(later.map(([name], index) => [name, index] as const))('appends the fields of %s', (_, index) => {
    const forks = later.slice(0, index + 1)
    const header = headerOf(Object.assign({}, ...forks.map(([, fields]) => fields)))
    expect(headerHash(header)).toBe(hashed([...work(header), ...forks.flatMap(([, , items]) => items)]))
  })
  it('of Avalanche’s C-Chain holds its own fields', () => {
    const header = headerOf({ extDataHash: hashOf(5), baseFeePerGas: '0x7', extDataGasUsed: '0x0', blockGasCost: '0x1' })
    expect(headerHash(header)).toBe(hashed([...work(header), hashOf(5), '0x07', '0x', '0x01']))
  })
  it('of AuRa holds step and signature, under the names of either client', () => {
    const { mixHash: _, nonce: __, ...bare } = headerOf({})
    const expected = hashed([...first(bare as RpcHeader), '0x09', `0x${'ab'.repeat(65)}`])
    expect(headerHash({ ...bare, step: '0x9', signature: `0x${'ab'.repeat(65)}` } as RpcHeader)).toBe(expected)
    expect(headerHash({ ...bare, auraStep: '0x9', auraSeal: `0x${'ab'.repeat(65)}` } as RpcHeader)).toBe(expected)
  })
  it('of a header that lacks a field is refused, not guessed', () => {
    const { stateRoot: _, ...broken } = headerOf({})
    expect(() => headerHash(broken as RpcHeader)).toThrow(MalformedHex)
  })
})

describe('the hash over uncles', () => {
  it('of none is the hash of an empty list', () => {
    expect(unclesHash([])).toBe(emptyUnclesHash)
    expect(emptyUnclesHash).toBe(keccak256('0xc0'))
  })
  it('is over the whole headers', () => {
    const uncles = [headerOf({}), headerOf({ miner: `0x${'77'.repeat(20)}` })]
    expect(unclesHash(uncles)).toBe(hashed(uncles.map(work)))
  })
})
