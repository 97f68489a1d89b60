import type { Hex } from '../records/hex.ts'
import { MalformedHex } from './hex.ts'
import type { RpcLog } from './json-rpc.ts'
import { hashing, memory, place, putText } from './memory.ts'

/**
 * A log bloom: 2048 bits, three set by the hash of each address and topic. The same few addresses and topics come again and again, so their bits are kept.
 */
const BLOOM_BYTES = 256
/** Bounds the memory of the bits kept; past it they are found anew. */
const MAX_KEPT = 65_536
const kept = new Map<string, number>()

/** The three bit numbers (11 bits each) of a value, packed: 33 bits fit a number exactly. */
const bitsOf = (value: Hex): number => {
  const known = kept.get(value)
  if (known !== undefined) return known
  const size = (value.length - 2) / 2
  if (size !== 20 && size !== 32) throw new MalformedHex(value, 'an address or a topic')
  putText(value, place.pair)
  if (hashing.decodeHex(place.pair + 2, 2 * size, place.pair + 128) === 0) throw new MalformedHex(value, 'an address or a topic')
  hashing.keccak256(place.pair + 128, size, place.pair)
  const bits = pack(place.pair)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(value, bits)
  return bits
}

const pack = (at: number): number => {
  const bytes = memory.bytes
  return (bytes.readUInt16BE(at) % 2048) + (bytes.readUInt16BE(at + 2) % 2048) * 2048 + (bytes.readUInt16BE(at + 4) % 2048) * 4_194_304
}

const addBits = (bloom: Uint8Array, bits: number): void => {
  for (let rest = bits, i = 0; i < 3; i++) {
    const bit = rest % 2048
    const at = BLOOM_BYTES - 1 - (bit >> 3)
    bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7))
    rest = Math.floor(rest / 2048)
  }
}

/** Adds the addresses and topics of logs to a bloom. */
export const addToBloom = (bloom: Uint8Array, logs: readonly RpcLog[]): void => {
  for (const log of logs) {
    addBits(bloom, bitsOf(log.address))
    for (const topic of log.topics) addBits(bloom, bitsOf(topic))
  }
}

export const bloomOfLogs = (logs: readonly RpcLog[]): Hex => {
  const bloom = Buffer.alloc(BLOOM_BYTES)
  addToBloom(bloom, logs)
  return `0x${bloom.toString('hex')}`
}

/** The working memory's bloom: receipts add theirs to it as they are written (see `receipt.ts`). */
export const clearSummedBloom = (): void => {
  memory.bytes.fill(0, place.bloom, place.bloom + BLOOM_BYTES)
}

export const summedBloom = (): Hex => `0x${memory.bytes.toString('hex', place.bloom, place.bloom + BLOOM_BYTES)}`
