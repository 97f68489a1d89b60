import type { Hex } from '../records/hex.ts'
import { MalformedHex } from './hex.ts'
import { digestHex } from './keccak.ts'
import { growMemory, hashing, memory, place, putText } from './memory.ts'

/**
 * RLP written from the end to the start, straight into the working memory: a list's or string's length is known when its header's turn comes, so nothing
 * is measured beforehand or moved afterwards. Write the fields of a list in reverse order, then close it.
 *
 *   startRlp(); const end = mark(); writeHex(c); writeHex(b); writeHex(a); closeList(end)      // [a, b, c]
 */
let used = 0

/** Forgets what was written. */
export const startRlp = (): void => {
  used = 0
}

/** How much is written: where the list or string that is written next will end. */
export const mark = (): number => used

/** The address of what was written last; it reaches up to where writing started. */
export const writtenAt = (): number => memory.bytes.length - used

// Makes sure `size` more bytes fit below what is written, and answers the address just above them.
const room = (size: number): number => {
  const top = memory.bytes.length
  if (top - used - size < place.free) {
    growMemory(size)
    memory.bytes.copyWithin(memory.bytes.length - used, top - used, top)
  }
  return memory.bytes.length - used
}

const BAD_DIGIT = 0x100
const digitOf = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : BAD_DIGIT
}

/** A text of this many digits or more is decoded by the module; below, the call costs more than the loop. */
const SHORT_DIGITS = 12

/** The raw bytes of a hexadecimal text, without a header; answers how many. */
export const writeRaw = (text: unknown): number => {
  if (typeof text !== 'string' || text.charCodeAt(0) !== 48 || text.charCodeAt(1) !== 120 || text.length % 2 === 1)
    throw new MalformedHex(text, 'whole bytes in hexadecimal')
  const size = text.length / 2 - 1
  if (text.length < SHORT_DIGITS) writeShort(text, size)
  else {
    const start = room(size + text.length) - size
    // The digits are put just below where the bytes go, and decoded upwards.
    putText(text, start - text.length)
    if (hashing.decodeHex(start - text.length + 2, text.length - 2, start) === 0) throw new MalformedHex(text, 'whole bytes in hexadecimal')
    used += size
  }
  return size
}

const writeShort = (text: string, size: number): void => {
  const start = room(size) - size
  for (let i = 0; i < size; i++) {
    const value = (digitOf(text.charCodeAt(2 * i + 2)) << 4) | digitOf(text.charCodeAt(2 * i + 3))
    if (value > 0xff) throw new MalformedHex(text, 'whole bytes in hexadecimal')
    memory.bytes[start + i] = value
  }
  used += size
}

export const writeByte = (value: number): void => {
  memory.bytes[room(1) - 1] = value
  used += 1
}

/** Bytes that stand elsewhere in the working memory, below `place.free`. */
export const writeCopy = (address: number, size: number): void => {
  const top = room(size)
  memory.bytes.copyWithin(top - size, address, address + size)
  used += size
}

/** Closes a string whose bytes were written since `end`. */
export const closeString = (end: number): void => {
  const size = used - end
  if (size === 1 && (memory.bytes[writtenAt()] ?? 0) < 0x80) return
  writeHeader(0x80, size)
}

/** Closes a list whose items were written since `end`. */
export const closeList = (end: number): void => writeHeader(0xc0, used - end)

const writeHeader = (base: number, size: number): void => {
  if (size <= 55) {
    writeByte(base + size)
    return
  }
  let lengthBytes = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) {
    writeByte(rest % 256)
    lengthBytes++
  }
  writeByte(base + 55 + lengthBytes)
}

/** A byte string. */
export const writeHex = (text: unknown): void => {
  const end = used
  writeRaw(text)
  closeString(end)
}

/** From this length on (r and s of signatures) a quantity is decoded like bytes and then relieved of its leading zeros. */
const LONG_QUANTITY = 34

const writeLongQuantity = (text: string): void => {
  const end = used
  writeRaw(text)
  while (used > end && memory.bytes[writtenAt()] === 0) used--
  closeString(end)
}

/** An integer: as few bytes as it needs, none for zero. */
export const writeQuantity = (text: unknown): void => {
  if (typeof text !== 'string' || text.length < 3 || text.charCodeAt(0) !== 48 || text.charCodeAt(1) !== 120)
    throw new MalformedHex(text, 'a quantity in hexadecimal')
  if (text.length >= LONG_QUANTITY && text.length % 2 === 0) {
    writeLongQuantity(text)
    return
  }
  let first = 2
  while (first < text.length && text.charCodeAt(first) === 48) first++
  const digits = text.length - first
  if (digits === 0) {
    writeByte(0x80)
    return
  }
  const end = used
  const top = room((digits + 1) >> 1)
  let at = top
  for (let i = text.length - 1; i >= first; i -= 2) {
    const high = i > first ? digitOf(text.charCodeAt(i - 1)) : 0
    const value = (high << 4) | digitOf(text.charCodeAt(i))
    if (value > 0xff) throw new MalformedHex(text, 'a quantity in hexadecimal')
    memory.bytes[--at] = value
  }
  used += top - at
  closeString(end)
}

/** Hashes what was written since `end` into the 32 bytes at `to`. */
export const hashWritten = (end: number, to: number = place.digest): void => hashing.keccak256(writtenAt(), used - end, to)

/** The hash of what was written since `end`, as hexadecimal. */
export const writtenHash = (end: number): Hex => {
  hashWritten(end)
  return digestHex(place.digest)
}

/** A copy of everything written. */
export const writtenBytes = (): Uint8Array => Uint8Array.prototype.slice.call(memory.bytes, writtenAt(), memory.bytes.length)
