import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ParameterName, parameterTable } from '../../src/query/parameters.ts'
import { readParameters } from '../../src/query/read-parameters.ts'
import { address, blocksOf } from '../store/chain.ts'
import { ask, contextWith } from './ask.ts'
import { memoryStore } from './memory-store.ts'

const blocks = blocksOf(0, 60)
const context = contextWith({ store: memoryStore({ chainId: 1, blocks }, { chainId: 5, blocks: blocksOf(0, 9) }), chains: [5, 1] })
const alice = address(1)
const transfers = `action=token1155tx&address=${alice}`
const mined = `action=getminedblocks&address=${address(0x2001)}`
const same = async (a: string, b: string) => expect((await ask(context, a)).text).toBe((await ask(context, b)).text)

describe('reading parameters', () => {
  it.each([
    ['upper case names', 'STARTBLOCK=5', { startblock: '5' }],
    ['an alias', 'chain_id=137', { chainid: '137' }],
    ['an alias in another case', 'Chain_Id=137', { chainid: '137' }],
    ['an encoded name', '%61ddress=1', { address: '1' }],
    ['an encoded value', 'sort=%64esc', { sort: 'desc' }],
    ['a plus', 'sort=a+b', { sort: 'a b' }],
    ['UTF-8', 'sort=%E2%9C%93', { sort: '✓' }],
    ['a broken sequence, which stays', 'sort=%zz%4&page=%', { sort: '%zz%4', page: '%' }],
    ['bytes that are no UTF-8', 'sort=%ff%64', { sort: '\ufffdd' }],
    ['a value with an equals sign', 'cursor=a=b', { cursor: 'a=b' }],
    ['no value', 'sort=&page&=3&&', {}],
    ['unknown names', 'tag=latest&__proto__=1&constructor=2&toString=3', {}],
    ['a parameter twice, as one list', 'page=1&page=2', { page: '1,2' }],
    ['a parameter twice, once empty', 'page=&page=2&page=', { page: '2' }],
    ['raw bytes above ASCII', 'sort=\u00e9', { sort: '\u00e9' }],
  ])('%s', (_, query, expected) => {
    const read = readParameters(query)
    expect(Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''))).toEqual(expected)
  })

  it('a body stands behind the query string', () => {
    expect(readParameters('page=2&chainid=1', 'page=3&offset=7')).toMatchObject({ page: '2', offset: '7', chainid: '1' })
  })

  it('gives every parameter, whatever was sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webQueryParameters(), fc.string({ unit: fc.constantFrom('a', '&', '=', '%', '+', '4') })),
        (query) => {
          const read = readParameters(query)
          expect(Object.keys(read)).toEqual(Object.keys(parameterTable))
          expect(Object.values(read).every((value) => typeof value === 'string')).toBe(true)
        },
      ),
    )
  })

  it('agrees with the URL standard on what is well-formed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(parameterTable) as ParameterName[])),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (name, value) => {
          expect(readParameters(new URLSearchParams({ [name]: value }).toString())[name]).toBe(value)
        },
      ),
    )
  })

  it('takes a megabyte of names without values in one pass', () => {
    expect(readParameters('page&'.repeat(200_000)).page).toBe('')
    expect(readParameters(`${'a=1&'.repeat(250_000)}page=2`).page).toBe('2')
  })
})

describe('defaults', () => {
  it('chain 1 where it is served, though another is configured first', async () => {
    await same(transfers, `${transfers}&chainid=1`)
  })
  it('the first configured chain where chain 1 is not served', async () => {
    const other = contextWith({ store: memoryStore({ chainId: 5, blocks }), chains: [5, 7] })
    expect((await ask(other, transfers)).text).toBe((await ask(other, `${transfers}&chainid=5`)).text)
    expect((await ask(other, transfers)).json.status).toBe('1')
  })
  it('of transfers', async () => {
    await same(transfers, `module=account&${transfers}&page=1&offset=100&startblock=0&endblock=999999999&sort=asc`)
  })
  it('of mined blocks', async () => {
    await same(mined, `module=account&${mined}&page=1&offset=100&blocktype=blocks`)
  })
})

