import { writeHex } from '../../records/bytes.ts'
import type { Hex } from '../../records/hex.ts'

const maxWord = 2n ** 64n - 1n

const viewOf = (buffer: Buffer): DataView => new DataView(buffer.buffer, buffer.byteOffset, buffer.length)

/** Writes rows in ClickHouse's RowBinary format into one growing buffer. Integers are little-endian; a String stands behind its length. */
export class RowBinaryWriter {
  #buffer: Buffer
  #view: DataView
  #at = 0

  constructor(initialBytes = 1 << 20) {
    this.#buffer = Buffer.allocUnsafe(initialBytes)
    this.#view = viewOf(this.#buffer)
  }

  #room(bytes: number): number {
    const at = this.#at
    this.#at += bytes
    if (this.#at > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at))
      this.#buffer.copy(larger, 0, 0, at)
      this.#buffer = larger
      this.#view = viewOf(larger)
    }
    return at
  }

  u8(value: number): void {
    const at = this.#room(1)
    this.#buffer[at] = value
  }

  u32(value: number): void {
    const at = this.#room(4)
    this.#view.setUint32(at, value, true)
  }

  u64(value: number | bigint): void {
    const at = this.#room(8)
    if (typeof value === 'bigint') {
      this.#view.setBigUint64(at, value, true)
      return
    }
    this.#view.setUint32(at, value % 0x1_0000_0000, true)
    this.#view.setUint32(at + 4, value / 0x1_0000_0000, true)
  }

  u256(value: bigint): void {
    const at = this.#room(32)
    let rest = value
    for (let word = at; word < at + 32; word += 8) {
      this.#view.setBigUint64(word, rest, true)
      rest = rest > maxWord ? rest >> 64n : 0n
    }
  }

  /** A FixedString of as many bytes as the text has. */
  bytes(value: Hex): void {
    const at = this.#room((value.length - 2) >> 1)
    writeHex(this.#buffer, at, value)
  }

  /** Bytes as they are. */
  raw(value: Uint8Array): void {
    const at = this.#room(value.length)
    this.#buffer.set(value, at)
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

  /** What was written, which stays valid until the next write. */
  take(): Uint8Array {
    return this.#buffer.subarray(0, this.#at)
  }
}
