/** Small encodings that every stored value is made of. Integers are little-endian; a `varint` is unsigned LEB128, an `amount` a length byte and that many bytes, most significant first. */

import type { Hex } from './hex.ts'

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

/** Writes a non-negative safe integer and answers the offset behind it. */
export const writeVarint = (target: Uint8Array, offset: number, value: number): number => {
  let rest = value
  let at = offset
  // Bit operations hold 31 bits; what is larger is divided down first.
  while (rest > 0x7fffffff) {
    target[at++] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
  }
  while (rest >= 0x80) {
    target[at++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  target[at++] = rest
  return at
}

/** As `writeVarint`, for values up to 2^64 - 1. */
export const writeBigVarint = (target: Uint8Array, offset: number, value: bigint): number => {
  if (value <= maxSafe) return writeVarint(target, offset, Number(value))
  let rest = value
  let at = offset
  while (rest >= 0x80n) {
    target[at++] = Number(rest & 0x7fn) | 0x80
    rest >>= 7n
  }
  target[at++] = Number(rest)
  return at
}

const notAByte = 0x100
/** What two characters below 256 are worth as hexadecimal digits: one look-up for a byte. */
const byteValues = new Uint16Array(0x1_0000).fill(notAByte)
const digits = [...'0123456789abcdef'].flatMap((digit, value) =>
  [...new Set([digit, digit.toUpperCase()])].map((text) => ({ text, value })),
)
for (const high of digits)
  for (const low of digits) byteValues[(high.text.charCodeAt(0) << 8) | low.text.charCodeAt(0)] = (high.value << 4) | low.value

/** Writes the bytes a text of hexadecimal digits says. For the few bytes of a hash or an address this takes less than a call of the buffer's own. */
export const writeHex = (target: Uint8Array, offset: number, hex: Hex): number => {
  let at = offset
  let wrong = hex.length & 1 ? notAByte : 0
  for (let digit = 2; digit < hex.length; digit += 2) {
    const low = hex.charCodeAt(digit + 1)
    // A character of 256 or more has no place in the table: it must not pass for another.
    const byte = byteValues[(hex.charCodeAt(digit) << 8) | low] ?? notAByte
    wrong |= byte | (low & 0xff00)
    target[at++] = byte
  }
  if (wrong >= notAByte) throw new RangeError(`${hex} is not hexadecimal`)
  return at
}

/** Where to read next. One object goes through a whole parse, so that reading makes no garbage. */
export interface ByteCursor {
  readonly bytes: Uint8Array
  at: number
}

const outOfBytes = (at: number): never => {
  throw new RangeError(`the value ends at byte ${at}, in the middle of a field`)
}

export const readByte = (cursor: ByteCursor): number => {
  const byte = cursor.bytes[cursor.at]
  if (byte === undefined) return outOfBytes(cursor.at)
  cursor.at++
  return byte
}

/** A varint below 2^53. */
export const readVarint = (cursor: ByteCursor): number => {
  let byte = readByte(cursor)
  let value = byte & 0x7f
  for (let unit = 0x80; byte >= 0x80; unit *= 0x80) {
    byte = readByte(cursor)
    value += (byte & 0x7f) * unit
  }
  return value
}

export const readBigVarint = (cursor: ByteCursor): bigint => {
  let byte = readByte(cursor)
  let value = BigInt(byte & 0x7f)
  for (let shift = 7n; byte >= 0x80; shift += 7n) {
    byte = readByte(cursor)
    value |= BigInt(byte & 0x7f) << shift
  }
  return value
}

export const skipVarint = (cursor: ByteCursor): void => {
  while (readByte(cursor) >= 0x80);
}

/** Writes up to 32 bytes behind their count. */
export const writeAmount = (target: Uint8Array, offset: number, value: bigint): number => {
  if (value === 0n) {
    target[offset] = 0
    return offset + 1
  }
  if (value <= maxSafe) {
    let length = 0
    for (let rest = Number(value); rest >= 1; rest = Math.floor(rest / 0x100)) length++
    target[offset] = length
    let rest = Number(value)
    for (let at = offset + length; at > offset; at--) {
      target[at] = rest % 0x100
      rest = Math.floor(rest / 0x100)
    }
    return offset + 1 + length
  }
  const hex = value.toString(16)
  const length = (hex.length + 1) >> 1
  if (length > 32) throw new RangeError(`${value} has more than 32 bytes`)
  target[offset] = length
  target.set(Buffer.from(hex.length & 1 ? `0${hex}` : hex, 'hex'), offset + 1)
  return offset + 1 + length
}

export const readAmount = (cursor: ByteCursor): bigint => {
  const length = readByte(cursor)
  const { bytes, at: start } = cursor
  const end = start + length
  if (end > bytes.length) return outOfBytes(bytes.length)
  cursor.at = end
  // Two halves of 48 bits hold any sum of wei there is; only token ids and odd values are longer.
  if (length > 12) return BigInt(`0x${hexOf(bytes.subarray(start, end))}`)
  const split = Math.max(start, end - 6)
  let high = 0
  let low = 0
  for (let at = start; at < split; at++) high = high * 0x100 + (bytes[at] ?? 0)
  for (let at = split; at < end; at++) low = low * 0x100 + (bytes[at] ?? 0)
  return high === 0 ? BigInt(low) : (BigInt(high) << 48n) | BigInt(low)
}

export const readBytes = (cursor: ByteCursor, length: number): Uint8Array => {
  const end = cursor.at + length
  if (end > cursor.bytes.length) return outOfBytes(cursor.bytes.length)
  const bytes = cursor.bytes.subarray(cursor.at, end)
  cursor.at = end
  return bytes
}

/** For tens of bytes: a call of the library would take longer, and make an object for the part it copies. */
export const copyBytes = (target: Uint8Array, at: number, source: Uint8Array, start: number, length: number): void => {
  for (let i = 0; i < length; i++) target[at + i] = source[start + i] ?? 0
}

export const writeU40 = (target: Uint8Array, offset: number, value: number): void => {
  target[offset] = value
  target[offset + 1] = value >>> 8
  target[offset + 2] = value >>> 16
  target[offset + 3] = value >>> 24
  target[offset + 4] = value / 0x1_0000_0000
}

export const readU40 = (bytes: Uint8Array, offset: number): number =>
  byteAt(bytes, offset) +
  byteAt(bytes, offset + 1) * 0x100 +
  byteAt(bytes, offset + 2) * 0x1_0000 +
  byteAt(bytes, offset + 3) * 0x100_0000 +
  byteAt(bytes, offset + 4) * 0x1_0000_0000

export const byteAt = (bytes: Uint8Array, offset: number): number => bytes[offset] ?? outOfBytes(offset)

/** Hexadecimal without a prefix. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
