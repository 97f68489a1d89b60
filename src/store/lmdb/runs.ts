import { unpackRowset } from '../../records/rowset-unpack.ts'
import type { BlockRange, Dataset } from '../port.ts'
import { decodeBlock } from './block-record.ts'
import { indexBlock } from './block-writer.ts'
import { view } from './database.ts'
import { blockKey, blockOfKey, headKey, postingsKey, rowsKey, runKey, sealKey } from './keys.ts'
import { decodeHead, Postings, postingsPerChunk, taggingOf } from './posting.ts'
import { RowWriter } from './row-writer.ts'
import type { Run } from './state.ts'
import type { WriteContext } from './transaction.ts'

/** Keys count runs in two bytes. Runs that meet are joined, so only ranges that do not touch each other use them up. */
const maxRuns = 60_000

/** A run of at most this many rows is always joined to the run below it when they meet. */
const smallRunRows = 20_000
/** So is one up to this many times as large as the run below it: ranges that arrive newest first leave few runs, and a row is moved seldom. */
const largerTimes = 3
/** No more than this is moved in one transaction, so that a commit stays within seconds. */
const largestMoveRows = 200_000

/** The run a range continues, else a new one. */
export const runFor = (context: WriteContext, dataset: Dataset, range: BlockRange): Run => {
  const runs = context.stored.runs[dataset]
  const continued = runs.find((run) => run.last + 1 === range.from)
  if (continued) {
    continued.last = range.to
    return continued
  }
  let id = 0
  while (context.runIds.has(id)) id++
  if (id > maxRuns)
    throw new Error(`the store holds ${maxRuns} separate block ranges and takes no more: index ranges that touch each other`)
  context.runIds.add(id)
  const run: Run = { id, first: range.from, last: range.to, chunks: 0, rows: 0 }
  runs.push(run)
  runs.sort((a, b) => a.first - b.first)
  return run
}

/** Removes a run with all that is kept by it. Blocks, kept by number, stay. */
export const removeRun = (context: WriteContext, dataset: Dataset, run: Run): void => {
  const { tables, stored, lists } = context
  context.kept.forget()
  const tail = new Postings()
  const range = { start: runKey(run.id), end: runKey(run.id + 1) }
  for (const key of [...tables.heads.getKeys(range)]) {
    const name = key.toString('latin1')
    const bytes = tables.heads.getBinaryFast(headKey(name))
    const head = bytes && decodeHead(bytes, taggingOf(name), tail)
    if (head?.list) {
      for (let chunk = 0; chunk < Math.floor(head.count / postingsPerChunk); chunk++)
        tables.postings.removeSync(postingsKey(head.list, chunk))
      for (const seal of [...tables.seals.getKeys({ start: sealKey(head.list, 0), end: sealKey(head.list + 1, 0) })])
        tables.seals.removeSync(seal)
    }
    tables.heads.removeSync(headKey(name))
  }
  for (const key of [...tables.fresh.getKeys(range)]) tables.fresh.removeSync(key)
  lists.dropRun(run.id)
  for (let chunk = 0; chunk < run.chunks; chunk++) tables.rows.removeSync(rowsKey(run.id, chunk))
  for (const key of [...tables.places.getKeys(range)]) tables.places.removeSync(key)
  stored.runs[dataset].splice(stored.runs[dataset].indexOf(run), 1)
  context.runIds.delete(run.id)
}

const moveRows = (context: WriteContext, upper: Run, lower: Run): void => {
  const { tables, stored } = context
  const rows = Array.from({ length: upper.chunks }, (_, chunk) => {
    const bytes = tables.rows.getBinaryFast(rowsKey(upper.id, chunk))
    return bytes ? unpackRowset(view(bytes)) : []
  }).flat()
  removeRun(context, 'transfers', upper)
  stored.transferRows -= rows.length
  new RowWriter(context, lower).append(rows)
}

const moveBlocks = (context: WriteContext, upper: Run, lower: Run): void => {
  const { tables, stored } = context
  removeRun(context, 'blocks', upper)
  const range = { start: blockKey(stored.chain, upper.first), end: blockKey(stored.chain, upper.last + 1) }
  for (const key of [...tables.blocks.getKeys(range)]) {
    const number = blockOfKey(key)
    const bytes = tables.blocks.getBinaryFast(key)
    if (bytes) lower.rows += indexBlock(context, lower, number, decodeBlock(number, view(bytes)))
  }
}

/**
 * Joins runs that meet: the rows of the upper one are appended to the lower one, unless that would move many for the sake of few. However many ranges
 * arrive out of order, few runs are left.
 */
export const joinRuns = (context: WriteContext, dataset: Dataset): void => {
  const runs = context.stored.runs[dataset]
  for (let i = runs.length - 1; i > 0; i--) {
    const [lower, upper] = [runs[i - 1], runs[i]]
    if (!lower || !upper || lower.last + 1 !== upper.first) continue
    if (upper.rows > largestMoveRows || (upper.rows > smallRunRows && upper.rows > largerTimes * lower.rows)) continue
    // Lists of both runs may be in hand: what is written must be on the table before it is read back.
    context.lists.flush()
    if (dataset === 'transfers') moveRows(context, upper, lower)
    else moveBlocks(context, upper, lower)
    lower.last = upper.last
  }
}
