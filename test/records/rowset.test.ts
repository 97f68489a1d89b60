import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount, readBigVarint, readVarint, writeAmount, writeBigVarint, writeVarint } from '../../src/records/bytes.ts'
import { packRows } from '../../src/records/packed-row.ts'
import { readRowset, rowsetMaxRows, rowsetRows } from '../../src/records/rowset.ts'
import { RowsetBuilder, rowsetsOf } from '../../src/records/rowset-builder.ts'
import { unpackRowset } from '../../src/records/rowset-unpack.ts'
import { blocksOf, seeds } from '../store/chain.ts'

const plainRows = (blocks: ReturnType<typeof blocksOf>) =>
  blocks.flatMap(({ number, hash, timestamp, transactions }) =>
    transactions.flatMap(({ transfers, ...transaction }) =>
      transfers.map((transfer) => ({ block: { number, hash, timestamp }, transaction, transfer })),
    ),
  )

describe('row sets', () => {
  it('give back every field of every row, whatever the size of a set', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 9000 }), (start, maxBytes) => {
        const blocks = blocksOf(start, start + 40)
        const sets = rowsetsOf(blocks, maxBytes)
        expect(sets.flatMap(readRowset)).toEqual(plainRows(blocks))
      }),
      { numRuns: 30 },
    )
  })

  it('stay within the bytes and the rows they may have, unless one row alone is larger', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 300, max: 20_000 }), (start, maxBytes) => {
        for (const set of rowsetsOf(blocksOf(start, start + 60), maxBytes)) {
          expect(set.length).toBeLessThanOrEqual(maxBytes)
          expect(rowsetRows(set)).toBeLessThanOrEqual(rowsetMaxRows)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('copied row by row into another set are the same bytes', () => {
    const blocks = blocksOf(100, 130)
    const builder = new RowsetBuilder(4000)
    for (const set of rowsetsOf(blocks, 4000)) {
      builder.clear()
      for (const row of unpackRowset(set)) expect(builder.add(row)).toBe(true)
      expect(builder.encode()).toEqual(set)
    }
  })

  it('are refused where bytes are missing', () => {
    const [set] = rowsetsOf(blocksOf(7, 30), 4000)
    if (!set) throw new Error('no rows made')
    expect(() => readRowset(set.subarray(0, set.length - 1))).toThrow(RangeError)
    expect(() => readRowset(Uint8Array.of(9, 1, 1, 1, 1, 0, 0, 0))).toThrow('version 9')
  })

  it('keep rows in chain order', () => {
    const rows = packRows(blocksOf(0, 50))
    const keys = rows.map((row) => [row.transaction.block.number, row.transaction.index, row.log, row.batch])
    expect(keys).toEqual([...keys].sort((a, b) => a.reduce((found, part, i) => found || part - (b[i] ?? 0), 0)))
  })
})

describe('the encodings stored values are made of', () => {
  const bytes = new Uint8Array(64)

  it('varints give back every safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const end = writeVarint(bytes, 3, value)
        const cursor = { bytes, at: 3 }
        expect(readVarint(cursor)).toBe(value)
        expect(cursor.at).toBe(end)
      }),
    )
  })
  it('large varints give back every value of 64 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        writeBigVarint(bytes, 0, value)
        expect(readBigVarint({ bytes, at: 0 })).toBe(value)
      }),
    )
  })
  it('amounts give back every value of 256 bits, without leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 255 }), (large, shift) => {
        const value = large >> BigInt(shift)
        const end = writeAmount(bytes, 0, value)
        expect(readAmount({ bytes, at: 0 })).toBe(value)
        expect(end).toBe(1 + Math.ceil(value === 0n ? 0 : value.toString(16).length / 2))
      }),
    )
  })
})
