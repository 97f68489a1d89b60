import { rawAddress } from '../../records/raw-address.ts'
import { type RowFilter, rowMatches } from '../../records/rowset-view.ts'
import { type PageEnd, QueryTimeout, type RowSink, type TransferQuery } from '../port.ts'
import { type Tables, view } from './database.ts'
import { rowsKey } from './keys.ts'
import { RowPage } from './page.ts'
import { type RefWindow, rowWindow, runsOf } from './places.ts'
import { makePlan, type Plan } from './plan.ts'
import { refsPerChunk } from './posting.ts'
import type { Run, StoredChain } from './state.ts'
import { hasRef, isExact, type Stream, StreamCursor, UnionCursor } from './stream.ts'

/** Postings looked at between two looks at the clock: a few tens of microseconds of work. */
const postingsPerClock = 512

const makeTick = (deadline: number): (() => void) => {
  let count = 0
  return () => {
    if (++count % postingsPerClock === 0 && performance.now() > deadline)
      throw new QueryTimeout(`the query looked at ${count} postings and ran out of time: ask for fewer blocks or fewer filters`)
  }
}

/** The one list whose postings are exactly the rows asked for; undefined where rows must be looked for. */
const exactStream = (plan: Plan, filtered: boolean): Stream | undefined => {
  const [group = [], ...others] = plan
  const [stream, ...alternatives] = group
  return !filtered && others.length === 0 && alternatives.length === 0 && stream && isExact(stream) ? stream : undefined
}

const rowFilterOf = (query: TransferQuery): RowFilter | undefined =>
  query.tokenId === undefined && query.operator === undefined
    ? undefined
    : { tokenId: query.tokenId, operator: query.operator && Buffer.from(rawAddress(query.operator), 'latin1') }

/** The refs of a run that a plan and a filter leave, in order; -1 at the end. */
const matchingRefs = (
  tables: Tables,
  run: Run,
  plan: Plan,
  filter: RowFilter | undefined,
  window: RefWindow,
  query: TransferQuery,
  tick: () => void,
): (() => number) => {
  const size = (group: readonly Stream[]): number => group.reduce((sum, { list }) => sum + list.count, 0)
  const [driver = [], ...others] = [...plan].sort((a, b) => size(a) - size(b))
  const cursor = new UnionCursor(
    driver.map((stream) => new StreamCursor(stream, window, query.order, tick)),
    query.order,
  )
  const passes = (ref: number): boolean => {
    if (!others.every((group) => group.some((stream) => hasRef(stream, ref)))) return false
    if (filter === undefined) return true
    const bytes = tables.rows.getBinaryFast(rowsKey(run.id, Math.floor(ref / refsPerChunk)))
    return bytes !== undefined && rowMatches(view(bytes), ref % refsPerChunk, filter)
  }
  return () => {
    let ref = cursor.next()
    while (ref !== -1 && !passes(ref)) ref = cursor.next()
    return ref
  }
}

/** How much of a page is still to be passed over and to be found, over its runs. */
interface Rest {
  skip: number
  limit: number
}

/** Answers whether a row follows the page. */
const exactPage = (page: RowPage, run: Run, { list }: Stream, window: RefWindow, rest: Rest, query: TransferQuery): boolean => {
  const low = window.low === 0 ? 0 : list.lowerBound(window.low)
  const high = window.high === Number.POSITIVE_INFINITY ? list.count : list.lowerBound(window.high)
  const there = Math.max(0, high - low)
  const skipped = Math.min(rest.skip, there)
  const taken = Math.min(rest.limit, there - skipped)
  rest.skip -= skipped
  rest.limit -= taken
  page.positions(list, run.id, query.order === 'asc' ? low + skipped : high - 1 - skipped, taken)
  return skipped + taken < there
}

const searchedPage = (page: RowPage, run: Run, next: () => number, rest: Rest): boolean => {
  const refs: number[] = []
  let ref = next()
  for (; ref !== -1 && rest.skip > 0; ref = next()) rest.skip--
  for (; ref !== -1 && rest.limit > 0; ref = next()) {
    refs.push(ref)
    rest.limit--
  }
  page.refs(run.id, refs)
  return ref !== -1
}

export const queryTransfers = (tables: Tables, stored: StoredChain, query: TransferQuery, sink: RowSink): PageEnd => {
  const page = new RowPage(tables, sink, query.order)
  const rest = { skip: query.skip, limit: query.limit }
  const filter = rowFilterOf(query)
  const planFor = makePlan(tables, stored, query)
  const tick = makeTick(query.deadline)
  for (const run of runsOf(stored.runs.transfers, query)) {
    const plan = planFor(run.id)
    if (plan.some((group) => group.length === 0)) continue
    const window = rowWindow(tables, run, query)
    const exact = exactStream(plan, filter !== undefined)
    const more = exact
      ? exactPage(page, run, exact, window, rest, query)
      : searchedPage(page, run, matchingRefs(tables, run, plan, filter, window, query, tick), rest)
    if (more) return page.end(true)
  }
  return page.end(false)
}
