import type { Hex } from '../records/hex.ts'

/** A node sent something else than hexadecimal where only that is possible. */
export class MalformedHex extends Error {
  override readonly name = 'MalformedHex'
  readonly value: unknown
  constructor(value: unknown, expected: string) {
    const shown = String(value)
    super(`${JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)} is not ${expected}`)
    this.value = value
  }
}

const hexPattern = /^0x(?:[0-9a-fA-F]{2})*$/
const quantityPattern = /^0x[0-9a-fA-F]{1,64}$/

/** The bytes a hexadecimal text stands for. */
export const bytesOfHex = (text: Hex): Uint8Array => {
  if (!hexPattern.test(text)) throw new MalformedHex(text, 'whole bytes in hexadecimal')
  return Buffer.from(text.slice(2), 'hex')
}

export const hexOfBytes = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`

/** A quantity of up to 256 bits. */
export const bigintOfHex = (text: unknown): bigint => {
  if (typeof text !== 'string' || !quantityPattern.test(text)) throw new MalformedHex(text, 'a quantity in hexadecimal')
  return BigInt(text)
}

/** A quantity that a number holds exactly: block numbers, times, indexes. */
export const numberOfHex = (text: unknown): number => {
  const value = typeof text === 'string' && quantityPattern.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) throw new MalformedHex(text, 'a quantity below 2^53 in hexadecimal')
  return value
}

export const hexOfNumber = (value: number | bigint): Hex => `0x${value.toString(16)}`

/** Exactly `size` bytes, lower-cased: an address (20) or a hash (32) that becomes part of a row. */
export const fixedHex = (text: unknown, size: number): Hex => {
  if (typeof text !== 'string' || text.length !== 2 + 2 * size || !hexPattern.test(text))
    throw new MalformedHex(text, `${size} bytes in hexadecimal`)
  return text.toLowerCase() as Hex
}
