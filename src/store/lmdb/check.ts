import { isDeepStrictEqual } from 'node:util'
import { readRowset, type TransferRow } from '../../records/rowset.ts'
import { StoreUnusable } from '../port.ts'
import { type Environment, type Tables, view } from './database.ts'
import { chainKey, headKey, postingsKey, rowsKey, runKey, sealKey } from './keys.ts'
import { ListReader } from './list-reader.ts'
import { decodeHead, decodePostings, Postings, postingsPerChunk, refsPerChunk, taggingOf } from './posting.ts'
import { decodeChain, type Run, type StoredChain } from './state.ts'

/**
 * Looks whether what is stored fits together: for every chain that coverage and runs agree and that each run's newest rows can be read. `deep` reads all
 * lists, chunks and seals as well, and compares the rows of a seal with those it was made from.
 */
export const checkIntegrity = ({ tables }: Environment, folder: string, deep: boolean): void => {
  for (const { key, value } of tables.meta.getRange({ start: chainKey(0), end: chainKey(Number.MAX_SAFE_INTEGER) })) {
    try {
      checkChain(tables, decodeChain(value), deep)
    } catch (error) {
      const chainId = key.readUIntBE(5, 3) * 2 ** 32 + key.readUInt32BE(8)
      const reason = error instanceof Error ? error.message : String(error)
      throw new StoreUnusable(`the store in ${folder} is damaged (chain ${chainId}: ${reason}): restore a copy or index anew`, {
        cause: error,
      })
    }
  }
}

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

const checkChain = (tables: Tables, chain: StoredChain, deep: boolean): void => {
  for (const dataset of ['transfers', 'blocks'] as const) {
    const runs = chain.runs[dataset]
    const covered = chain.coverage[dataset]
    for (const run of runs)
      must(
        covered.some((range) => range.from <= run.first && run.last <= range.to),
        `run ${run.id} of blocks ${run.first}-${run.last} is not covered`,
      )
    must(
      sum(covered.map(({ from, to }) => to - from + 1)) === sum(runs.map(({ first, last }) => last - first + 1)),
      `runs and coverage of ${dataset} differ`,
    )
  }
  must(
    sum(chain.runs.transfers.map((run) => run.rows)) === chain.transferRows,
    `${chain.transferRows} rows are counted and the runs differ`,
  )
  for (const run of chain.runs.transfers) {
    if (run.chunks > 0) rowsOfChunk(tables, run.id, run.chunks - 1)
    if (deep) checkRun(tables, run)
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const rowsOfChunk = (tables: Tables, run: number, chunk: number): readonly TransferRow[] => {
  const bytes = tables.rows.getBinaryFast(rowsKey(run, chunk))
  must(bytes !== undefined, `chunk ${chunk} of run ${run} is missing`)
  return bytes ? readRowset(view(bytes)) : []
}

/** Rows of a run by ref. Lists ascend, so that the newest few chunks serve most of a list, and what one list read the next one needs. */
const rowFinder = (tables: Tables, run: number): ((ref: number) => TransferRow | undefined) => {
  const chunks = new Map<number, readonly TransferRow[]>()
  return (ref) => {
    const chunk = Math.floor(ref / refsPerChunk)
    let rows = chunks.get(chunk)
    if (rows === undefined) {
      if (chunks.size >= chunksKept) chunks.clear()
      rows = rowsOfChunk(tables, run, chunk)
      chunks.set(chunk, rows)
    }
    return rows[ref % refsPerChunk]
  }
}
const chunksKept = 4_096

const checkRun = (tables: Tables, run: Run): void => {
  let rows = 0
  for (let chunk = 0; chunk < run.chunks; chunk++) rows += rowsOfChunk(tables, run.id, chunk).length
  must(rows === run.rows, `run ${run.id} has ${rows} rows where ${run.rows} are counted`)
  const rowAt = rowFinder(tables, run.id)
  for (const key of [...tables.heads.getKeys({ start: runKey(run.id), end: runKey(run.id + 1) })]) {
    const name = key.toString('latin1')
    checkList(tables, name)
    checkSeals(tables, name, rowAt)
  }
  for (const key of [...tables.fresh.getKeys({ start: runKey(run.id), end: runKey(run.id + 1) })])
    checkFresh(tables, key.toString('latin1'))
}

/** Fresh postings follow those of the head. */
const checkFresh = (tables: Tables, name: string): void => {
  const list = ListReader.find(tables, name)
  if (list === undefined) return
  must(list.count > list.head.count, `a list has fresh postings where there are none`)
  for (let position = Math.max(1, list.head.count); position < list.count; position++)
    must(list.refAt(position - 1) < list.refAt(position), `fresh posting ${position} of list ${list.head.list} is out of order`)
}

const checkList = (tables: Tables, name: string): void => {
  const postings = new Postings()
  const bytes = tables.heads.getBinaryFast(headKey(name))
  if (bytes === undefined) return
  const head = decodeHead(bytes, taggingOf(name), postings)
  for (let chunk = Math.floor(head.count / postingsPerChunk) - 1, above = postings.refs[0] ?? 0; chunk >= 0; chunk--) {
    if (postings.count === 0) above = Number.POSITIVE_INFINITY
    const value = tables.postings.getBinaryFast(postingsKey(head.list, chunk))
    must(value !== undefined, `chunk ${chunk} of list ${head.list} is missing`)
    if (value) decodePostings({ bytes: value, at: 0 }, taggingOf(name), postings, postingsPerChunk)
    must((postings.refs[postingsPerChunk - 1] ?? 0) < above, `chunk ${chunk} of list ${head.list} is out of order`)
    above = postings.refs[0] ?? 0
  }
}

/** The seals of a list follow each other to where they must end, and each holds the rows its postings name. */
const checkSeals = (tables: Tables, name: string, rowAt: (ref: number) => TransferRow | undefined): void => {
  const list = ListReader.find(tables, name)
  if (list === undefined) return
  const { head } = list
  must(head.sealedTo <= head.count, `the seals of list ${head.list} go beyond it`)
  let position = 0
  while (position < head.sealedTo) {
    const seal = tables.seals.getBinaryFast(sealKey(head.list, position))
    must(seal !== undefined, `seal ${position} of list ${head.list} is missing`)
    const rows = seal ? readRowset(view(seal)) : []
    const last = position + Math.max(1, rows.length)
    must(
      last < head.sealedTo || (last === head.sealedTo && head.openSeal === position),
      `the seals of list ${head.list} do not end with it`,
    )
    for (const [index, row] of rows.entries())
      must(
        isDeepStrictEqual(row, rowAt(list.refAt(position + index))),
        `row ${index} of seal ${position} of list ${head.list} is not the row stored`,
      )
    position = last
  }
}
