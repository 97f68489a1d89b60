import type { IndexedBlock, TokenText } from '../../records/block.ts'
import type { Hex } from '../../records/hex.ts'
import { readRowset } from '../../records/rowset.ts'
import { unpackRow } from '../../records/rowset-unpack.ts'
import {
  type BlockQuery,
  type BlockRange,
  type PageEnd,
  type Position,
  QueryTimeout,
  type RowSink,
  type Snapshot,
  type TransferQuery,
} from '../port.ts'
import { type Engine, EngineError } from './engine.ts'
import { blockPage, transferPage, transferRange, unclePage } from './page-sql.ts'
import { groupTransfers, readBlock, readUncle } from './rows.ts'
import { chainState, type StoredState, visible } from './state.ts'

/** Blocks one query of a scan covers: enough to be quick, few enough to hold. */
const scanBlocks = 2000

/** The newest record decides: the one of the highest epoch, so that nothing a fenced writer still says counts. */
export const loadState = async (engine: Engine, chainId: number): Promise<StoredState | undefined> => {
  const rows = await engine.rows(`SELECT state FROM commits WHERE chain = ${chainId} ORDER BY id DESC LIMIT 1`)
  const text = rows[0]?.[0]
  return typeof text === 'string' ? (JSON.parse(text) as StoredState) : undefined
}

export const openSnapshot = (engine: Engine, chainId: number, stored: StoredState): Snapshot => {
  const ask = async (sql: string, deadline: number): Promise<readonly (readonly unknown[])[]> => {
    const timeoutMs = deadline - performance.now()
    if (timeoutMs <= 0) throw new QueryTimeout('the time of the query was over before it began')
    try {
      return await engine.rows(sql, { timeoutMs: Math.min(timeoutMs, 600_000) })
    } catch (error) {
      if (error instanceof EngineError && error.kind === 'timeout') throw new QueryTimeout(error.message)
      throw error
    }
  }
  return {
    state: chainState(chainId, stored),
    transfers: (query, sink) => transfers(query, sink, (sql) => ask(sql, query.deadline)),
    blocks: async (query: BlockQuery, sink) => {
      const rows = (await ask(blockPage(chainId, stored, query), query.deadline)).map(readBlock)
      return pageEnd(rows, query.limit, (row) => ({ block: row.number, tx: 0, log: 0, batch: 0 }), sink)
    },
    uncles: async (query: BlockQuery, sink) => {
      const rows = (await ask(unclePage(chainId, stored, query), query.deadline)).map(readUncle)
      return pageEnd(rows, query.limit, (row) => ({ block: row.includingBlock, tx: 0, log: row.index, batch: 0 }), sink)
    },
    token: (contract) => token(engine, chainId, contract),
    blockHash: async (number) => {
      const rows = await engine.rows(
        `SELECT lower(hex(hash)) FROM blocks WHERE chain = ${chainId} AND number = ${number} AND ${visible(stored, 'number')} LIMIT 1`,
      )
      return rows[0] === undefined ? undefined : `0x${String(rows[0][0])}`
    },
    scan: (range) => scan(engine, chainId, stored, range),
  }

  async function transfers(
    query: TransferQuery,
    sink: RowSink,
    rowsOf: (sql: string) => Promise<readonly (readonly unknown[])[]>,
  ): Promise<PageEnd> {
    const found = await rowsOf(transferPage(chainId, stored, query))
    // One by one, as they are stored: putting together again what they share took longer than encoding it a hundred times.
    return pageEnd(found.map(packedRow), query.limit, positionOf, (row) => sink(row, 0, 1, 1))
  }
}

const positionOf = (row: Buffer): Position => {
  const { transaction, log, batch } = unpackRow(row, 0)
  return { block: transaction.block.number, tx: transaction.index, log, batch }
}

const packedRow = ([row]: readonly unknown[]): Buffer => Buffer.from(String(row), 'base64')

/** Hands out a page of rows of which one more than asked for was read, to know whether any follows. */
const pageEnd = <T>(found: readonly T[], limit: number, position: (row: T) => Position, sink: (row: T) => void): PageEnd => {
  const shown = found.slice(0, limit)
  for (const row of shown) sink(row)
  const last = shown.at(-1)
  return { rows: shown.length, more: found.length > limit, ...(last === undefined ? {} : { last: position(last) }) }
}

const token = async (engine: Engine, chainId: number, contract: Hex): Promise<TokenText | undefined> => {
  const rows = await engine.rows(
    `SELECT name, symbol FROM tokens WHERE chain = ${chainId} AND contract = unhex('${contract.slice(2)}') ORDER BY written DESC LIMIT 1`,
  )
  const [name, symbol] = rows[0] ?? []
  return typeof name === 'string' && typeof symbol === 'string' ? { name, symbol } : undefined
}

async function* scan(engine: Engine, chainId: number, stored: StoredState, range: BlockRange): AsyncIterable<IndexedBlock> {
  for (let from = range.from; from <= range.to; from += scanBlocks) {
    const to = Math.min(range.to, from + scanBlocks - 1)
    const where = (block: string): string => `chain = ${chainId} AND ${block} BETWEEN ${from} AND ${to} AND ${visible(stored, block)}`
    const [headers, transferRows, uncleRows] = await Promise.all([
      engine.rows(
        `SELECT number, lower(hex(hash)), timestamp, lower(hex(producer)), lower(hex(fee_recipient)), static_reward, inclusion_reward, tips, burnt,
           transaction_count, lower(hex(parent_hash)), validated FROM blocks WHERE ${where('number')} ORDER BY number, validated`,
      ),
      engine.rows(transferRange(chainId, stored, { from, to })),
      engine.rows(
        `SELECT block, position, lower(hex(hash)), number, timestamp, reward, lower(hex(miner)) FROM uncles WHERE ${where('block')} ORDER BY block, position`,
      ),
    ])
    yield* assemble(headers, transferRows, uncleRows)
  }
}

/** Blocks and transfers of a range may have come in two batches: a block then stands twice, and the row that says who made it wins. */
const assemble = (
  headers: readonly (readonly unknown[])[],
  transferRows: readonly (readonly unknown[])[],
  uncleRows: readonly (readonly unknown[])[],
): IndexedBlock[] => {
  const transactions = new Map(
    groupTransfers(transferRows.flatMap((row) => readRowset(packedRow(row)))).map((block) => [block.number, block.transactions]),
  )
  const uncles = unclesByBlock(uncleRows.map(readUncle))
  const blocks = new Map<number, IndexedBlock>()
  for (const row of headers) {
    const { number, hash, timestamp, ...validated } = readBlock(row)
    blocks.set(number, {
      number,
      hash,
      parentHash: `0x${String(row[10])}`,
      timestamp,
      transactions: transactions.get(number) ?? [],
      uncles: uncles.get(number) ?? [],
      ...(Number(row[11]) === 1 ? { validated } : {}),
    })
  }
  return [...blocks.values()]
}

const unclesByBlock = (rows: readonly ReturnType<typeof readUncle>[]): Map<number, IndexedBlock['uncles']> => {
  const groups = new Map<number, IndexedBlock['uncles'][number][]>()
  for (const { includingBlock, index: _, ...uncle } of rows) {
    const group = groups.get(includingBlock)
    if (group === undefined) groups.set(includingBlock, [uncle])
    else group.push(uncle)
  }
  return groups
}
