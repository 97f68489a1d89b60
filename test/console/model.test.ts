import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksummed, readAddress } from '../../console/src/model/address.ts'
import { csvRows } from '../../console/src/model/csv.ts'
import { coins, groupDigits, quantity, tame } from '../../console/src/model/format.ts'
import { linkTo, readRoute } from '../../console/src/model/route.ts'
import { flowByContract, mostMoved, transfersByTime } from '../../console/src/model/series.ts'
import { columns, covered, stripRuns } from '../../console/src/model/strip.ts'
import { identity, mergeNewest } from '../../console/src/rows/merge.ts'
import type { Row } from '../../console/src/service/ask.ts'
import { callFailure } from '../../console/src/service/failure.ts'
import { failures } from '../../src/query/errors.ts'
import { holder, holderChecksummed, other } from './world.ts'

/** Rows of a chain, newest first: a row a block, another row for another fork. */
const chainRows = (forks: readonly number[]): readonly Row[] =>
  forks.map((fork, block) => ({ blockHash: `0x${block}f${fork}`, blockNumber: String(block), logIndex: '0', batchIndex: '0' })).reverse()

describe('rows that arrive while others are shown', () => {
  it('give what asking anew would give, whatever was reorganised within a page', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constant(0), { minLength: 1, maxLength: 60 }),
        fc.nat({ max: 20 }),
        fc.nat({ max: 20 }),
        fc.integer({ min: 21, max: 100 }),
        (kept, undone, added, page) => {
          const shared = kept.slice(0, Math.max(0, kept.length - undone))
          const now = chainRows([...shared, ...Array.from({ length: added }, () => 1)])
          const known = chainRows(kept)
          const { fresh, undone: lost, restart } = mergeNewest(known, now.slice(0, page))
          const seen = new Set(now.slice(0, page).map(identity))
          expect(restart).toBe(!known.some((row) => seen.has(identity(row))))
          if (restart) return
          expect([...fresh, ...known.slice(lost)].map(identity)).toEqual(now.map(identity))
        },
      ),
    )
  })

  it('start over where nothing is common, and only there', () => {
    expect(mergeNewest(chainRows([0, 0]), chainRows([1, 1, 1])).restart).toBe(true)
    expect(mergeNewest(chainRows([0, 0]), chainRows([0, 1, 1]))).toMatchObject({ restart: false, undone: 1 })
    expect(mergeNewest([], chainRows([0])).fresh).toHaveLength(1)
  })
})

describe('addresses', () => {
  it('have the capitals of their checksum', () => {
    for (const address of [holderChecksummed, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'])
      expect(checksummed(address.toLowerCase())).toBe(address)
  })

  it('are found in what people paste', () => {
    for (const text of [holder, ` ${holder}\n`, `https://x.example/address/${holder}#a`, holder.toUpperCase().replace('0X', '0x')])
      expect(readAddress(text)).toEqual({ kind: 'address', address: holder, mistyped: false })
    expect(readAddress(`${holder}00`).kind).toBe('wrong')
    expect(readAddress(holderChecksummed.replace('C', 'c'))).toMatchObject({ kind: 'address', mistyped: true })
  })
})

describe('numbers', () => {
  it('of coins are exact', () => {
    expect(coins('2067500000000000000')).toBe('2.0675')
    expect(coins('1')).toBe('0.000000000000000001')
    expect(coins('1234567000000000000000000')).toBe('1 234 567')
    expect(coins('0')).toBe('0')
  })

  it('keep every digit in groups, at any length', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), (n) => {
        expect(groupDigits(String(n)).replaceAll(' ', '')).toBe(String(n))
      }),
    )
  })

  it('too long for a cell become a power of ten', () => {
    expect(quantity('115792089237316195423570985008687907853269984665640564039457584007913129639935')).toBe('1.157 × 10^77')
  })
})

