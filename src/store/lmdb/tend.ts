import type { PackedRow } from '../../records/packed-row.ts'
import { unpackRow } from '../../records/rowset-unpack.ts'
import { type Tables, view } from './database.ts'
import { Kept } from './kept.ts'
import { addressOfName, kindOfName, listKind, listName, rowsKey, runOfName, sealKey } from './keys.ts'
import type { ListWriter } from './list-writer.ts'
import { refsPerChunk, way } from './posting.ts'
import type { WriteContext } from './transaction.ts'

/** From this many rows on, an address has lists of its own for each contract and each side, and its rows are sealed. Fewer are looked through: eight chunks of postings at most. */
const promotionRows = 1_024
/** From this many rows on, those of a busy address with one contract, or on one side, are sealed too; fewer are read one by one. */
const narrowSealRows = 64
const narrowKinds: ReadonlySet<number> = new Set([listKind.pair, listKind.sender, listKind.recipient])

/** Rows of the batch in hand, of one run: they need not be read back. */
export interface RecentRows {
  readonly run: number
  /** The ref that stands first in `rows`; a place without a row is empty. */
  readonly first: number
  readonly rows: (PackedRow | undefined)[]
}

/** Narrows and seals those of the lists settled since the last call that have become long enough; what is sealed takes the new rows. */
export const tendLists = (context: WriteContext, recent?: RecentRows): void => {
  const { lists } = context
  while (lists.settled.length > 0) {
    const settled = lists.settled
    lists.settled = []
    for (const list of settled) {
      const kind = kindOfName(list.name)
      if (kind === listKind.address) {
        if (list.head.count >= promotionRows && !list.promoted) promote(context, list)
        if (list.promoted) seal(context, list, recent)
      }
      if (narrowKinds.has(kind) && (list.head.sealedTo > 0 || list.head.count >= narrowSealRows)) seal(context, list, recent)
    }
  }
}

/** Makes the lists that narrow the one of an address, from its postings alone. */
const promote = ({ lists }: WriteContext, list: ListWriter): void => {
  const [run, address] = [runOfName(list.name), addressOfName(list.name)]
  list.head.promoted = true
  list.forEach(0, (ref, ways, contract) => {
    lists.list(listName(run, listKind.pair, address, contract)).append(ref, ways, 0)
    if (ways & way.out) lists.list(listName(run, listKind.sender, address)).append(ref, 0, 0)
    if (ways & way.in) lists.list(listName(run, listKind.recipient, address)).append(ref, 0, 0)
  })
}

/** Copies rows into sets, each as full as a page allows; the last is kept open, and written anew when rows come to it. */
const seal = ({ tables, stored, kept }: WriteContext, list: ListWriter, recent: RecentRows | undefined): void => {
  const { head } = list
  if (head.sealedTo === head.count) return
  const run = runOfName(list.name)
  // What is remembered belongs to one chain, and goes when that is undone.
  const memory = stored.runs.transfers.some(({ id }) => id === run) ? kept : new Kept()
  const known = recent?.run === run ? recent : undefined
  const builder = memory.take(list)
  const put = () => tables.seals.putSync(sealKey(list.number(), head.openSeal), builder.encodeShared())
  list.forEach(head.openSeal + builder.rows, (ref) => {
    const row = (known && ref >= known.first && known.rows[ref - known.first]) || storedRow(tables, run, ref)
    if (builder.add(row)) return
    put()
    head.openSeal += builder.rows
    builder.clear()
    builder.add(row)
  })
  put()
  head.sealedTo = head.count
  memory.keep(list, builder)
}

const storedRow = (tables: Tables, run: number, ref: number): PackedRow => {
  const chunk = Math.floor(ref / refsPerChunk)
  const bytes = tables.rows.getBinaryFast(rowsKey(run, chunk))
  if (bytes === undefined) throw new Error(`the store is damaged: chunk ${chunk} of run ${run} is missing; restore it or index anew`)
  return unpackRow(view(bytes), ref % refsPerChunk)
}
