import { keccak256 } from 'ethers'
import type { Hex } from '../../src/records/hex.ts'

/**
 * Encodings the simulator makes its chains with, written apart from `src/evm` on purpose: a fault shared by both sides would go unseen.
 */
export const fromHex = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex')
export const toHex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
export const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`
export const keccak = (bytes: Uint8Array): Hex => keccak256(bytes) as Hex

/** A number as RLP wants it: no leading zero, nothing for 0. */
export const minimal = (value: number | bigint): Uint8Array => {
  if (BigInt(value) === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
}

/** 32 bytes, as in contract data. */
export const word = (value: number | bigint | Hex): Uint8Array => {
  const digits = typeof value === 'string' ? value.slice(2) : value.toString(16)
  return Buffer.from(digits.padStart(64, '0'), 'hex')
}

export type RlpItem = Uint8Array | readonly RlpItem[]

export const rlp = (item: RlpItem): Uint8Array => {
  if (item instanceof Uint8Array) {
    if (item.length === 1 && (item[0] ?? 0) < 0x80) return item
    return Buffer.concat([prefix(0x80, item.length), item])
  }
  const body = Buffer.concat(item.map(rlp))
  return Buffer.concat([prefix(0xc0, body.length), body])
}

const prefix = (base: number, length: number): Uint8Array => {
  if (length < 56) return Uint8Array.of(base + length)
  const size = minimal(length)
  return Buffer.concat([Uint8Array.of(base + 55 + size.length), size])
}

/** Root of the trie that maps each position, RLP-encoded, to its value: how blocks commit to transactions, receipts and withdrawals. */
export const listRoot = (values: readonly Uint8Array[]): Hex => {
  const entries = values.map((value, index) => ({ path: nibbles(rlp(minimal(index))), value }))
  return keccak(rlp(entries.length === 0 ? new Uint8Array() : node(entries)))
}

interface Entry {
  readonly path: readonly number[]
  readonly value: Uint8Array
}

const nibbles = (bytes: Uint8Array): number[] => [...bytes].flatMap((byte) => [byte >> 4, byte & 15])

const compact = (path: readonly number[], leaf: boolean): Uint8Array => {
  const flag = (leaf ? 2 : 0) + (path.length % 2)
  const all = path.length % 2 === 1 ? [flag, ...path] : [flag, 0, ...path]
  return Uint8Array.from({ length: all.length / 2 }, (_, i) => ((all[2 * i] ?? 0) << 4) | (all[2 * i + 1] ?? 0))
}

/** No position's path is the beginning of another's, so a branch never holds a value. */
const node = (entries: readonly Entry[]): readonly RlpItem[] => {
  const [first, ...rest] = entries
  if (first === undefined) throw new Error('a trie node without entries')
  if (rest.length === 0) return [compact(first.path, true), first.value]
  let shared = 0
  while (entries.every(({ path }) => path[shared] === first.path[shared])) shared++
  if (shared > 0) return [compact(first.path.slice(0, shared), false), reference(skip(entries, shared))]
  const children = Array.from({ length: 16 }, (_, nibble) => entries.filter(({ path }) => path[0] === nibble))
  return [...children.map((child) => (child.length === 0 ? new Uint8Array() : reference(skip(child, 1)))), new Uint8Array()]
}

const skip = (entries: readonly Entry[], count: number): Entry[] => entries.map(({ path, value }) => ({ path: path.slice(count), value }))

/** A node under 32 bytes stands in its parent itself, a larger one by its hash. */
const reference = (entries: readonly Entry[]): RlpItem => {
  const item = node(entries)
  const encoded = rlp(item)
  return encoded.length < 32 ? item : fromHex(keccak(encoded))
}

const bloomBits = new Map<Hex, readonly number[]>()

/** The three bits of 2048 that an address or topic sets. */
const bitsOf = (item: Hex): readonly number[] => {
  const known = bloomBits.get(item)
  if (known) return known
  const hash = Buffer.from(fromHex(keccak(fromHex(item))))
  const bits = [0, 2, 4].map((at) => hash.readUInt16BE(at) & 2047)
  // Bounded: forgetting all at once is simpler than an order of age, and costs a few hashes.
  if (bloomBits.size > 100_000) bloomBits.clear()
  bloomBits.set(item, bits)
  return bits
}

export const bloomOf = (logs: readonly { readonly address: Hex; readonly topics: readonly Hex[] }[]): Hex => {
  const bloom = new Uint8Array(256)
  for (const log of logs) {
    for (const bit of [log.address, ...log.topics].flatMap(bitsOf)) {
      const at = 255 - (bit >> 3)
      bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7))
    }
  }
  return toHex(bloom)
}
