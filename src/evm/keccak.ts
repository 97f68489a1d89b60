import type { Hex } from '../records/hex.ts'
import { bytesOfHex } from './hex.ts'
import { ensureMemory, hashing, memory, place } from './memory.ts'

/** Keccak-256 of bytes. Hot loops that encode what they hash do it in place instead: see `rlp.ts`. */
export const keccak256 = (data: Uint8Array): Uint8Array => {
  digest(data)
  return Uint8Array.prototype.slice.call(memory.bytes, place.digest, place.digest + 32)
}

/** Keccak-256 of bytes, or of the bytes a hexadecimal text stands for, as hexadecimal. */
export const keccak256Hex = (data: Uint8Array | Hex): Hex => {
  digest(typeof data === 'string' ? bytesOfHex(data) : data)
  return digestHex(place.digest)
}

/** The 32 bytes at an address of the working memory, as hexadecimal. */
export const digestHex = (address: number): Hex => `0x${memory.bytes.toString('hex', address, address + 32)}`

const digest = (data: Uint8Array): void => {
  ensureMemory(data.length)
  memory.bytes.set(data, place.free)
  hashing.keccak256(place.free, data.length, place.digest)
}
