import { AbiCoder } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTransfers, transferBatchTopic, transferSingleTopic } from '../../src/evm/decode-transfers.ts'
import type { RpcLog } from '../../src/evm/json-rpc.ts'
import { keccak256Hex } from '../../src/evm/keccak.ts'
import type { Hex } from '../../src/records/hex.ts'

const contract: Hex = `0x${'c0'.repeat(20)}`
const topicOf = (byte: string): Hex => `0x${'00'.repeat(12)}${byte.repeat(20)}`
const [operator, from, to] = [topicOf('0a'), topicOf('0b'), topicOf('0c')]
const abi = AbiCoder.defaultAbiCoder()
const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')
const dataOf = (...words: (bigint | number)[]): Hex => `0x${words.map(word).join('')}`
const single = (id: bigint, value: bigint): Hex => abi.encode(['uint256', 'uint256'], [id, value]) as Hex
const batch = (ids: readonly bigint[], values: readonly bigint[]): Hex => abi.encode(['uint256[]', 'uint256[]'], [ids, values]) as Hex
const logOf = (event: Hex, data: Hex, topics: readonly Hex[] = [operator, from, to]): RpcLog => ({
  address: contract,
  topics: [event, ...topics],
  data,
  blockNumber: '0x1',
  blockHash: `0x${'11'.repeat(32)}`,
  transactionHash: `0x${'22'.repeat(32)}`,
  transactionIndex: '0x0',
  logIndex: '0x5',
})
const pairsOf = (log: RpcLog) => {
  const decoded = decodeTransfers(log)
  return Array.isArray(decoded) ? decoded.map((row) => [row.tokenId, row.value]) : decoded
}

describe('the events', () => {
  const hashOf = (signature: string): Hex => keccak256Hex(Buffer.from(signature))
  it('are known by the hash of their signature', () => {
    expect(transferSingleTopic).toBe(hashOf('TransferSingle(address,address,address,uint256,uint256)'))
    expect(transferBatchTopic).toBe(hashOf('TransferBatch(address,address,address,uint256[],uint256[])'))
  })
  it('of other kinds are no transfers', () => {
    expect(decodeTransfers(logOf(hashOf('URI(string,uint256)'), '0x'))).toBeUndefined()
    expect(decodeTransfers({ ...logOf(transferSingleTopic, single(1n, 1n)), topics: [] })).toBeUndefined()
  })
  it('removed from the chain give nothing', () => {
    expect(decodeTransfers({ ...logOf(transferSingleTopic, single(1n, 1n)), removed: true })).toBeUndefined()
  })
})

describe('TransferSingle', () => {
  it('is one row', () => {
    expect(decodeTransfers(logOf(transferSingleTopic, single(7n, 2n ** 256n - 1n)))).toEqual([
      {
        contract,
        operator: `0x${'0a'.repeat(20)}`,
        from: `0x${'0b'.repeat(20)}`,
        to: `0x${'0c'.repeat(20)}`,
        tokenId: 7n,
        value: 2n ** 256n - 1n,
        logIndex: 5,
        batchIndex: 0,
      },
    ])
  })
  it('of value zero is a row', () => {
    expect(pairsOf(logOf(transferSingleTopic, single(0n, 0n)))).toEqual([[0n, 0n]])
  })
  it('is lower-cased whatever the node sent', () => {
    const shouting = { ...logOf(transferSingleTopic, single(1n, 1n)), address: `0x${'C0'.repeat(20)}` as Hex }
    expect(decodeTransfers(shouting)).toMatchObject([{ contract }])
  })
  it('with too little data is malformed', () => {
    expect(decodeTransfers(logOf(transferSingleTopic, dataOf(1)))).toBe('malformed')
    expect(decodeTransfers(logOf(transferSingleTopic, '0x'))).toBe('malformed')
  })
  it('with fields that are not indexed is malformed', () => {
    const data: Hex = `0x${from.slice(2)}${to.slice(2)}${single(1n, 1n).slice(2)}`
    expect(decodeTransfers(logOf(transferSingleTopic, data, [operator]))).toBe('malformed')
    expect(decodeTransfers(logOf(transferSingleTopic, data, []))).toBe('malformed')
  })
  it('whose address topic holds more than an address is malformed', () => {
    const dirty: Hex = `0x01${from.slice(4)}`
    expect(decodeTransfers(logOf(transferSingleTopic, single(1n, 1n), [operator, dirty, to]))).toBe('malformed')
  })
})

