import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { IndexedBlock, TransferTransaction } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { shared } from '../shared.ts'
import { ask, contextWith } from './ask.ts'
import { growingStore } from './lmdb.ts'

type Expected = Readonly<Record<string, string>> & { readonly _logIndex: number; readonly _batchIndex: number; readonly _operator: string }

const expectedRows = (): Expected[] =>
  JSON.parse(gunzipSync(readFileSync(new URL('data/expected/mainnet_token1155_rows.json.gz', shared.folder))).toString())

const text = (row: Expected, name: string): string => row[name] ?? ''
const hex = (row: Expected, name: string): Hex => text(row, name) as Hex
const groupBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}
const grouped = <T>(rows: readonly T[], key: (row: T) => string): T[][] => [...groupBy(rows, key).values()]

const transactionOf = (rows: readonly Expected[], first: Expected): TransferTransaction => ({
  hash: hex(first, 'hash'),
  index: Number(text(first, 'transactionIndex')),
  nonce: BigInt(text(first, 'nonce')),
  gas: BigInt(text(first, 'gas')),
  gasPrice: BigInt(text(first, 'gasPrice')),
  gasUsed: BigInt(text(first, 'gasUsed')),
  cumulativeGasUsed: BigInt(text(first, 'cumulativeGasUsed')),
  methodId: hex(first, 'methodId'),
  transfers: rows.map((row) => ({
    contract: hex(row, 'contractAddress'),
    operator: row._operator as Hex,
    from: hex(row, 'from'),
    to: hex(row, 'to'),
    tokenId: BigInt(text(row, 'tokenID')),
    value: BigInt(text(row, 'tokenValue')),
    logIndex: row._logIndex,
    batchIndex: row._batchIndex,
  })),
})

const blockOf = (rows: readonly Expected[], first: Expected): IndexedBlock => ({
  number: Number(text(first, 'blockNumber')),
  hash: hex(first, 'blockHash'),
  parentHash: `0x${'00'.repeat(32)}`,
  timestamp: Number(text(first, 'timeStamp')),
  transactions: grouped(rows, (row) => text(row, 'hash')).flatMap((group) => group.slice(0, 1).map((row) => transactionOf(group, row))),
  uncles: [],
})

describe.skipIf(!shared.present)('transfers of real mainnet blocks', () => {
  it('come out of store and encoder as they went in, contract by contract', async () => {
    const all = expectedRows()
    const blocks = grouped(all, (row) => text(row, 'blockNumber')).flatMap((group) => group.slice(0, 1).map((row) => blockOf(group, row)))
    const { store, grow } = await growingStore()
    await grow([{ ...(blocks[0] as IndexedBlock), number: 0, transactions: [] }, ...blocks])
    const context = contextWith({ store })
    for (const [contract, rows] of groupBy(all, (row) => text(row, 'contractAddress'))) {
      const answer = await ask(context, `action=token1155tx&contractaddress=${contract}&offset=10000&fields=extended`)
      const shown = answer.rows.map(({ functionName: _f, tokenName: _n, tokenSymbol: _s, confirmations: _c, ...row }) => row)
      const expected = rows.map(({ _logIndex, _batchIndex, _operator, _event, _txType, _status, ...row }) => ({
        ...row,
        logIndex: String(_logIndex),
        batchIndex: String(_batchIndex),
        operator: _operator,
      }))
      expect(shown).toEqual(expected)
    }
    await store.close()
  })
})
