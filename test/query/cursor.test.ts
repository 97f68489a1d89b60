import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorSigner } from '../../src/query/cursor.ts'
import { failure } from '../../src/query/errors.ts'
import { address, blocksOf } from '../store/chain.ts'
import { ask, contextWith } from './ask.ts'
import { memoryStore } from './memory-store.ts'

const place = fc.record({
  block: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  tx: fc.nat({ max: 2 ** 32 - 1 }),
  log: fc.nat({ max: 2 ** 32 - 1 }),
  batch: fc.nat({ max: 2 ** 32 - 1 }),
})
const signer = cursorSigner(Buffer.alloc(32, 3))

describe('cursors', () => {
  it('name a place, for the query they were made for', () => {
    fc.assert(
      fc.property(place, fc.string({ unit: 'binary-ascii' }), (where, query) => {
        expect(signer.read(signer.write(where, query), query)).toEqual(where)
      }),
    )
  })

  it('are signed by the beginning of SHA-256 over the padded secret, place and query', () => {
    const cursor = Buffer.from(signer.write({ block: 7, tx: 1, log: 2, batch: 3 }, '1 query'), 'base64url')
    const expected = createHash('sha256')
      .update(Buffer.alloc(64).fill(3, 0, 32))
      .update(cursor.subarray(0, 18))
      .update('1 query')
      .digest()
    expect(cursor.subarray(18)).toEqual(expected.subarray(0, 12))
  })

  it('are refused with any character changed, added or taken away', () => {
    const cursor = signer.write({ block: 17_000_000, tx: 5, log: 9, batch: 0 }, 'q')
    fc.assert(
      fc.property(fc.nat({ max: 39 }), fc.constantFrom(...'ABCxyz019-_'), (at, character) => {
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1)
        if (changed !== cursor) expect(signer.read(changed, 'q')).toBeUndefined()
      }),
    )
    for (const text of ['', cursor.slice(1), `${cursor}A`, `${cursor}=`, ` ${cursor}`]) expect(signer.read(text, 'q')).toBeUndefined()
  })

  it('of another store are refused', () => {
    const cursor = cursorSigner(Buffer.alloc(32, 4)).write({ block: 1, tx: 0, log: 0, batch: 0 }, 'q')
    expect(signer.read(cursor, 'q')).toBeUndefined()
  })
})

describe('a cursor continues only the query that gave it', () => {
  const blocks = blocksOf(0, 60)
  const context = contextWith({ store: memoryStore({ chainId: 1, blocks }, { chainId: 5, blocks }), chains: [1, 5] })
  const query = `action=token1155tx&address=${address(1)}`

  it.each([
    ['another chain', '&chainid=5'],
    ['another order', '&sort=desc'],
    ['another range', '&startblock=3'],
    ['another end', '&endblock=50'],
    ['a contract', `&contractaddress=${address(0x1000)}`],
    ['a token', '&tokenid=1'],
    ['an operator', `&operator=${address(2)}`],
    ['a direction', '&direction=in'],
  ])('not with %s', async (_, change) => {
    const { answer } = await ask(context, `${query}&offset=5`)
    const { text } = await ask(context, `${query}${change}&offset=5&cursor=${answer.nextCursor}`)
    expect(text).toBe(failure('invalidCursor').body.toString())
  })

  it('not for another address, nor another operation', async () => {
    const { answer } = await ask(context, `${query}&offset=5`)
    for (const other of [`action=token1155tx&address=${address(2)}`, `action=getminedblocks&address=${address(1)}`])
      expect((await ask(context, `${other}&cursor=${answer.nextCursor}`)).answer.failure?.code).toBe('invalidCursor')
  })

  it('with any page size and fields, whatever page is named', async () => {
    const whole = (await ask(context, `${query}&fields=extended`)).rows
    const { answer } = await ask(context, `${query}&offset=5`)
    const next = await ask(context, `${query}&fields=extended&offset=9&page=700&cursor=${answer.nextCursor}`)
    expect(next.rows).toEqual(whole.slice(5, 14))
  })

  it('past the window of 10,000, which only page numbers have', async () => {
    const { answer } = await ask(context, `${query}&offset=5`)
    expect((await ask(context, `${query}&offset=10000&page=2&cursor=${answer.nextCursor}`)).json.status).toBe('1')
    expect((await ask(context, `${query}&offset=10001&cursor=${answer.nextCursor}`)).answer.failure?.code).toBe('windowTooLarge')
  })

  it('is absent on the last page', async () => {
    expect((await ask(context, `${query}&offset=10000`)).answer.nextCursor).toBeUndefined()
  })
})
