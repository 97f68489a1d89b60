import type { Hex } from '../records/hex.ts'

/** A block named by a caller: its number, or the newest. */
export type BlockReference = number | 'latest'

/** Above every block a chain will reach; numbers beyond it are read as it, so that they stay exact. */
const endOfTime = 2 ** 40 - 1

/** No amount or identifier on a chain has more digits than 2^256 - 1. */
const decimalDigits = 78

const address = /^0x[0-9a-f]{40}$/

/** Undefined where the text is no address. */
export const readAddress = (text: string): Hex | undefined => {
  const lower = text.toLowerCase()
  return address.test(lower) ? (lower as Hex) : undefined
}

/** Undefined where the text is neither a block number nor `latest`. */
export const readBlock = (text: string): BlockReference | undefined => {
  if (/^\d+$/.test(text)) return Math.min(Number(text), endOfTime)
  return text.toLowerCase() === 'latest' ? 'latest' : undefined
}

/** The default where the text is no positive integer: clients send all sorts of things here and rely on an answer. */
export const readPositive = (text: string, byDefault: number): number => {
  if (!/^\d+$/.test(text)) return byDefault
  const value = Number(text)
  return value > 0 ? value : byDefault
}

/** Undefined where the text is no number of 256 bits. */
export const readTokenId = (text: string): bigint | undefined => {
  if (!/^0x[0-9a-f]{1,64}$/i.test(text) && !(/^\d+$/.test(text) && text.length <= decimalDigits)) return undefined
  const value = BigInt(text)
  return value < 1n << 256n ? value : undefined
}

/** The one of the choices that was named, in any case; undefined where it is none of them. */
export const readChoice = <const Choice extends string>(text: string, choices: readonly Choice[]): Choice | undefined => {
  const lower = text.toLowerCase()
  return choices.find((choice) => choice === lower)
}