describe('text of contracts', () => {
  it('never steers and never grows beyond its bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const shown = tame(text, 20)
        expect(shown).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
        expect([...shown].length).toBeLessThanOrEqual(20 * 8 + 1)
      }),
    )
  })

  it('stays as it is where it is honest', () => {
    for (const text of ['Relics', 'Ünïcödé ✓', 'مرحبا', '日本語', '👩‍🚀']) expect(tame(text)).toBe(text)
  })
})

describe('files', () => {
  it('are CSV that gives back what went in', () => {
    const columns = [
      { name: 'a', kind: 'hex', meaning: '' },
      { name: 'b', kind: 'text', meaning: '' },
    ] as const
    expect(csvRows(columns, [{ a: '1', b: 'x "y", z\nw' }])).toBe('1,"x ""y"", z\nw"\r\n')
    expect(csvRows(columns, [{ a: '-1', b: '-1' }])).toBe("-1,'-1\r\n")
  })
})

describe('pictures', () => {
  const row = (timeStamp: number, from: string, to: string, tokenValue: string, contractAddress = '0xc'): Row => ({
    timeStamp: String(timeStamp),
    from,
    to,
    tokenValue,
    contractAddress,
    tokenID: '7',
  })

  it('count each way, a transfer to oneself both ways, and leave no time out', () => {
    const { times, lines } = transfersByTime(
      [row(240, other, holder, '1'), row(60, holder, holder, '1'), row(0, holder, other, '1')],
      holder,
    )
    expect(times).toEqual([0, 60, 120, 180, 240])
    expect(lines.map(({ values }) => values)).toEqual([
      [0, 1, 0, 0, 1],
      [1, 1, 0, 0, 0],
    ])
  })

  it('sum up holdings by contract', () => {
    const { series, contracts } = flowByContract(
      [row(120, other, holder, '5'), row(60, holder, other, '2'), row(0, other, holder, '9', '0xd')],
      holder,
    )
    expect(contracts).toEqual(['0xc', '0xd'])
    expect(series.lines.map(({ values }) => values)).toEqual([
      [0, 0, -2, 3],
      [0, 9, 9, 9],
    ])
  })

  it('count moved ids exactly, beyond what a number holds', () => {
    const huge = 2n ** 256n - 1n
    expect(mostMoved([row(0, other, holder, String(huge)), row(0, other, holder, String(huge))], 3)).toEqual([
      { id: '7', transfers: 2, units: String(huge * 2n) },
    ])
  })
})

describe('the strip of coverage', () => {
  it('is whole only where every block is there', () => {
    expect(stripRuns([{ from: 0, to: 9 }], 0, 9)).toEqual([{ from: 0, to: columns, whole: true }])
    expect(stripRuns([{ from: 0, to: 4 }], 0, 9)).toEqual([{ from: 0, to: columns / 2, whole: true }])
    expect(stripRuns([], 0, 9)).toEqual([])
  })

  it('shows a single missing block among millions as not whole', () => {
    const ranges = [
      { from: 0, to: 4_999_999 },
      { from: 5_000_001, to: 9_999_999 },
    ]
    expect(stripRuns(ranges, 0, 9_999_999)).toEqual([
      { from: 0, to: 500, whole: true },
      { from: 500, to: 501, whole: false },
      { from: 501, to: columns, whole: true },
    ])
    expect(covered(ranges, 0, 9_999_999)).toBe(9_999_999)
  })
})

describe('places', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (part, value) => {
        expect(readRoute(linkTo('account', [1, part], { tokenid: value, none: '' }))).toEqual({
          page: 'account',
          parts: ['1', part],
          query: { tokenid: value },
        })
      }),
    )
  })
})

describe('failures', () => {
  it.each(Object.entries(failures))('%s is told by what one can do about it', (name, { status, text }) => {
    const words = typeof text === 'string' ? text : (text as (...figures: unknown[]) => string)(1, 2, 3)
    const expected =
      { missingKey: 'key', invalidKey: 'key', tooManyInvalidKeys: 'key', indexIncomplete: 'incomplete', internal: 'broken' }[name] ??
      (status === 429 ? 'limit' : status === 503 ? 'busy' : 'request')
    expect(callFailure(status, words, null).kind).toBe(expected)
  })
})
