import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { address, blocksOf } from '../store/chain.ts'
import { type Asked, ask, contextWith } from './ask.ts'
import { growingStore } from './lmdb.ts'

type Row = Readonly<Record<string, string>>

/** What tells rows apart and does not change while blocks arrive. */
const keyOf = (row: Row): string => {
  const { confirmations: _, ...rest } = row
  return JSON.stringify(rest)
}

const filters = fc
  .record(
    {
      address: fc.constantFrom(...[0, 1, 2].map(address)),
      contractaddress: fc.constantFrom(...[0x1000, 0x1001].map(address)),
      tokenid: fc.constantFrom('0', '1', '3'),
      operator: fc.constantFrom(...[1, 2].map(address)),
      direction: fc.constantFrom('in', 'out'),
      startblock: fc.nat({ max: 60 }).map(String),
      endblock: fc.integer({ min: 30, max: 130 }).map(String),
      sort: fc.constantFrom('asc', 'desc'),
    },
    { requiredKeys: ['sort', 'address'] },
  )
  .map((chosen) => `action=token1155tx&fields=extended&${new URLSearchParams(chosen as Record<string, string>)}`)

const sides = fc
  .record({
    from: fc.constantFrom(...[0, 1].map(address)),
    to: fc.constantFrom(...[1, 2].map(address)),
    opr: fc.constantFrom('and', 'or'),
    sort: fc.constantFrom('asc', 'desc'),
  })
  .map(({ from, to, opr, sort }) => `action=token1155tx&fields=extended&from=${from}&to=${to}&fromto_opr=${opr}&sort=${sort}`)

const producers = fc
  .record({
    producer: fc.constantFrom(...[0x2000, 0x2001].map(address)),
    type: fc.constantFrom('blocks', 'uncles'),
    order: fc.constantFrom('asc', 'desc'),
  })
  .map(({ producer, type, order }) => `action=getminedblocks&fields=extended&address=${producer}&blocktype=${type}&order=${order}`)

const anyQuery = fc.oneof({ weight: 3, arbitrary: filters }, { weight: 1, arbitrary: sides }, { weight: 1, arbitrary: producers })
const pageSizes = fc.integer({ min: 1, max: 40 })

/** All rows by following cursors. */
const byCursor = async (
  send: (query: string) => Promise<Asked>,
  query: string,
  offset: number,
  between?: () => Promise<void>,
): Promise<Row[]> => {
  const rows: Row[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const { answer, rows: page } = await send(`${query}&offset=${offset}&cursor=${cursor}`)
    expect(page.length).toBeLessThanOrEqual(offset)
    rows.push(...page)
    cursor = answer.nextCursor
    await between?.()
  }
  return rows
}

describe('paging over the embedded store', () => {
  it('pages by number and by cursor put together are the whole answer', async () => {
    const { store, grow } = await growingStore()
    await grow(blocksOf(0, 120))
    const context = contextWith({ store })
    const send = (query: string) => ask(context, query)
    await fc.assert(
      fc.asyncProperty(anyQuery, pageSizes, async (query, offset) => {
        const whole = (await send(`${query}&offset=10000`)).rows
        const numbered: Row[] = []
        for (let page = 1; numbered.length < whole.length; page++) {
          const { rows } = await send(`${query}&offset=${offset}&page=${page}`)
          expect(rows.length).toBe(Math.min(offset, whole.length - numbered.length))
          numbered.push(...rows)
        }
        expect(numbered).toEqual(whole)
        expect(await byCursor(send, query, offset)).toEqual(whole)
        expect(new Set(whole.map(keyOf)).size).toBe(whole.length)
      }),
      { numRuns: 60 },
    )
    await store.close()
  })

  it('a cursor neither repeats nor drops a row while blocks arrive', async () => {
    const { store, grow } = await growingStore()
    let head = 40
    await grow(blocksOf(0, head))
    const context = contextWith({ store })
    const send = (query: string) => ask(context, query)
    const arrive = async () => {
      if (head >= 400) return
      await grow(blocksOf(head + 1, head + 2))
      head += 2
    }
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 5, max: 40 }), async (query, offset) => {
        const before = (await send(`${query}&offset=10000`)).rows.map(keyOf)
        const seen = (await byCursor(send, query, offset, arrive)).map(keyOf)
        const after = (await send(`${query}&offset=10000`)).rows.map(keyOf)
        // Going down from the head, what arrives later is above and out of sight; going up, it is met at the end.
        if (query.includes('sort=desc')) expect(seen).toEqual(before)
        else expect(seen).toEqual(after.slice(0, seen.length))
        expect(seen.length).toBeGreaterThanOrEqual(before.length)
      }),
      { numRuns: 15 },
    )
    expect(head).toBeGreaterThan(40)
    await store.close()
  })
})
