import { type RawAddress, rawAddress } from '../../records/raw-address.ts'
import { RowsetBuilder } from '../../records/rowset-builder.ts'
import { unpackRowset } from '../../records/rowset-unpack.ts'
import { upTo } from '../coverage.ts'
import { decodeBlock } from './block-record.ts'
import { view } from './database.ts'
import { blockKey, blockOfKey, chainAddressKey, type ListName, listKind, listName, placeKey, rowsKey, runKey } from './keys.ts'
import { hasList } from './list-reader.ts'
import { firstRefAt } from './places.ts'
import { refsPerChunk, refsPerUncleBlock, rowsetMaxBytes } from './posting.ts'
import { removeRun } from './runs.ts'
import type { Run } from './state.ts'
import type { WriteContext } from './transaction.ts'

/**
 * Undoes everything above a block. The rows to be undone say themselves which lists they are in, so nothing has to be kept beside them for this: the
 * lists are cut where the first undone row stands. Numbers given to contracts stay given.
 */
export const rollBack = (context: WriteContext, block: number): void => {
  const { stored } = context
  context.kept.forget()
  for (const run of [...stored.runs.transfers]) if (run.last > block) rollBackRows(context, run, block)
  rollBackBlocks(context, block)
  stored.coverage.transfers = upTo(stored.coverage.transfers, block)
  stored.coverage.blocks = upTo(stored.coverage.blocks, block)
  stored.head = Math.min(stored.head, block)
  context.lists.flush()
}

const rollBackRows = (context: WriteContext, run: Run, block: number): void => {
  const { tables, stored } = context
  if (run.first > block) {
    stored.transferRows -= run.rows
    removeRun(context, 'transfers', run)
    return
  }
  const cut = run.chunks === 0 ? 0 : firstRefAt(tables, run, { block: block + 1, tx: 0, log: 0, batch: 0 })
  const names = new Set<ListName>()
  const removed = cutChunks(context, run, cut, names)
  for (const name of names) if (hasList(tables, name)) context.lists.list(name).truncate(cut)
  const places = { start: placeKey(run.id, { block: block + 1, tx: 0, log: 0, batch: 0 }), end: runKey(run.id + 1) }
  for (const key of [...tables.places.getKeys(places)]) tables.places.removeSync(key)
  run.last = block
  run.rows -= removed
  stored.transferRows -= removed
}

/** Takes off the rows from a ref on; answers how many, and adds the lists they may be in. */
const cutChunks = (context: WriteContext, run: Run, cut: number, names: Set<ListName>): number => {
  const { tables } = context
  const firstChunk = Math.floor(cut / refsPerChunk)
  const kept = cut % refsPerChunk
  let removed = 0
  for (let chunk = run.chunks - 1; chunk >= firstChunk; chunk--) {
    const bytes = tables.rows.getBinaryFast(rowsKey(run.id, chunk))
    const rows = bytes ? unpackRowset(view(bytes)) : []
    const cutRows = chunk === firstChunk ? rows.slice(kept) : rows
    for (const row of cutRows) addNames(context, run, row, names)
    removed += cutRows.length
    if (chunk === firstChunk && kept > 0) {
      const builder = new RowsetBuilder(rowsetMaxBytes)
      for (const row of rows.slice(0, kept)) builder.add(row)
      tables.rows.putSync(rowsKey(run.id, chunk), builder.encode())
    } else tables.rows.removeSync(rowsKey(run.id, chunk))
  }
  run.chunks = Math.min(run.chunks, firstChunk + (kept > 0 ? 1 : 0))
  return removed
}

const addNames = (
  { tables, stored }: WriteContext,
  run: Run,
  row: Readonly<Record<'contract' | 'from' | 'to', RawAddress>>,
  names: Set<ListName>,
): void => {
  const contract = tables.contracts.getBinaryFast(chainAddressKey(stored.chain, row.contract))?.readUInt32BE()
  names.add(listName(run.id, listKind.contract, row.contract))
  names.add(listName(run.id, listKind.sender, row.from))
  names.add(listName(run.id, listKind.recipient, row.to))
  for (const address of [row.from, row.to]) {
    names.add(listName(run.id, listKind.address, address))
    if (contract !== undefined) names.add(listName(run.id, listKind.pair, address, contract))
  }
}

const rollBackBlocks = (context: WriteContext, block: number): void => {
  const { tables, stored, lists } = context
  const runOf = (number: number): Run | undefined => stored.runs.blocks.find((run) => run.first <= number && number <= run.last)
  const cut = (run: Run, kind: typeof listKind.producer | typeof listKind.miner, address: RawAddress, ref: number): void => {
    lists.list(listName(run.id, kind, address)).truncate(ref)
    run.rows--
  }
  const range = { start: blockKey(stored.chain, block + 1), end: blockKey(stored.chain + 1, 0) }
  for (const key of [...tables.blocks.getKeys(range)]) {
    const number = blockOfKey(key)
    const bytes = tables.blocks.getBinaryFast(key)
    const run = runOf(number)
    const record = bytes && decodeBlock(number, view(bytes))
    tables.blocks.removeSync(key)
    if (run === undefined || record === undefined) continue
    if (record.validated) {
      cut(run, listKind.producer, rawAddress(record.validated.producer), block + 1)
      stored.blockRows--
    }
    for (const uncle of record.uncles) {
      cut(run, listKind.miner, rawAddress(uncle.miner), (block + 1) * refsPerUncleBlock)
      stored.uncleRows--
    }
  }
  context.lists.flush()
  for (const run of [...stored.runs.blocks]) {
    if (run.first > block) removeRun(context, 'blocks', run)
    else run.last = Math.min(run.last, block)
  }
}
