import { describe, expect, it } from 'vitest'
import { unclesMissingAfter, withoutRanges } from '../../src/store/coverage.ts'
import type { BlockRange, CommitBatch } from '../../src/store/port.ts'
import { blocksOf } from './chain.ts'

const lacking = (...numbers: readonly number[]): CommitBatch => ({
  chainId: 1,
  range: null,
  datasets: ['transfers', 'blocks'],
  blocks: numbers.map((number) => ({ ...(blocksOf(0, 0)[0] as CommitBatch['blocks'][number]), number, unclesMissing: true })),
})

describe('ranges without others', () => {
  it.each<[string, BlockRange[], BlockRange[]]>([
    [
      'nothing taken',
      [],
      [
        { from: 0, to: 9 },
        { from: 20, to: 29 },
      ],
    ],
    [
      'one block in the middle',
      [{ from: 4, to: 4 }],
      [
        { from: 0, to: 3 },
        { from: 5, to: 9 },
        { from: 20, to: 29 },
      ],
    ],
    [
      'an end and a beginning',
      [{ from: 8, to: 21 }],
      [
        { from: 0, to: 7 },
        { from: 22, to: 29 },
      ],
    ],
    ['a whole one', [{ from: 20, to: 29 }], [{ from: 0, to: 9 }]],
    [
      'outside',
      [{ from: 12, to: 15 }],
      [
        { from: 0, to: 9 },
        { from: 20, to: 29 },
      ],
    ],
  ])('%s', (_, others, left) => {
    expect(
      withoutRanges(
        [
          { from: 0, to: 9 },
          { from: 20, to: 29 },
        ],
        others,
      ),
    ).toEqual(left)
  })
})

describe('the blocks that lack uncles', () => {
  it('are remembered with those known, without those rolled back', () => {
    expect(unclesMissingAfter(undefined, lacking())).toBeUndefined()
    expect(unclesMissingAfter([{ from: 3, to: 3 }], lacking(4, 9))).toEqual([
      { from: 3, to: 4 },
      { from: 9, to: 9 },
    ])
    expect(
      unclesMissingAfter(
        [
          { from: 3, to: 4 },
          { from: 9, to: 9 },
        ],
        { ...lacking(6), rollbackTo: 3 },
      ),
    ).toEqual([
      { from: 3, to: 3 },
      { from: 6, to: 6 },
    ])
  })
  it('do not count where blocks are not what the batch is for', () => {
    expect(unclesMissingAfter(undefined, { ...lacking(4), datasets: ['transfers'] })).toBeUndefined()
  })
  it('are joined to wider ranges where they are very many: none is left out', () => {
    const numbers = Array.from({ length: 1500 }, (_, index) => index * index)
    const ranges = unclesMissingAfter(undefined, lacking(...numbers)) ?? []
    expect(ranges).toHaveLength(1000)
    expect(numbers.filter((number) => !ranges.some(({ from, to }) => from <= number && number <= to))).toEqual([])
  })
})
