/** A value as Redis sends it. */
export type RespValue = string | number | null | RespError | readonly RespValue[]

/** The server refused a command. */
export class RespError extends Error {
  override readonly name = 'RespError'
}

/** The server sent something that is not its protocol. */
export class RespBroken extends Error {
  override readonly name = 'RespBroken'
}

/** Answers here are counts and short lists; anything longer is not ours. */
const maxBulkBytes = 1 << 20
const maxItems = 10_000
const maxPendingBytes = 4 << 20

export const encodeCommand = (words: readonly (string | number)[]): string => {
  let text = `*${words.length}\r\n`
  for (const word of words) {
    const value = String(word)
    text += `$${Buffer.byteLength(value)}\r\n${value}\r\n`
  }
  return text
}

/** Takes bytes as they arrive, gives each whole value to `onValue` in order. */
export const respReader = (onValue: (value: RespValue) => void): ((chunk: Buffer) => void) => {
  let pending: Buffer = Buffer.alloc(0)
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    if (pending.length > maxPendingBytes) throw new RespBroken('the answer is longer than any of ours')
    let at = 0
    for (;;) {
      const parsed = parseValue(pending, at)
      if (parsed === undefined) break
      at = parsed.end
      onValue(parsed.value)
    }
    pending = pending.subarray(at)
  }
}

interface Parsed {
  readonly value: RespValue
  readonly end: number
}

const parseValue = (bytes: Buffer, start: number): Parsed | undefined => {
  const lineEnd = bytes.indexOf('\r\n', start)
  if (lineEnd < 0) return undefined
  const line = bytes.toString('utf8', start + 1, lineEnd)
  const end = lineEnd + 2
  switch (bytes[start]) {
    case 0x2b: // +
      return { value: line, end }
    case 0x2d: // -
      return { value: new RespError(line), end }
    case 0x3a: // :
      return { value: Number(line), end }
    case 0x24: // $
      return parseBulk(bytes, end, length(line, maxBulkBytes))
    case 0x2a: // *
      return parseArray(bytes, end, length(line, maxItems))
    default:
      throw new RespBroken(`unexpected byte ${bytes[start]} at the start of a value`)
  }
}

const length = (line: string, most: number): number => {
  const value = Number(line)
  if (!Number.isInteger(value) || value < -1 || value > most) throw new RespBroken(`a length of "${line.slice(0, 20)}"`)
  return value
}

const parseBulk = (bytes: Buffer, at: number, size: number): Parsed | undefined => {
  if (size === -1) return { value: null, end: at }
  return bytes.length < at + size + 2 ? undefined : { value: bytes.toString('utf8', at, at + size), end: at + size + 2 }
}

const parseArray = (bytes: Buffer, at: number, size: number): Parsed | undefined => {
  if (size === -1) return { value: null, end: at }
  const items: RespValue[] = []
  let end = at
  for (let i = 0; i < size; i++) {
    const item = parseValue(bytes, end)
    if (item === undefined) return undefined
    items.push(item.value)
    end = item.end
  }
  return { value: items, end }
}
