import { describe, expect, it } from 'vitest'
import { type Failure, failure } from '../../src/query/errors.ts'
import { address, blocksOf } from '../store/chain.ts'
import { ask, contextWith } from './ask.ts'
import { memoryStore } from './memory-store.ts'

const blocks = blocksOf(0, 60)
const store = memoryStore({ chainId: 1, blocks }, { chainId: 137, blocks: blocksOf(0, 9) })
const context = contextWith({ store, chains: [1, 137] })
const alice = address(1)
const transfers = 'module=account&action=token1155tx'
const mined = 'module=account&action=getminedblocks'
const unsupported = failure('unsupportedChain', 'http://scan.example')

/** Each failure by a query that has it, and where two would do, the one that is checked first. */
const cases: readonly [string, string, Failure][] = [
  ['a chain not served', `chainid=10&${transfers}&address=${alice}`, unsupported],
  ['a list of chains', `chainid=1,137&${transfers}&address=${alice}`, unsupported],
  ['a chain sent twice', `chainid=1&chain_id=137&${transfers}&address=${alice}`, unsupported],
  ['a chain that is no number', `chainid=mainnet&${transfers}&address=${alice}`, unsupported],
  ['a negative chain', `chainid=-1&${transfers}&address=${alice}`, unsupported],
  ['a huge chain', `chainid=${'9'.repeat(400)}&${transfers}&address=${alice}`, unsupported],
  ['chain before module', 'chainid=10&module=nonsense', unsupported],
  ['an unknown module', `module=nonsense&action=token1155tx&address=${alice}`, failure('invalidModule')],
  ['a module named like a property of every object', `module=constructor&address=${alice}`, failure('invalidModule')],
  ['module before action', 'module=nonsense&action=nonsense', failure('invalidModule')],
  ['no action', `module=account&address=${alice}`, failure('invalidAction')],
  ['an unknown action', `module=account&action=txlist&address=${alice}`, failure('invalidAction')],
  ['an action of another module', `module=account&action=getapilimit&address=${alice}`, failure('invalidAction')],
  ['nothing at all', '', failure('invalidAction')],
  ['transfers without anything to search by', transfers, failure('nothingToSearchBy')],
  ['transfers by operator alone', `${transfers}&operator=${alice}`, failure('nothingToSearchBy')],
  ['an empty address', `${transfers}&address=&contractaddress=`, failure('nothingToSearchBy')],
  ['mined blocks without an address', mined, failure('missingAddress')],
  ['mined blocks with a contract only', `${mined}&contractaddress=${alice}`, failure('missingAddress')],
  ['a short address', `${transfers}&address=0x1234`, failure('invalidAddress')],
  ['an address without prefix', `${transfers}&address=${alice.slice(2)}`, failure('invalidAddress')],
  ['an address of a miner that is none', `${mined}&address=0xzz`, failure('invalidAddress')],
  ['two addresses', `${transfers}&address=${alice}&address=${address(2)}`, failure('invalidAddress')],
  ['a bad sender', `${transfers}&from=0x12`, failure('invalidAddress')],
  ['a bad recipient', `${transfers}&to=${alice}00`, failure('invalidAddress')],
  ['a bad contract', `${transfers}&contractaddress=0x12`, failure('invalidContractAddress')],
  ['a bad contract beside a good address', `${transfers}&address=${alice}&contractaddress=x`, failure('invalidContractAddress')],
  ['address before contract', `${transfers}&address=x&contractaddress=x`, failure('invalidAddress')],
  ['address with from', `${transfers}&address=${alice}&from=${alice}`, failure('addressWithFromTo')],
  ['address with to', `${transfers}&address=${alice}&to=${alice}`, failure('addressWithFromTo')],
  ['page times offset over 10,000', `${transfers}&address=${alice}&page=101&offset=100`, failure('windowTooLarge')],
  ['offset over 10,000', `${transfers}&address=${alice}&offset=10001`, failure('windowTooLarge')],
  ['offset over 10,000 of mined blocks', `${mined}&address=${alice}&page=3&offset=5000`, failure('windowTooLarge')],
  ['a page no number holds', `${transfers}&address=${alice}&page=${'9'.repeat(400)}`, failure('windowTooLarge')],
  ['startblock', `${transfers}&address=${alice}&startblock=abc`, failure('invalidParameter', 'startblock', 'a block number or latest')],
  ['a negative endblock', `${transfers}&address=${alice}&endblock=-1`, failure('invalidParameter', 'endblock', 'a block number or latest')],
  ['fromblock', `${mined}&address=${alice}&fromblock=1.5`, failure('invalidParameter', 'fromblock', 'a block number or latest')],
  ['toblock', `${mined}&address=${alice}&toblock=0x10`, failure('invalidParameter', 'toblock', 'a block number or latest')],
  ['order', `${mined}&address=${alice}&order=up`, failure('invalidParameter', 'order', 'asc or desc')],
  ['direction', `${transfers}&address=${alice}&direction=both`, failure('invalidParameter', 'direction', 'in or out')],
  [
    'direction without an address',
    `${transfers}&contractaddress=${alice}&direction=in`,
    failure('invalidParameter', 'direction', 'an address with it'),
  ],
  ['fromto_opr', `${transfers}&from=${alice}&fromto_opr=xor`, failure('invalidParameter', 'fromto_opr', 'and or or')],
  ['fields', `${transfers}&address=${alice}&fields=all`, failure('invalidParameter', 'fields', 'extended')],
  ['errors', `${transfers}&address=${alice}&errors=teapot`, failure('invalidParameter', 'errors', 'http')],
  ['operator', `${transfers}&address=${alice}&operator=me`, failure('invalidParameter', 'operator', '0x and 40 hexadecimal digits')],
  ...['-1', '1e3', '0x', `${1n << 256n}`, '9'.repeat(5000), '½'].map((id): [string, string, Failure] => [
    `tokenid ${id.slice(0, 12)}`,
    `${transfers}&address=${alice}&tokenid=${encodeURIComponent(id)}`,
    failure('invalidParameter', 'tokenid', 'a decimal or 0x-prefixed hexadecimal number of at most 256 bits'),
  ]),
  ['a cursor made up', `${transfers}&address=${alice}&cursor=next`, failure('invalidCursor')],
]

