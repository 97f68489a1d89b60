import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksIn, gapsOf, union } from '../../src/ingest/ranges.ts'
import { subtract } from '../../src/store/coverage.ts'
import type { BlockRange, Dataset } from '../../src/store/port.ts'

const blocksOf = (ranges: readonly BlockRange[]): number[] =>
  ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
const range = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
/** As a store keeps coverage: ascending, not touching. */
const coverage = fc.array(range, { maxLength: 6 }).map((ranges) => union(ranges))

describe('ranges, against plain sets of block numbers', () => {
  it('union holds every block of any list once, in ranges that do not touch', () => {
    fc.assert(
      fc.property(fc.array(range), fc.array(range), (a, b) => {
        const merged = union(a, b)
        expect(blocksOf(merged)).toEqual([...new Set([...blocksOf(a), ...blocksOf(b)])].sort((x, y) => x - y))
        for (const [i, piece] of merged.entries()) expect(piece.from).toBeGreaterThan((merged[i - 1]?.to ?? -2) + 1)
      }),
    )
  })

  it('subtract leaves exactly what is not covered', () => {
    fc.assert(
      fc.property(range, coverage, (wanted, covered) => {
        const held = new Set(blocksOf(covered))
        expect(blocksOf(subtract(wanted, covered))).toEqual(blocksOf([wanted]).filter((block) => !held.has(block)))
      }),
    )
  })

  it('gaps name, for every block, exactly the datasets it lacks', () => {
    fc.assert(
      fc.property(range, coverage, coverage, (wanted, transfers, blocks) => {
        const all: readonly Dataset[] = ['transfers', 'blocks']
        const held = { transfers: new Set(blocksOf(transfers)), blocks: new Set(blocksOf(blocks)) }
        const expected = blocksOf([wanted]).map((block) => all.filter((dataset) => !held[dataset].has(block)))
        const gaps = gapsOf(wanted, { transfers, blocks }, all)
        const found = blocksOf([wanted]).map((block) => gaps.find(({ from, to }) => from <= block && block <= to)?.datasets ?? [])
        expect(found).toEqual(expected)
        expect(blocksIn(gaps)).toBe(expected.filter((lacking) => lacking.length > 0).length)
      }),
    )
  })
})