describe('TransferBatch', () => {
  it('is one row a pair, in array order, the same id as often as it stands there', () => {
    expect(pairsOf(logOf(transferBatchTopic, batch([3n, 1n, 3n], [1n, 0n, 5n])))).toEqual([
      [3n, 1n],
      [1n, 0n],
      [3n, 5n],
    ])
    expect(decodeTransfers(logOf(transferBatchTopic, batch([3n, 1n], [1n, 0n])))).toMatchObject([{ batchIndex: 0 }, { batchIndex: 1 }])
  })
  it('of empty arrays gives no row and is not malformed', () => {
    expect(decodeTransfers(logOf(transferBatchTopic, batch([], [])))).toEqual([])
  })
  it('whose arrays differ in length is malformed', () => {
    expect(decodeTransfers(logOf(transferBatchTopic, batch([1n, 2n], [1n])))).toBe('malformed')
  })
  it('decodes arrays in any order and place, as long as they lie inside the data', () => {
    expect(pairsOf(logOf(transferBatchTopic, dataOf(128, 64, 1, 9, 1, 4)))).toEqual([[4n, 9n]])
    expect(pairsOf(logOf(transferBatchTopic, dataOf(64, 64, 1, 9)))).toEqual([[9n, 9n]])
    expect(pairsOf(logOf(transferBatchTopic, `${dataOf(65, 65)}00${word(1)}${word(9)}`))).toEqual([[9n, 9n]])
  })
  it.each([
    ['an offset past the end', dataOf(64, 2n ** 255n, 0, 0)],
    ['an offset just past the end', dataOf(64, 128, 0, 0)],
    ['a count past the end', dataOf(64, 64, 2, 9)],
    ['a count that would wrap around', dataOf(64, 64, 2n ** 251n, 9)],
    ['no heads', '0x'],
    ['one head', dataOf(32)],
    ['half a byte', '0x0'],
    ['no hexadecimal', `0x${'zz'.repeat(128)}` as Hex],
  ] as const)('with %s is malformed', (_, data) => {
    expect(decodeTransfers(logOf(transferBatchTopic, data))).toBe('malformed')
  })
})

describe('whatever a node sends', () => {
  const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  it('pairs come back as they were encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(uint, uint), { maxLength: 40 }), (pairs) => {
        const data = batch(
          pairs.map(([id]) => id),
          pairs.map(([, value]) => value),
        )
        expect(pairsOf(logOf(transferBatchTopic, data))).toEqual(pairs)
      }),
    )
  })
  it('the decoder never throws, and agrees with another decoder where that one decodes', () => {
    const small = fc.nat({ max: 300 }).map(BigInt)
    const words = fc.array(fc.oneof(small, uint), { maxLength: 12 }).map((list) => dataOf(...list))
    const text = fc.oneof(
      words,
      fc.string().map((rest): Hex => `0x${rest}`),
      fc.constant(null as unknown as Hex),
    )
    fc.assert(
      fc.property(text, fc.constantFrom(transferSingleTopic, transferBatchTopic), (data, event) => {
        const mine = pairsOf(logOf(event, data))
        expect(mine === 'malformed' || Array.isArray(mine)).toBe(true)
        if (event === transferSingleTopic || mine === 'malformed') return
        const [ids, values] = abi.decode(['uint256[]', 'uint256[]'], data, true)
        expect(mine).toEqual([...ids].map((id, i) => [id, values[i]]))
      }),
      { numRuns: 2000 },
    )
  })
  it('odd topics never make it throw', () => {
    const odd = fc.oneof(fc.string(), fc.constant(null), fc.constant(undefined), fc.constantFrom(operator, from))
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 5 }), (topics) => {
        const decoded = decodeTransfers(logOf(transferSingleTopic, single(1n, 1n), topics as Hex[]))
        expect(decoded === 'malformed' || Array.isArray(decoded)).toBe(true)
      }),
    )
  })
})
