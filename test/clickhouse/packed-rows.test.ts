import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import type { TransferRow } from '../../src/records/rowset.ts'
import { type Engine, EngineError } from '../../src/store/clickhouse/engine.ts'
import { nextState } from '../../src/store/clickhouse/next-state.ts'
import { statements } from '../../src/store/clickhouse/schema.ts'
import { emptyState, epochUnit } from '../../src/store/clickhouse/state.ts'
import { writerOver } from '../../src/store/clickhouse/store.ts'
import type { StoreReader } from '../../src/store/port.ts'
import { Chdb, chdbPresent } from '../engines/chdb.mjs'
import { address } from '../store/chain.ts'
import { batchOf, transfersOf } from '../store/suite.ts'

const chainId = 7
const times = { ttlMs: 60_000, settleMs: 0 }
const firstSchema = readFileSync(new URL('../../src/store/clickhouse/schema/001-tables.sql', import.meta.url), 'utf8')
const query = { fromTo: 'and', fromBlock: 0, toBlock: 999, order: 'asc', skip: 0, limit: 1000, deadline: Number.POSITIVE_INFINITY } as const

const listsOf = async (store: StoreReader): Promise<TransferRow[][]> => {
  const snapshot = await store.snapshot(chainId)
  if (snapshot === undefined) throw new Error('the chain is not there')
  const filters = [
    { address: address(1) },
    { contract: address(0x1000) },
    { address: address(1), contract: address(0x1001) },
    { address: address(2), operator: address(3) },
    { address: address(2), tokenId: 3n },
    { from: address(0), to: address(1) },
  ]
  return Promise.all(filters.map(async (filter) => (await transfersOf(snapshot, { ...query, ...filter })).rows))
}

/** Fills a database of the first schema as its program did: from the plain columns and rows of a store of today. */
const fillFirstSchema = async (chdb: Chdb, today: string, old: string): Promise<void> => {
  chdb.query(
    today,
    `INSERT INTO ${old}.transfers_in (chain, block, tx, log, pair, commit, timestamp, block_hash, hash, nonce, gas, gas_price, gas_used, cumulative_gas_used, method,
       contract, operator, sender, recipient, token_id, value, row)
     SELECT chain, block, tx, log, pair, ${epochUnit + 1}, timestamp, block_hash, hash, nonce, gas, gas_price, gas_used, cumulative_gas_used, method,
       contract, operator, sender, recipient, token_id, value, row FROM transfer_rows`,
  )
}

describe.skipIf(!chdbPresent)('rows packed in ClickHouse', () => {
  const chdb = chdbPresent ? new Chdb() : undefined
  afterAll(() => chdb?.close())
  const made = async (): Promise<{ chdb: Chdb; database: string; engine: Engine }> => {
    if (chdb === undefined) throw new Error('chdb is not there')
    const database = chdb.database()
    return { chdb, database, engine: chdb.engine(database, (message, kind) => new EngineError(message, kind)) }
  }
  const filled = async () => {
    const all = await made()
    const store = await writerOver(all.engine, { times })
    await store.openChain(chainId, 0)
    await store.commit(batchOf(0, 59))
    return { ...all, store }
  }

  it('show an analyst every field in a column of its own', async () => {
    const { engine, store } = await filled()
    const hex = (column: string): string => `concat('0x', lower(hex(${column})))`
    const rows = await engine.rows(
      `SELECT block, timestamp, ${hex('block_hash')}, tx, ${hex('hash')}, nonce, gas, gas_price, gas_used, cumulative_gas_used, ${hex('method')}, log, pair,
         ${hex('contract')}, ${hex('sender')}, ${hex('recipient')}, ${hex('operator')}, token_id, value FROM transfer_rows ORDER BY place`,
    )
    const expected = batchOf(0, 59).blocks.flatMap((block) =>
      block.transactions.flatMap((transaction) =>
        transaction.transfers.map((transfer) => [
          ...[block.number, block.timestamp, block.hash, transaction.index, transaction.hash, transaction.nonce, transaction.gas],
          ...[transaction.gasPrice, transaction.gasUsed, transaction.cumulativeGasUsed, transaction.methodId],
          ...[transfer.logIndex, transfer.batchIndex, transfer.contract, transfer.from, transfer.to, transfer.operator],
          ...[transfer.tokenId, transfer.value],
        ]),
      ),
    )
    expect(expected.length).toBeGreaterThan(100)
    expect(rows.map((row) => row.map(String))).toEqual(expected.map((row) => row.map(String)))
    await store.close()
  })

  it('are made of a database of the first schema, also where that was cut off and begins again', async () => {
    const today = await filled()
    const old = await made()
    for (const statement of statements(firstSchema, undefined)) await old.engine.run(statement)
    await old.engine.run(
      'CREATE TABLE schema_versions (version UInt32, applied DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY version',
    )
    await old.engine.run('INSERT INTO schema_versions (version) VALUES (1)')
    await fillFirstSchema(old.chdb, today.database, old.database)
    const snapshot = await today.store.snapshot(chainId)
    const counts = { transfers: snapshot?.state.transferRows ?? 0, blocks: 0, uncles: 0 }
    const state = nextState(emptyState(0), batchOf(0, 59), epochUnit + 1, counts, { transfers: 0, blocks: 0, uncles: 0 })
    await old.engine.run(`INSERT INTO commits (chain, id, state) VALUES (${chainId}, ${epochUnit + 1}, '${JSON.stringify(state)}')`)
    await old.engine.run(`INSERT INTO leases (chain, epoch, holder, renewal) VALUES (${chainId}, 1, 'first', 18446744073709551615)`)

    const expected = await listsOf(today.store)
    expect(expected.every((rows) => rows.length > 0)).toBe(true)
    const upgraded = await writerOver(old.engine, { times })
    expect(await listsOf(upgraded)).toEqual(expected)
    await upgraded.close()
    await old.engine.run('TRUNCATE TABLE schema_versions')
    await old.engine.run('INSERT INTO schema_versions (version) VALUES (1)')
    const again = await writerOver(old.engine, { times })
    await again.openChain(chainId, 0)
    await again.commit({ ...batchOf(60, 69), chainId })
    const [first] = await listsOf(again)
    expect(first?.filter(({ block }) => block.number < 60)).toEqual(expected[0])
    expect(first?.some(({ block }) => block.number >= 60)).toBe(true)
    expect(await old.engine.rows('SELECT count() FROM transfer_rows WHERE block < 60')).toEqual([[String(counts.transfers)]])
    await again.close()
    await today.store.close()
  })
})
