import { isUtf8 } from 'node:buffer'

/** The text of a file, or why it has none. A byte order mark is taken off and said. */
export type DecodedText =
  | { readonly kind: 'text'; readonly text: string; readonly byteOrderMark: boolean }
  | { readonly kind: 'not-utf8'; readonly line: number; readonly column: number; readonly message: string }

const mark = [0xef, 0xbb, 0xbf] as const
const hasMark = (bytes: Uint8Array): boolean => mark.every((byte, index) => bytes[index] === byte)

const looksLikeUtf16 = (bytes: Uint8Array): boolean => (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Decoding puts a replacement for what it cannot read, so the first byte that comes back otherwise is the first bad one. */
const firstBadByte = (bytes: Buffer): number => {
  const encodedAgain = Buffer.from(bytes.toString('utf8'))
  let at = 0
  while (at < bytes.length && bytes[at] === encodedAgain[at]) at++
  return at
}

export const decodeText = (input: Uint8Array): DecodedText => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (isUtf8(bytes)) {
    const byteOrderMark = hasMark(bytes)
    return { kind: 'text', text: bytes.toString('utf8', byteOrderMark ? mark.length : 0), byteOrderMark }
  }
  if (looksLikeUtf16(bytes)) return { kind: 'not-utf8', line: 1, column: 1, message: 'the file is UTF-16; save it as UTF-8' }
  const at = firstBadByte(bytes)
  const before = bytes.subarray(0, at)
  const lineStart = before.lastIndexOf(0x0a) + 1
  const line = before.reduce((lines, byte) => (byte === 0x0a ? lines + 1 : lines), 1)
  const column = [...before.toString('utf8', hasMark(bytes) ? Math.max(lineStart, mark.length) : lineStart)].length + 1
  const byte = `0x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`
  return {
    kind: 'not-utf8',
    line,
    column,
    message: `the file is not UTF-8: byte ${byte} at offset ${at} begins no character; save it as UTF-8`,
  }
}
