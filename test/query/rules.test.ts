import { describe, expect, it } from 'vitest'
import { blockColumns, transferColumns } from '../../src/records/columns.ts'
import { address, blocksOf } from '../store/chain.ts'
import { ask, contextWith } from './ask.ts'
import { memoryStore, rowsOf } from './memory-store.ts'

const blocks = blocksOf(0, 120)
const context = contextWith({ store: memoryStore({ chainId: 1, blocks }) })
const alice = address(1)
const hers = rowsOf(blocks).filter(({ transfer }) => transfer.from === alice || transfer.to === alice)
const transfers = `chainid=1&module=account&action=token1155tx&address=${alice}`
const place = (row: Readonly<Record<string, string>>) =>
  [row['blockNumber'], row['transactionIndex'], row['logIndex'], row['batchIndex']].map(Number)

describe('the testable rules of the specification', () => {
  it('1: token1155tx answers status 1, message OK and an array of transfer records', async () => {
    const { json, rows } = await ask(context, transfers)
    expect(json).toMatchObject({ status: '1', message: 'OK' })
    expect(rows).toHaveLength(100)
    for (const row of rows) expect(Object.keys(row)).toEqual(transferColumns.map(({ name }) => name))
    expect(rows.flatMap((row) => Object.values(row)).every((value) => typeof value === 'string')).toBe(true)
  })

  it.each(['asc', 'desc'])('2: sort=%s orders by block, transaction, log and batch', async (sort) => {
    const { rows } = await ask(context, `${transfers}&sort=${sort}&offset=10000&fields=extended`)
    const places = rows.map(place)
    const expected = hers.map(({ block, transaction, transfer }) => [
      block.number,
      transaction.index,
      transfer.logIndex,
      transfer.batchIndex,
    ])
    expect(places).toEqual(sort === 'asc' ? expected : expected.toReversed())
  })

  it('3: startblock and endblock bound the blocks, both included', async () => {
    const { rows } = await ask(context, `${transfers}&startblock=20&endblock=40&offset=10000`)
    const within = hers.filter(({ block }) => block.number >= 20 && block.number <= 40)
    expect(rows.map((row) => row['hash'])).toEqual(within.map(({ transaction }) => transaction.hash))
    expect(within.length).toBeGreaterThan(0)
  })

  it('4: contractaddress keeps transfers of that contract only', async () => {
    const contract = address(0x1001)
    const { rows } = await ask(context, `${transfers}&contractaddress=${contract}&offset=10000`)
    expect(new Set(rows.map((row) => row['contractAddress']))).toEqual(new Set([contract]))
    expect(rows).toHaveLength(hers.filter(({ transfer }) => transfer.contract === contract).length)
  })

  it('5: a page has at most offset rows, and page N+1 continues after page N', async () => {
    const whole = (await ask(context, `${transfers}&offset=10000&fields=extended`)).rows
    const paged = []
    for (let number = 1; ; number++) {
      const { rows } = await ask(context, `${transfers}&page=${number}&offset=7&fields=extended`)
      expect(rows.length).toBeLessThanOrEqual(7)
      if (rows.length === 0) break
      paged.push(...rows)
    }
    expect(paged).toEqual(whole)
  })

  it('6: getminedblocks answers validated block records of the address', async () => {
    const validator = address(0x2001)
    const { json, rows } = await ask(context, `module=account&action=getminedblocks&address=${validator}&offset=10000`)
    expect(json).toMatchObject({ status: '1', message: 'OK' })
    for (const row of rows) expect(Object.keys(row)).toEqual(blockColumns.map(({ name }) => name))
    const mine = blocks.filter(({ validated }) => validated?.producer === validator).toReversed()
    expect(rows.map((row) => row['blockNumber'])).toEqual(mine.map(({ number }) => String(number)))
  })
})