describe('every failure of a query, in the order of checks', () => {
  it.each(cases)('%s', async (_, query, expected) => {
    const { answer, text } = await ask(context, query)
    expect(text).toBe(expected.body.toString())
    expect(answer.failure?.code).toBe(expected.code)
  })

  it('a query past its time', async () => {
    const { text } = await ask(contextWith({ store, queryTimeoutMs: -1 }), `${transfers}&address=${alice}`)
    expect(text).toBe(failure('queryTimeout').body.toString())
  })

  it('a failure of the store is not hidden', async () => {
    const broken = { ...store, snapshot: () => Promise.reject(new Error('disk gone')) }
    await expect(ask(contextWith({ store: broken }), `${transfers}&address=${alice}`)).rejects.toThrow('disk gone')
  })
})

describe('blocks that are not indexed are never answered as empty', () => {
  const part = (over: object) => memoryStore({ chainId: 1, blocks: blocksOf(20, 40), head: 100, coverage: [{ from: 20, to: 40 }], ...over })
  const refused = (from: number, to: number) => failure('indexIncomplete', from, to, 1).body.toString()
  const query = `${transfers}&address=${alice}`

  it.each([
    ['before what is indexed', '', refused(0, 19)],
    ['behind it, up to the head', '&startblock=30', refused(41, 100)],
    ['in the middle', '&startblock=50&endblock=60', refused(50, 60)],
  ])('%s', async (_, range, expected) => {
    expect((await ask(contextWith({ store: part({}) }), query + range)).text).toBe(expected)
    const [from = '0', to = '999999999'] = range.match(/\d+/g) ?? []
    const miner = `${mined}&address=${alice}&fromblock=${from}&toblock=${to}`
    expect((await ask(contextWith({ store: part({}) }), miner)).text).toBe(expected)
  })

  it('names the first gap between two ranges', async () => {
    const coverage = [
      { from: 0, to: 10 },
      { from: 20, to: 30 },
      { from: 50, to: 100 },
    ]
    expect((await ask(contextWith({ store: part({ coverage }) }), query)).text).toBe(refused(11, 19))
  })

  it('a covered part is answered', async () => {
    const { json } = await ask(contextWith({ store: part({}) }), `${query}&startblock=20&endblock=40`)
    expect(json.status).toBe('1')
  })

  it('below the first block in scope is no gap, nor above the head', async () => {
    const whole = part({ startBlock: 20, head: 40 })
    expect((await ask(contextWith({ store: whole }), query)).json.status).toBe('1')
    expect((await ask(contextWith({ store: whole }), `${query}&startblock=41`)).json.message).toBe('No transactions found')
    expect((await ask(contextWith({ store: whole }), `${query}&endblock=19`)).json.message).toBe('No transactions found')
  })

  it('nor is what this service is told to leave out, unless the indexer starts later', async () => {
    const startBlocks = new Map([[1, 20]])
    expect((await ask(contextWith({ store: part({ head: 40 }), startBlocks }), query)).json.status).toBe('1')
    expect((await ask(contextWith({ store: part({ startBlock: 20, head: 40 }), startBlocks: new Map([[1, 0]]) }), query)).json.status).toBe(
      '1',
    )
    expect((await ask(contextWith({ store: part({ startBlock: 10, head: 40 }), startBlocks: new Map([[1, 15]]) }), query)).text).toBe(
      refused(15, 19),
    )
  })

  it.each([
    [96, (text: string) => text.split(',').length === 96],
    [97, (text: string) => text.split(',').length === 97 && text.endsWith(',...')],
  ])('the coverage of %i ranges is told as far as a header may go', async (count, fits) => {
    const coverage = Array.from({ length: count }, (_, index) => ({ from: index * 2, to: index * 2 }))
    const { answer } = await ask(contextWith({ store: part({ coverage }), incomplete: 'serve' }), query)
    expect(answer.basis?.coverage).toSatisfy(fits)
  })

  it('before any head is known, and before the chain is', async () => {
    const unknown = refused(0, 999_999_999)
    expect((await ask(contextWith({ store: part({ blocks: [], head: -1, coverage: [] }) }), query)).text).toBe(unknown)
    expect((await ask(contextWith({ store: memoryStore() }), query)).text).toBe(unknown)
    expect((await ask(contextWith({ store: memoryStore() }), `${query}&startblock=latest`)).json.status).toBe('0')
  })

  it('an operator may serve what there is, and the coverage tells', async () => {
    const { answer, json } = await ask(contextWith({ store: part({}), incomplete: 'serve' }), query)
    expect(json.status).toBe('1')
    expect(answer.basis).toEqual({ head: 100, finalized: 100, coverage: '20-40' })
  })
})