describe('values clients send and rely on', () => {
  it.each(['page', 'offset'])('%s that is no positive integer means the default', async (name) => {
    for (const value of ['0', '-1', '1.5', 'abc', '', '%00', '1,2', '½', '1e3', '0x10'])
      await same(`${transfers}&${name}=${value}`, transfers)
  })
  it('values of module, action, sort and blocktype in any case', async () => {
    await same(`module=Account&action=Token1155TX&address=${alice}&sort=DESC`, `${transfers}&sort=desc`)
    await same(`${mined}&blocktype=UNCLES`, `${mined}&blocktype=uncles`)
  })
  it('sort and blocktype that are neither mean the default', async () => {
    await same(`${transfers}&sort=sideways`, transfers)
    await same(`${mined}&blocktype=nephews`, mined)
  })
  it('addresses in any case, answered in lower case', async () => {
    const contract = address(0xabcdef)
    const store = memoryStore({
      chainId: 1,
      blocks: blocks.map((block) => ({
        ...block,
        transactions: block.transactions.map((tx) => ({ ...tx, transfers: tx.transfers.map((transfer) => ({ ...transfer, contract })) })),
      })),
    })
    const { rows } = await ask(contextWith({ store }), `action=token1155tx&contractaddress=0X${contract.slice(2).toUpperCase()}`)
    expect(new Set(rows.map((row) => row['contractAddress']))).toEqual(new Set([contract]))
  })
  it('latest is the newest block', async () => {
    await same(`${transfers}&endblock=latest`, transfers)
    await same(`${transfers}&startblock=latest`, `${transfers}&startblock=60`)
    await same(`${transfers}&startblock=LATEST&endblock=latest`, `${transfers}&startblock=60&endblock=60`)
  })
  it('a huge block number is beyond the head', async () => {
    await same(`${transfers}&endblock=${'9'.repeat(60)}`, transfers)
    expect((await ask(context, `${transfers}&startblock=${'9'.repeat(60)}`)).json.message).toBe('No transactions found')
  })
  it('a start behind the end is an empty answer', async () => {
    const { text, answer } = await ask(context, `${transfers}&startblock=9&endblock=8`)
    expect(text).toBe('{"status":"0","message":"No transactions found","result":[]}')
    expect(answer.failure).toBeUndefined()
  })
  it('a page past the end is an empty answer', async () => {
    expect((await ask(context, `${transfers}&page=100`)).json).toEqual({ status: '0', message: 'No transactions found', result: [] })
    expect((await ask(context, `${mined}&page=100`)).json).toEqual({ status: '0', message: 'No transactions found', result: [] })
  })
  it('mined blocks are newest first and ignore startblock, endblock and sort', async () => {
    await same(`${mined}&startblock=50&endblock=2&sort=asc`, mined)
    const numbers = (await ask(context, mined)).rows.map((row) => Number(row['blockNumber']))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  })
  it('getapilimit answers what the server knows of the key', async () => {
    const { json } = await ask(context, 'module=getapilimit&action=getapilimit')
    expect(json).toEqual({ status: '1', message: 'OK', result: { creditsUsed: 1 } })
  })
})

describe('no value of any parameter makes the service fail', () => {
  const hostile = [
    '',
    '0',
    '-1',
    '1,1',
    '9'.repeat(5000),
    'a'.repeat(5000),
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '☃',
    '\u0000',
    '../../etc',
    '<b>',
    "' OR 1=1 --",
    'null',
    'NaN',
    '__proto__',
  ]
  it.each(Object.keys(parameterTable))('%s', async (name) => {
    for (const base of [transfers, mined])
      for (const value of hostile)
        for (const query of [
          `${base}&${name}=${value}`,
          `${base}&${name}=${value}&${name}=${value}`,
          `${base}&${name}=${encodeURIComponent(value)}`,
        ]) {
          const { json } = await ask(context, query)
          expect(Object.keys(json)).toEqual(['status', 'message', 'result'])
        }
  })
})
