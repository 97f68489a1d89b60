import { describe, expect, it } from 'vitest'
import { writeHex } from '../../src/records/bytes.ts'
import type { Hex } from '../../src/records/hex.ts'

const written = (hex: string): string => {
  const target = Buffer.alloc(40, 0xee)
  return target.toString('hex', 3, writeHex(target, 3, hex as Hex))
}

describe('hexadecimal digits', () => {
  it('are written as the bytes they say, in either case', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, value) => value))
    for (const value of all) {
      const digits = value.toString(16).padStart(2, '0')
      expect(written(`0x${digits}`)).toBe(digits)
      expect(written(`0x${digits.toUpperCase()}`)).toBe(digits)
    }
    expect(written('0x')).toBe('')
    expect(written(`0x${'0aF1'.repeat(8)}`)).toBe('0af1'.repeat(8))
  })

  it.each([
    ['one too few', '0x123'],
    ['a letter that is none', '0x1g'],
    ['the neighbours of digits', '0x/:'],
    ['a blank', '0x 1'],
    // Their lowest bytes are digits.
    ['a wide character in front', '0x\u01300'],
    ['a wide character behind', '0x0\u0130'],
  ])('are refused with %s', (_, hex) => {
    expect(() => written(hex)).toThrow(`${hex} is not hexadecimal`)
  })
})
