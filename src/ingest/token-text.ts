import type { Hex } from '../records/hex.ts'

/** Longer names are cut: a contract may return megabytes, and a page repeats the name on every row. */
export const tokenTextMaxCharacters = 256

/**
 * The text a `name()` or `symbol()` call returned: an ABI string, or the 32 bytes older contracts answer with. What cannot be text (no answer, a
 * revert, bytes that are not UTF-8) is the empty string; NUL characters are dropped.
 */
export const decodeTokenText = (answer: Hex | undefined): string => {
  if (answer === undefined || answer.length < 66) return ''
  const bytes = Buffer.from(answer.slice(2), 'hex')
  return cut(clean(abiString(bytes) ?? bytes32(bytes)))
}

const abiString = (bytes: Buffer): string | undefined => {
  const offset = word(bytes, 0)
  if (offset === undefined || offset < 32) return undefined
  const length = word(bytes, offset)
  if (length === undefined || offset + 32 + length > bytes.length) return undefined
  return utf8(bytes.subarray(offset + 32, offset + 32 + length))
}

const bytes32 = (bytes: Buffer): string => {
  if (bytes.length !== 32) return ''
  let end = 32
  while (end > 0 && bytes[end - 1] === 0) end--
  return utf8(bytes.subarray(0, end))
}

/** A 32-byte number that can be an offset or a length; undefined where it is cut off or too large to be either. */
const word = (bytes: Buffer, at: number): number | undefined => {
  if (at + 32 > bytes.length) return undefined
  for (let i = at; i < at + 28; i++) if (bytes[i] !== 0) return undefined
  return bytes.readUInt32BE(at + 28)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const utf8 = (bytes: Uint8Array): string => {
  // Only so much is looked at; the cut may split a character, which must not spoil the rest.
  const head = bytes.subarray(0, tokenTextMaxCharacters * 4)
  for (let spare = 0; spare < 4; spare++) {
    try {
      return decoder.decode(head.subarray(0, head.length - (head.length < bytes.length ? spare : 0)))
    } catch {
      if (head.length === bytes.length) return ''
    }
  }
  return ''
}

/** NUL pads texts that were stored in fixed fields; nothing shows it, and much software ends a text there. */
const clean = (text: string): string => text.replaceAll('\0', '')

const cut = (text: string): string => {
  const characters = Array.from(text)
  return characters.length <= tokenTextMaxCharacters ? text : characters.slice(0, tokenTextMaxCharacters).join('')
}
