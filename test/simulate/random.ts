import type { Hex } from '../../src/records/hex.ts'

/** A seeded source of choices: the same seed makes the same choices in the same order, on every machine. */
export interface Random {
  /** A whole number from 0 to below `n`. */
  int(n: number): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(length: number): Uint8Array
  hex(length: number): Hex
  /** A number of up to `bits` bits, small ones as likely as large ones: sizes vary as they do on real chains. */
  big(bits: number): bigint
  /** A source of its own, so that more choices in one place do not shift those of another. */
  split(label: string): Random
}

/** 32 bits that depend on every character (FNV-1a with a final mix). */
export const hash32 = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export const createRandom = (seed: number | string): Random => {
  // sfc32: small, fast, and passes the usual statistical suites.
  let a = hash32(`a${seed}`)
  let b = hash32(`b${seed}`)
  let c = hash32(`c${seed}`)
  let counter = 1
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let i = 0; i < 12; i++) next()
  const int = (n: number): number => Math.floor((next() / 2 ** 32) * n)
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => next() & 0xff)
  const random: Random = {
    int,
    between: (from, to) => from + int(to - from + 1),
    chance: (probability) => next() / 2 ** 32 < probability,
    pick: (from) => {
      const chosen = from[int(from.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
    bytes,
    hex: (length) => `0x${Buffer.from(bytes(length)).toString('hex')}`,
    big: (bits) => {
      const used = int(bits + 1)
      return used === 0 ? 0n : BigInt.asUintN(used, BigInt(`0x${Buffer.from(bytes(Math.ceil(used / 8))).toString('hex')}`))
    },
    split: (label) => createRandom(`${seed}/${label}`),
  }
  return random
}
