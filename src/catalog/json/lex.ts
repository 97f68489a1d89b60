/** The words of JSON, read over without building anything. */
export interface Cursor {
  readonly text: string
  at: number
}

/** Why the text is no JSON we read; `limit` tells a bound from a fault. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly offset: number
  readonly limit: boolean
  constructor(message: string, offset: number, limit = false) {
    super(message)
    this.offset = offset
    this.limit = limit
  }
}

const zero = 0x30
const nine = 0x39
const quote = 0x22
const backslash = 0x5c
const numberShape = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const escapeShape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y
const words: readonly string[] = ['true', 'false', 'null']

export const found = ({ text, at }: Cursor): string =>
  at >= text.length ? 'the end of the file' : JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))

export const skipSpace = (cursor: Cursor): void => {
  const { text } = cursor
  let { at } = cursor
  for (;;) {
    const next = text.charCodeAt(at)
    if (next !== 0x20 && next !== 0x0a && next !== 0x0d && next !== 0x09) break
    at++
  }
  cursor.at = at
}

const skipEscape = (text: string, at: number): number => {
  escapeShape.lastIndex = at
  if (!escapeShape.test(text)) throw new JsonFault('a backslash begins no known escape in a string', at)
  return escapeShape.lastIndex
}

/** Leaves the cursor behind the closing quote; true where the string holds an escape. */
export const skipString = (cursor: Cursor): boolean => {
  const { text } = cursor
  let at = cursor.at + 1
  let escaped = false
  for (;;) {
    const next = text.charCodeAt(at)
    if (next === quote) break
    if (next === backslash) {
      escaped = true
      at = skipEscape(text, at)
    } else if (next >= 0x20) at++
    else if (Number.isNaN(next)) throw new JsonFault('a string is not closed', cursor.at)
    else {
      const name = `U+${next.toString(16).toUpperCase().padStart(4, '0')}`
      throw new JsonFault(`a control character (${name}) in a string must be written as an escape`, at)
    }
  }
  cursor.at = at + 1
  return escaped
}

export const skipNumber = (cursor: Cursor): void => {
  numberShape.lastIndex = cursor.at
  if (!numberShape.test(cursor.text)) throw new JsonFault('a number needs digits after its minus sign', cursor.at)
  const end = numberShape.lastIndex
  const next = cursor.text.charCodeAt(end)
  if (cursor.text.charCodeAt(end - 1) === zero && next >= zero && next <= nine)
    throw new JsonFault('a number may not begin with a zero', cursor.at)
  cursor.at = end
}

export const skipWord = (cursor: Cursor): void => {
  const word = words.find((candidate) => cursor.text.startsWith(candidate, cursor.at))
  if (word === undefined) throw new JsonFault(`expected a value, found ${found(cursor)}`, cursor.at)
  cursor.at += word.length
}

/** The name of a member, its escapes read. */
export const readName = (cursor: Cursor): string => {
  const start = cursor.at
  if (cursor.text.charCodeAt(start) !== quote) throw new JsonFault(`expected a name in double quotes, found ${found(cursor)}`, start)
  return skipString(cursor) ? (JSON.parse(cursor.text.slice(start, cursor.at)) as string) : cursor.text.slice(start + 1, cursor.at - 1)
}
