import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonFault } from '../../src/catalog/json/lex.ts'
import { locate } from '../../src/catalog/json/locate.ts'
import { positionsOf } from '../../src/catalog/json/positions.ts'
import { scanJson } from '../../src/catalog/json/scan.ts'

const limits = { maxDepth: 64, maxValues: 1_000_000, maxDuplicates: 10 }

const fault = (text: string): JsonFault | undefined => {
  try {
    scanJson(text, limits)
    return undefined
  } catch (error) {
    if (error instanceof JsonFault) return error
    throw error
  }
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** One small damage to a JSON text: a character dropped, doubled or put in. */
const damaged = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', ':', '"', '\\', '0', '-', '.', 'e', '[', ']', '{', '}', ' ', '\n', '\t', '\u0001', 'x'),
  )
  .map(([text, place, character]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + character + text.slice(at + (place % 2))
  })

describe('the scanner takes exactly what JSON.parse takes', () => {
  it('for any JSON', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 6 }), (text) => fault(text) === undefined))
  })

  it('for JSON with one damage', () => {
    fc.assert(
      fc.property(damaged, (text) => (fault(text) === undefined) === parses(text)),
      { numRuns: 2000 },
    )
  })

  it.each([
    '',
    ' ',
    '01',
    '-',
    '-0',
    '-01',
    '1.',
    '.5',
    '1e5',
    '1e',
    '+1',
    'nul',
    'nulll',
    'NaN',
    'Infinity',
    "'a'",
    '"\\x"',
    '"\\u12g4"',
    '"\\ud800"',
    '"\u007f"',
    '[1,]',
    '{"a":1,}',
    '{,}',
    '{"a" 1}',
    '{a:1}',
    '[1 2]',
    '1 2',
    '\ufeff1',
    '\u00a01',
    '/* */1',
    '{"__proto__":1}',
  ])('for %j', (text) => {
    expect(fault(text) === undefined).toBe(parses(text))
  })
})

describe('a fault says what is wrong, where', () => {
  it.each([
    ['[1, 2', 6, 'expected "," or "]" after an element of an array, found the end of the file'],
    ['[1,\n2,]', 6, 'nothing stands between "," and "]"'],
    ['{"a": tru}', 6, 'expected a value, found "t"'],
    ['["abc', 1, 'a string is not closed'],
    ['["a\nb"]', 3, 'a control character (U+000A) in a string must be written as an escape'],
    ['["\\q"]', 2, 'a backslash begins no known escape in a string'],
    ['[007]', 1, 'a number may not begin with a zero'],
    ['{"a":1} x', 8, 'expected the end of the file after its value, found "x"'],
    ['{a:1}', 1, 'expected a name in double quotes, found "a"'],
  ])('%j', (text, offset, message) => {
    expect(fault(text)).toMatchObject({ offset: Math.min(offset, text.length), message, limit: false })
  })
})

describe('limits', () => {
  it('end a hundred thousand open brackets cleanly', () => {
    expect(fault('['.repeat(100_000))).toMatchObject({ message: 'values are nested more than 64 deep', offset: 64, limit: true })
  })

  it('count every value', () => {
    expect(() => scanJson('[1,2,3]', { ...limits, maxValues: 3 })).toThrow('more than 3 values')
    expect(() => scanJson('[1,2,3]', { ...limits, maxValues: 4 })).not.toThrow()
  })
})

describe('names that stand twice', () => {
  it('are found at any depth, also written with escapes, and only within one object', () => {
    const text = '[{"a":{"x":1,"\\u0078":2}},{"a":1,"b":{"a":2},"a":3}]'
    expect(scanJson(text, limits).duplicates.map(({ pointer, offset }) => [pointer, text.slice(offset, offset + 3)])).toEqual([
      ['/0/a/x', '"\\u'],
      ['/1/a', '"a"'],
    ])
  })

  it('are counted beyond those listed', () => {
    const scan = scanJson('{"a":1,"a":2,"a":3}', { ...limits, maxDuplicates: 1 })
    expect([scan.duplicates.length, scan.duplicateCount]).toEqual([1, 2])
  })

  it('are harmless under the name __proto__', () => {
    expect(scanJson('{"__proto__":{"__proto__":1},"constructor":2}', limits).duplicateCount).toBe(0)
  })
})

/** Every value of a JSON document with its pointer. */
const pointersOf = (value: unknown, pointer = ''): [string, unknown][] => [
  [pointer, value],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, child]) => pointersOf(child, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`))
    : []),
]

describe('locate', () => {
  it('finds the beginning of every value of any document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2, '\t'), (document, indent) => {
        const text = JSON.stringify(document, null, indent)
        const all = pointersOf(JSON.parse(text))
        const position = locate(
          text,
          all.map(([pointer]) => pointer),
        )
        const lines = text.split('\n')
        for (const [pointer, value] of all) {
          const { line, column } = position(pointer)
          const rest = [[...(lines[line - 1] ?? '')].slice(column - 1).join(''), ...lines.slice(line)].join('\n')
          const first = JSON.stringify(value)[0]
          if (rest[0] !== first) throw new Error(`${pointer}: found ${rest.slice(0, 10)}, expected ${first}`)
        }
      }),
    )
  })
})

describe('positions', () => {
  it('count lines and characters from 1, a character outside the first plane as one', () => {
    expect([...positionsOf('a😀b\nc', [0, 3, 5]).values()]).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
    ])
  })
})
