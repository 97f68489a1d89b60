import type { Hex } from '../../records/hex.ts'

/** Writes rows in ClickHouse's RowBinary format into one growing buffer. Integers are little-endian; a String stands behind its length. */
export class RowBinaryWriter {
  #buffer: Buffer
  #at = 0

  constructor(initialBytes = 1 << 20) {
    this.#buffer = Buffer.allocUnsafe(initialBytes)
  }

  #room(bytes: number): number {
    const at = this.#at
    this.#at += bytes
    if (this.#at > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at))
      this.#buffer.copy(larger, 0, 0, at)
      this.#buffer = larger
    }
    return at
  }

  u8(value: number): void {
    const at = this.#room(1)
    this.#buffer[at] = value
  }

  u32(value: number): void {
    const at = this.#room(4)
    this.#buffer.writeUInt32LE(value, at)
  }

  u64(value: number | bigint): void {
    const at = this.#room(8)
    if (typeof value === 'bigint') {
      this.#buffer.writeBigUInt64LE(value, at)
      return
    }
    this.#buffer.writeUInt32LE(value % 0x1_0000_0000, at)
    this.#buffer.writeUInt32LE(Math.floor(value / 0x1_0000_0000), at + 4)
  }

  u256(value: bigint): void {
    const at = this.#room(32)
    this.#buffer.fill(0, at, at + 32)
    if (value < 0x1_0000_0000_0000_0000n) {
      this.#buffer.writeBigUInt64LE(value, at)
      return
    }
    for (let word = 0, rest = value; rest > 0n; word++, rest >>= 64n)
      this.#buffer.writeBigUInt64LE(rest & 0xffff_ffff_ffff_ffffn, at + 8 * word)
  }

  /** A FixedString of as many bytes as the text has. */
  bytes(value: Hex): void {
    const length = (value.length - 2) >> 1
    const at = this.#room(length)
    this.#buffer.write(value.slice(2), at, length, 'hex')
  }

  /** A FixedString given as it is. */
  raw(value: Uint8Array): void {
    const at = this.#room(value.length)
    this.#buffer.set(value, at)
  }

  /** A FixedString of one character a byte. */
  latin1(value: string): void {
    const at = this.#room(value.length)
    this.#buffer.write(value, at, value.length, 'latin1')
  }

  /** The length of a String, before its bytes. */
  length(bytes: number): void {
    for (let rest = bytes; ; rest >>>= 7) {
      this.u8(rest >= 0x80 ? (rest & 0x7f) | 0x80 : rest)
      if (rest < 0x80) break
    }
  }

  string(value: string): void {
    const text = Buffer.from(value)
    this.length(text.length)
    this.raw(text)
  }

  get size(): number {
    return this.#at
  }

  /** What was written, which stays valid until the next write. */
  take(): Uint8Array {
    return this.#buffer.subarray(0, this.#at)
  }
}
