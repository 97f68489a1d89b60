import { encodeRlp, keccak256 } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexOfBytes } from '../../src/evm/hex.ts'
import { emptyTrieRoot, orderedTrieRoot } from '../../src/evm/ordered-trie.ts'
import { writeRaw } from '../../src/evm/rlp.ts'
import type { Hex } from '../../src/records/hex.ts'

/** The trie as the yellow paper words it, over any keys: slow, and nothing like the code under test. */
type Entry = readonly [path: readonly number[], value: string]

const compact = (path: readonly number[], leaf: boolean): string => {
  const flag = (leaf ? 2 : 0) + (path.length % 2)
  return `0x${[flag, ...(path.length % 2 ? [] : [0]), ...path].map((nibble) => nibble.toString(16)).join('')}`
}
type Node = string | readonly Node[]
const structure = (entries: readonly Entry[]): Node => {
  const [first] = entries
  if (first === undefined) return '0x'
  if (entries.length === 1) return [compact(first[0], true), first[1]]
  let shared = 0
  while (entries.every(([path]) => path[shared] === first[0][shared])) shared++
  if (shared > 0) return [compact(first[0].slice(0, shared), false), reference(entries.map(([path, value]) => [path.slice(shared), value]))]
  const children = Array.from({ length: 16 }, (_, nibble) =>
    reference(entries.filter(([path]) => path[0] === nibble).map(([path, value]) => [path.slice(1), value])),
  )
  return [...children, '0x']
}
const reference = (entries: readonly Entry[]): Node => {
  if (entries.length === 0) return '0x'
  const node = structure(entries)
  const encoded = encodeRlp(node as never)
  return encoded.length < 2 + 64 ? node : keccak256(encoded)
}
const plainRoot = (values: readonly Hex[]): string => {
  const nibbles = (hex: string): number[] => [...hex.slice(2)].map((digit) => Number.parseInt(digit, 16))
  const keyOf = (index: number): string => {
    const digits = index.toString(16)
    return encodeRlp(index === 0 ? '0x' : `0x${digits.length % 2 ? '0' : ''}${digits}`)
  }
  return keccak256(encodeRlp(structure(values.map((value, index) => [nibbles(keyOf(index)), value])) as never))
}
const rootOf = (values: readonly Hex[]): Hex => orderedTrieRoot(values.length, (index) => writeRaw(values[index]))

describe('the root over a list', () => {
  it('of nothing is the hash of an empty string', () => {
    expect(rootOf([])).toBe(emptyTrieRoot)
    expect(emptyTrieRoot).toBe(keccak256(encodeRlp('0x')))
  })
  it.each([1, 2, 3, 16, 17, 127, 128, 129, 130, 255, 256, 257, 300, 1000])('of %i items is the plain construction’s', (count) => {
    const values = Array.from(
      { length: count },
      (_, i): Hex =>
        `0x${(i % 256)
          .toString(16)
          .padStart(2, '0')
          .repeat(40 + (i % 60))}`,
    )
    expect(rootOf(values)).toBe(plainRoot(values))
  })
  it('of items short enough to stand inside their parent is the plain construction’s', () => {
    const short = fc.uint8Array({ minLength: 1, maxLength: 34 }).map(hexOfBytes)
    fc.assert(
      fc.property(fc.array(short, { minLength: 1, maxLength: 150, size: 'max' }), (values) => {
        expect(rootOf(values)).toBe(plainRoot(values))
      }),
      {
        numRuns: 60,
      },
    )
  })
  it('asks for every item once', () => {
    const asked: number[] = []
    orderedTrieRoot(200, (index) => {
      asked.push(index)
      writeRaw('0x1234')
    })
    expect(asked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i))
  })
  it('of more items than any block can hold is refused', () => {
    expect(() => orderedTrieRoot(2 ** 24, () => undefined)).toThrow(RangeError)
  })
})
