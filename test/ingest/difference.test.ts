import { describe, expect, it } from 'vitest'
import { differences } from '../../src/ingest/difference.ts'
import { numbersOf, sampleOf } from '../../src/ingest/verify.ts'

describe('differences of two plain values', () => {
  it('are none between equal ones, bigints and lists included', () => {
    expect(differences({ a: 1n, b: [{ c: '0x' }] }, { a: 1n, b: [{ c: '0x' }] })).toEqual([])
  })
  it('name the path and both sides, in order', () => {
    expect(differences({ a: 1n, b: [{ c: 'x' }] }, { a: 2n, b: [{ c: 'y' }] })).toEqual([
      { path: 'a', stored: '"1"', derived: '"2"' },
      { path: 'b.0.c', stored: '"x"', derived: '"y"' },
    ])
  })
  it('name a field that one side lacks', () => {
    expect(differences({ list: [] }, { list: [7] })).toEqual([{ path: 'list.0', stored: 'nothing', derived: '7' }])
  })
  it('name a block that is not stored at all', () => {
    expect(differences(undefined, { a: 1 })).toEqual([{ path: '', stored: 'nothing', derived: '{"a":1}' }])
  })
})

describe('a sample of stored blocks', () => {
  const ranges = [
    { from: 5, to: 9 },
    { from: 100, to: 199 },
  ]
  it('holds different blocks of the ranges, ascending', () => {
    const all = new Set(numbersOf(ranges))
    const sample = sampleOf(ranges, 40, 3)
    expect(new Set(sample).size).toBe(40)
    expect(sample).toEqual([...sample].sort((a, b) => a - b))
    expect(sample.every((block) => all.has(block))).toBe(true)
  })
  it('is the same for the same seed and another for another', () => {
    expect(sampleOf(ranges, 20, 1)).toEqual(sampleOf(ranges, 20, 1))
    expect(sampleOf(ranges, 20, 1)).not.toEqual(sampleOf(ranges, 20, 2))
  })
  it('is everything where there is no more than asked for', () => {
    expect(sampleOf(ranges, 1000, 1)).toEqual([...numbersOf(ranges)])
  })
})
