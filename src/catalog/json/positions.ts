/** A place in a text as people count: both from 1, columns in characters (code points). */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** The positions of offsets, by offset: one walk over the text for all of them, so that a file in one huge line costs no more than any other. */
export const positionsOf = (text: string, offsets: Iterable<number>): ReadonlyMap<number, TextPosition> => {
  const sorted = [...new Set(offsets)].sort((a, b) => a - b)
  const positions = new Map<number, TextPosition>()
  let at = 0
  let line = 1
  let column = 1
  for (const offset of sorted) {
    for (; at < offset; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x0a) {
        line++
        column = 1
      } else if (!isLowSurrogate(code)) column++
    }
    positions.set(offset, { line, column })
  }
  return positions
}
