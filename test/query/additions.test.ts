import { describe, expect, it } from 'vitest'
import {
  blockColumns,
  blockExtendedColumns,
  transferColumns,
  transferExtendedColumns,
  uncleExtendedColumns,
} from '../../src/records/columns.ts'
import { address, blocksOf } from '../store/chain.ts'
import { ask, contextWith } from './ask.ts'
import { matches, memoryStore, rowsOf } from './memory-store.ts'

const blocks = blocksOf(0, 120)
const all = rowsOf(blocks)
const contract = address(0x1001)
const context = contextWith({
  store: memoryStore({ chainId: 1, blocks, finalized: 100, tokens: new Map([[contract, { name: 'Own "Things"', symbol: '<ÖT>' }]]) }),
  functionNames: new Map([['0xf242432a', 'safeTransferFrom(address _from)']]),
  tokenOverrides: new Map([[`1:${address(0x1002)}`, { name: 'Given', symbol: 'GVN' }]]),
})
const [alice, bob] = [address(1), address(2)]
const names = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name)

describe('filters of transfers', () => {
  it.each([
    ['contract alone', `contractaddress=${contract}`, { contract }],
    ['address and contract', `address=${alice}&contractaddress=${contract}`, { address: alice, contract }],
    ['from', `from=${alice}`, { from: alice }],
    ['to', `to=${alice}`, { to: alice }],
    ['from and to', `from=${alice}&to=${bob}`, { from: alice, to: bob }],
    ['from or to', `from=${alice}&to=${bob}&fromto_opr=OR`, { from: alice, to: bob, fromTo: 'or' as const }],
    [
      'from or to of a contract',
      `from=${alice}&to=${bob}&fromto_opr=or&contractaddress=${contract}`,
      { from: alice, to: bob, fromTo: 'or' as const, contract },
    ],
    ['what came in', `address=${alice}&direction=in`, { address: alice, direction: 'in' as const }],
    ['what went out', `address=${alice}&direction=OUT`, { address: alice, direction: 'out' as const }],
    ['a token', `address=${alice}&tokenid=3`, { address: alice, tokenId: 3n }],
    ['a token in hexadecimal', `address=${alice}&tokenid=0x03`, { address: alice, tokenId: 3n }],
    ['an operator', `address=${alice}&operator=${bob}`, { address: alice, operator: bob }],
  ])('%s', async (_, query, filter) => {
    const { rows } = await ask(context, `action=token1155tx&${query}&offset=10000`)
    const expected = all.filter(({ transfer }) => matches({ fromTo: 'and', ...filter }, transfer))
    expect(expected.length).toBeGreaterThan(0)
    expect(rows.map((row) => [row['hash'], row['tokenID']])).toEqual(
      expected.map(({ transaction, transfer }) => [transaction.hash, String(transfer.tokenId)]),
    )
  })

  it('being only the operator does not match an address', async () => {
    const { rows } = await ask(context, `action=token1155tx&address=${alice}&offset=10000`)
    expect(rows.every((row) => row['from'] === alice || row['to'] === alice)).toBe(true)
  })
})

describe('fields=extended', () => {
  it('appends to transfers', async () => {
    const [row = {}] = (await ask(context, `action=token1155tx&address=${alice}&fields=extended`)).rows
    expect(Object.keys(row)).toEqual(names([...transferColumns, ...transferExtendedColumns]))
  })
  it('appends to validated blocks, and the parts are the whole', async () => {
    const { rows } = await ask(context, `action=getminedblocks&address=${address(0x2001)}&fields=Extended`)
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(names([...blockColumns, ...blockExtendedColumns]))
      const part = (name: string) => BigInt(row[name] ?? '')
      expect(part('staticReward') + part('inclusionReward') + part('tips')).toBe(part('blockReward'))
    }
    expect(rows.length).toBeGreaterThan(0)
  })
  it('appends to uncles', async () => {
    const { rows } = await ask(context, `action=getminedblocks&address=${address(0x2001)}&blocktype=uncles&fields=extended`)
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(names([...blockColumns, ...uncleExtendedColumns]))
      expect(Number(row['includingBlock']) - Number(row['depth'])).toBe(Number(row['blockNumber']))
    }
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('mined blocks', () => {
  const miner = `action=getminedblocks&address=${address(0x2001)}&offset=10000`
  const mine = blocks.filter(({ validated }) => validated?.producer === address(0x2001)).map(({ number }) => number)
  it('within fromblock and toblock, oldest first where asked', async () => {
    const { rows } = await ask(context, `${miner}&fromblock=30&toblock=90&order=asc`)
    expect(rows.map((row) => Number(row['blockNumber']))).toEqual(mine.filter((number) => number >= 30 && number <= 90))
  })
  describe('where a block lacks an uncle that no endpoint held', () => {
    const store = memoryStore({ chainId: 1, blocks, finalized: 100, unclesMissing: [{ from: 50, to: 50 }] })
    it('a list of uncles over it is refused, with the block, and any other is not', async () => {
      const refusing = contextWith({ store })
      expect((await ask(refusing, `${miner}&blocktype=uncles`)).text).toContain('Index incomplete: blocks 50-50 of chain 1')
      expect((await ask(refusing, `${miner}&blocktype=uncles&fromblock=51`)).text).toContain('"status":"1"')
      expect((await ask(refusing, miner)).rows).toHaveLength(mine.length)
    })
    it('the answer’s coverage says so where the operator serves what there is', async () => {
      const serving = contextWith({ store, incomplete: 'serve' })
      expect((await ask(serving, `${miner}&blocktype=uncles`)).answer.basis?.coverage).toBe('0-49,51-120')
      expect((await ask(serving, miner)).answer.basis?.coverage).toBe('0-120')
    })
  })
  it('uncles carry their own number, time and reward', async () => {
    const { rows } = await ask(context, `${miner}&blocktype=uncles`)
    const uncles = blocks.flatMap((block) => block.uncles).filter(({ miner: who }) => who === address(0x2001))
    expect(rows).toEqual(
      uncles.toReversed().map(({ number, timestamp, reward }) => ({
        blockNumber: String(number),
        timeStamp: String(timestamp),
        blockReward: String(reward),
      })),
    )
  })
})

describe('what a transfer row shows', () => {
  it('names of tokens: the contract’s, the operator’s before it, else empty', async () => {
    const named = async (token: string) => (await ask(context, `action=token1155tx&contractaddress=${token}`)).rows[0]
    expect(await named(contract)).toMatchObject({ tokenName: 'Own "Things"', tokenSymbol: '<ÖT>' })
    expect(await named(address(0x1002))).toMatchObject({ tokenName: 'Given', tokenSymbol: 'GVN' })
    expect(await named(address(0x1000))).toMatchObject({ tokenName: '', tokenSymbol: '' })
  })
  it('names of functions where they are known, and the literal in place of the input', async () => {
    const { rows } = await ask(context, `action=token1155tx&address=${alice}&offset=10000`)
    for (const row of rows) {
      expect(row['functionName']).toBe(row['methodId'] === '0xf242432a' ? 'safeTransferFrom(address _from)' : '')
      expect(row['input']).toBe('deprecated')
    }
  })
  it('confirmations from one head', async () => {
    const { rows, answer } = await ask(context, `action=token1155tx&address=${alice}&offset=10000`)
    for (const row of rows) expect(Number(row['confirmations'])).toBe(120 - Number(row['blockNumber']) + 1)
    expect(answer.basis).toEqual({ head: 120, finalized: 100, coverage: '0-120' })
    expect(answer.rows).toBe(rows.length)
  })
})
