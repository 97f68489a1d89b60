import { firstRowAt, type RowPlace } from '../../records/rowset-view.ts'
import type { PageQuery } from '../port.ts'
import { type Tables, view } from './database.ts'
import { placeKey, rowsKey, runKey } from './keys.ts'
import { refsPerChunk } from './posting.ts'
import type { Run } from './state.ts'

/** Refs from `low` up to, not including, `high`. */
export interface RefWindow {
  readonly low: number
  readonly high: number
}

/** The ref of the first row of a run at or behind a place: one seek and one read, wherever it is. */
export const firstRefAt = (tables: Tables, run: Run, place: RowPlace): number => {
  if (place.block > run.last) return Number.POSITIVE_INFINITY
  if (place.block < run.first) return 0
  const start = placeKey(run.id, place)
  for (const { value } of tables.places.getRange({ start, end: runKey(run.id), reverse: true, limit: 1 })) {
    const chunk = value.readUInt32BE()
    const bytes = tables.rows.getBinaryFast(rowsKey(run.id, chunk))
    if (bytes === undefined) throw new Error(`the store is damaged: chunk ${chunk} of run ${run.id} is missing; restore it or index anew`)
    const rows = view(bytes)
    const row = firstRowAt(rows, place)
    return row === rows[1] ? (chunk + 1) * refsPerChunk : chunk * refsPerChunk + row
  }
  return 0
}

/** Which refs of a run a page may show, by its blocks and by the place it follows. */
export const rowWindow = (tables: Tables, run: Run, query: PageQuery): RefWindow => {
  const { after } = query
  const blockStart = (block: number): RowPlace => ({ block, tx: 0, log: 0, batch: 0 })
  let low = query.fromBlock <= run.first ? 0 : firstRefAt(tables, run, blockStart(query.fromBlock))
  let high = query.toBlock >= run.last ? Number.POSITIVE_INFINITY : firstRefAt(tables, run, blockStart(query.toBlock + 1))
  if (after && query.order === 'asc') low = Math.max(low, firstRefAt(tables, run, { ...after, batch: after.batch + 1 }))
  if (after && query.order === 'desc') high = Math.min(high, firstRefAt(tables, run, after))
  return { low, high }
}

/** The runs a page visits, in its order. */
export const runsOf = (runs: readonly Run[], query: PageQuery): readonly Run[] => {
  const visited = runs.filter((run) => run.rows > 0 && run.first <= query.toBlock && run.last >= query.fromBlock)
  return query.order === 'asc' ? visited : visited.reverse()
}
