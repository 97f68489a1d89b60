import type { IndexedBlock, TransferTransaction } from '../../records/block.ts'
import type { Hex } from '../../records/hex.ts'
import { readRowset } from '../../records/rowset.ts'
import type { BlockRange } from '../port.ts'
import { decodeBlock, hashOfBlock } from './block-record.ts'
import { type Tables, view } from './database.ts'
import { blockKey, blockOfKey, rowsKey } from './keys.ts'
import { firstRefAt } from './places.ts'
import { refsPerChunk } from './posting.ts'
import type { StoredChain } from './state.ts'

/** Blocks read in one go. Between two goes the caller may take its time: nothing of the database is held then. */
const blocksPerStep = 128

type Transactions = ReadonlyMap<number, TransferTransaction[]>

/** The transactions of a range, by block. */
const transactionsOf = (tables: Tables, stored: StoredChain, range: BlockRange): Transactions => {
  const found = new Map<number, (TransferTransaction & { transfers: TransferTransaction['transfers'][number][] })[]>()
  for (const run of stored.runs.transfers) {
    if (run.rows === 0 || run.first > range.to || run.last < range.from) continue
    const from = firstRefAt(tables, run, { block: range.from, tx: 0, log: 0, batch: 0 })
    for (let chunk = Math.floor(from / refsPerChunk); chunk < run.chunks; chunk++) {
      const bytes = tables.rows.getBinaryFast(rowsKey(run.id, chunk))
      const rows = bytes ? readRowset(view(bytes)) : []
      for (const { block, transaction, transfer } of rows) {
        if (block.number < range.from || block.number > range.to) continue
        let transactions = found.get(block.number)
        if (transactions === undefined) {
          transactions = []
          found.set(block.number, transactions)
        }
        const last = transactions.at(-1)
        if (last?.index === transaction.index) last.transfers.push(transfer)
        else transactions.push({ ...transaction, transfers: [transfer] })
      }
      if ((rows.at(-1)?.block.number ?? 0) > range.to) break
    }
  }
  return found
}

const stepOf = (tables: Tables, stored: StoredChain, range: BlockRange): IndexedBlock[] => {
  const keys = [
    ...tables.blocks.getKeys({
      start: blockKey(stored.chain, range.from),
      end: blockKey(stored.chain, range.to + 1),
      limit: blocksPerStep,
    }),
  ]
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last) return []
  const transactions = transactionsOf(tables, stored, { from: blockOfKey(first), to: blockOfKey(last) })
  return keys.flatMap((key) => {
    const number = blockOfKey(key)
    const bytes = tables.blocks.getBinaryFast(key)
    if (bytes === undefined) return []
    const { parentHash, validated, ...record } = decodeBlock(number, view(bytes))
    return [
      {
        number,
        ...record,
        parentHash: parentHash ?? hashBelow(tables, stored, number),
        transactions: transactions.get(number) ?? [],
        ...(validated && { validated }),
      },
    ]
  })
}

const hashBelow = (tables: Tables, stored: StoredChain, number: number): Hex => {
  const bytes = tables.blocks.getBinaryFast(blockKey(stored.chain, number - 1))
  if (bytes === undefined) throw new Error(`the store is damaged: block ${number - 1} is missing; restore it or index anew`)
  return hashOfBlock(view(bytes))
}

/** The chain is read anew for each step, so that a long scan neither holds the database back nor follows runs that have since been joined. */
export function* scanBlocks(tables: Tables, current: () => StoredChain | undefined, range: BlockRange): Iterable<IndexedBlock> {
  for (let from = range.from; from <= range.to; ) {
    const stored = current()
    const step = stored ? stepOf(tables, stored, { from, to: range.to }) : []
    yield* step
    const last = step.at(-1)
    if (last === undefined) return
    from = last.number + 1
  }
}
