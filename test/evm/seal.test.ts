import { readFileSync } from 'node:fs'
import { encodeRlp, keccak256, SigningKey, Wallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { familyRules, rewardRules } from '../../src/chains/families.ts'
import { headerHash } from '../../src/evm/header.ts'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import { producerOf } from '../../src/evm/reward.ts'
import { recoverSealer, SealError } from '../../src/evm/seal.ts'
import type { Hex } from '../../src/records/hex.ts'
import { shared } from '../shared.ts'
import { addressOf, headerOf, hex } from './make.ts'

const key = new SigningKey(`0x${'51'.repeat(32)}`)
const signer = new Wallet(key).address.toLowerCase()
const vanity: Hex = `0x${'00'.repeat(32)}`

/** Signs a header the way the chain's own client does, by another implementation. */
const sealed = (fields: Partial<RpcHeader>, coversBaseFee: boolean): RpcHeader => {
  const bare = headerOf({ difficulty: '0x2', miner: addressOf(0), extraData: vanity, ...fields })
  const quantity = (value: Hex | undefined): string => {
    const digits = BigInt(value ?? 0).toString(16)
    return value === undefined || BigInt(value) === 0n ? '0x' : `0x${digits.length % 2 ? '0' : ''}${digits}`
  }
  const list = [
    ...[bare.parentHash, bare.sha3Uncles, bare.miner, bare.stateRoot, bare.transactionsRoot, bare.receiptsRoot, bare.logsBloom],
    ...[bare.difficulty, bare.number, bare.gasLimit, bare.gasUsed, bare.timestamp].map(quantity),
    ...[bare.extraData, bare.mixHash ?? '0x', bare.nonce ?? '0x'],
    ...(coversBaseFee ? [quantity(bare.baseFeePerGas)] : []),
  ]
  const { r, s, yParity } = key.sign(keccak256(encodeRlp(list)))
  const header = { ...bare, extraData: `${bare.extraData}${r.slice(2)}${s.slice(2)}0${yParity}` as Hex }
  return { ...header, hash: headerHash(header) }
}

describe.skipIf(!shared.present)('Rinkeby block 30000', () => {
  const { header, recoveredSigner } = shared.present
    ? (JSON.parse(readFileSync(new URL('data/blocks/clique/rinkeby_30000.json', shared.folder), 'utf8')) as {
        header: RpcHeader
        recoveredSigner: Hex
      })
    : { header: headerOf({}), recoveredSigner: addressOf(0) }

  it('hashes to its hash', () => {
    expect(headerHash(header)).toBe(header.hash)
  })
  it('was made by 0x42eb768f2244c8811c63729a21a3569731535f06, who sealed it, not by its miner field', () => {
    expect(recoveredSigner).toBe('0x42eb768f2244c8811c63729a21a3569731535f06')
    expect(producerOf(rewardRules({ chainId: 4, family: 'clique', quirks: [] }), header)).toBe(recoveredSigner)
  })
  it('whose seal was changed in one bit names no producer', () => {
    const at = header.extraData.length - 40
    const changed = header.extraData[at] === '0' ? '1' : '0'
    const extraData = `${header.extraData.slice(0, at)}${changed}${header.extraData.slice(at + 1)}` as Hex
    expect(() => recoverSealer({ ...header, extraData }, 0)).toThrow(SealError)
  })
})

describe('a seal', () => {
  it('is recovered with and without a base fee', () => {
    expect(recoverSealer(sealed({}, false), 0)).toBe(signer)
    expect(recoverSealer(sealed({ baseFeePerGas: '0x3b9aca00' }, true), 0)).toBe(signer)
  })
  it('of Polygon covers the base fee only from block 23,850,000 on', () => {
    const polygon = rewardRules({ chainId: 137, family: 'bor', quirks: [] })
    const last = sealed({ number: hex(23_849_999), baseFeePerGas: '0x7' }, false)
    const first = sealed({ number: hex(23_850_000), baseFeePerGas: '0x7' }, true)
    expect(producerOf(polygon, last)).toBe(signer)
    expect(producerOf(polygon, first)).toBe(signer)
  })
  it('is recovered from a header whose provider shows the signer as its miner', () => {
    const header = sealed({}, false)
    expect(recoverSealer({ ...header, miner: addressOf(0x77) }, 0)).toBe(signer)
  })
  it('under a header that does not hash to its hash is not trusted', () => {
    expect(() => recoverSealer({ ...sealed({}, false), gasUsed: '0x1' }, 0)).toThrow(/cannot be trusted/)
  })
  it('that is missing is an error that says so', () => {
    const bare = headerOf({ extraData: '0x1234' })
    expect(() => recoverSealer({ ...bare, hash: headerHash(bare) }, 0)).toThrow(/is missing: extraData has 2 bytes/)
  })
  it.each([
    ['an impossible recovery byte', `${'11'.repeat(64)}05`],
    ['no curve point', `${'ff'.repeat(64)}00`],
    ['nothing but zeros', '00'.repeat(65)],
  ])('with %s is an error, never a producer', (_, seal) => {
    const header = headerOf({ extraData: `${vanity}${seal}` })
    expect(() => recoverSealer({ ...header, hash: headerHash(header) }, 0)).toThrow(SealError)
  })
  it('is not asked for at genesis, nor after a merge', () => {
    const miner = addressOf(0x12)
    expect(producerOf(familyRules.clique, headerOf({ number: '0x0', miner }))).toBe(miner)
    expect(producerOf(familyRules.clique, headerOf({ number: '0x70a783', difficulty: '0x0', miner }))).toBe(miner)
  })
})
