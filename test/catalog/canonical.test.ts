import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, firstEqualPair } from '../../src/catalog/canonical.ts'

/** Values of few kinds, so that equal ones are common. */
const value = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', '"', ',') })

/** Every pair, the slow way; JSON knows one zero. */
const slowPair = (items: readonly unknown[]): readonly [number, number] | undefined => {
  for (const [later, item] of items.entries()) {
    const earlier = items.slice(0, later).findIndex((other) => isDeepStrictEqual(other, item))
    if (earlier >= 0) return [earlier, later]
  }
  return undefined
}

const parsed = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T

describe('the canonical string', () => {
  it('is the same exactly for equal values', () => {
    fc.assert(
      fc.property(value.map(parsed), value.map(parsed), (a, b) => (canonical(a) === canonical(b)) === isDeepStrictEqual(a, b)),
      { numRuns: 1000 },
    )
  })
})

describe('the first equal pair', () => {
  it('is what comparing every pair finds', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }).map(parsed), (items) => {
        expect(firstEqualPair(items)).toEqual(slowPair(items))
      }),
      { numRuns: 1000 },
    )
  })

  it('is found among objects that all look alike at first sight', () => {
    const items = Array.from({ length: 2000 }, (_, index) => ({ list: [index], text: 'x'.repeat(100) }))
    expect(firstEqualPair(items)).toBeUndefined()
    expect(firstEqualPair([...items, { text: 'x'.repeat(100), list: [7] }])).toEqual([7, 2000])
  })

  it('is found whatever the order of members, among many', () => {
    const members = (index: number): [string, unknown][] => [
      ['a', `${index}`],
      ['b', index * 7],
      ['c', `c${index}`],
    ]
    const items = Array.from({ length: 20_000 }, (_, index) => Object.fromEntries(members(index)))
    for (const index of [0, 1, 9_999, 19_999])
      expect(firstEqualPair([...items, Object.fromEntries(members(index).reverse())])).toEqual([index, 20_000])
  })

  it.each([
    [[1, true], undefined],
    [[0, false], undefined],
    [['1', 1], undefined],
    [[null, 'null'], undefined],
    [[{ a: Number.POSITIVE_INFINITY }, { a: null }], undefined],
    [
      [{ a: 0 }, { a: -0 }],
      [0, 1],
    ],
  ])('of %j', (items, pair) => {
    expect(firstEqualPair(items)).toEqual(pair)
  })
})
