import { encodeRlp } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexOfBytes, MalformedHex } from '../../src/evm/hex.ts'
import { closeList, mark, startRlp, writeHex, writeQuantity, writtenBytes } from '../../src/evm/rlp.ts'
import type { Hex } from '../../src/records/hex.ts'

type Item = Hex | readonly Item[]

const write = (item: Item): void => {
  if (!Array.isArray(item)) {
    writeHex(item)
    return
  }
  const end = mark()
  for (const inner of item.toReversed()) write(inner)
  closeList(end)
}
const encoded = (item: Item): Hex => {
  startRlp()
  write(item)
  return hexOfBytes(writtenBytes())
}
const quantity = (text: string): Hex => {
  startRlp()
  writeQuantity(text)
  return hexOfBytes(writtenBytes())
}
const bytes = fc.uint8Array({ maxLength: 80 }).map(hexOfBytes)
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof({ depthSize: 'small' }, bytes, fc.array(tie('item'), { maxLength: 6 })),
}))

describe('RLP', () => {
  it('agrees with another implementation on any nesting', () => {
    fc.assert(
      fc.property(item, (value) => {
        expect(encoded(value)).toBe(encodeRlp(value as never))
      }),
      { numRuns: 500 },
    )
  })
  it.each([0, 1, 55, 56, 255, 256, 65_535, 65_536])('gives a string of %i bytes the right header', (size) => {
    const text: Hex = `0x${'ab'.repeat(size)}`
    expect(encoded(text)).toBe(encodeRlp(text))
    expect(encoded([text, text])).toBe(encodeRlp([text, text]))
  })
  it('gives a string larger than the working memory the right header', () => {
    const text: Hex = `0x${'ab'.repeat(3_000_000)}`
    startRlp()
    writeHex(text)
    const found = writtenBytes()
    expect(hexOfBytes(found.subarray(0, 5))).toBe('0xba2dc6c0ab')
    expect(found.length).toBe(4 + 3_000_000)
    expect(found.subarray(4).every((byte) => byte === 0xab)).toBe(true)
  })
  it('writes integers with as few bytes as they need', () => {
    expect(quantity('0x0')).toBe('0x80')
    expect(quantity('0x00')).toBe('0x80')
    expect(quantity('0x7f')).toBe('0x7f')
    expect(quantity('0x080')).toBe('0x8180')
    expect(quantity('0x400')).toBe('0x820400')
    expect(quantity(`0x${'0'.repeat(62)}1F`)).toBe('0x1f')
    expect(quantity(`0x${'0'.repeat(64)}`)).toBe('0x80')
  })
  it('writes any integer as another implementation does, padded or not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat({ max: 64 }), (value, width) => {
        const digits = value.toString(16)
        const even = value === 0n ? '' : digits.length % 2 === 1 ? `0${digits}` : digits
        expect(quantity(`0x${digits.padStart(width, '0')}`)).toBe(encodeRlp(`0x${even}`))
      }),
    )
  })
  it.each(['', '0x', 'ff', '0xg', '0x1g', `0x${'0'.repeat(33)}z`, `0x${'1'.repeat(40)}zz`, null, 5, undefined])(
    'refuses %s as an integer',
    (text) => {
      expect(() => quantity(text as string)).toThrow(MalformedHex)
    },
  )
  it.each(['', 'ff', '0x1', '0xzz', `0x${'ab'.repeat(31)}zz`, `0x${'ab'.repeat(20)}g1${'ab'.repeat(11)}`, null, {}])(
    'refuses %s as bytes',
    (text) => {
      expect(() => encoded(text as Hex)).toThrow(MalformedHex)
    },
  )
})
