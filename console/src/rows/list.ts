import { askRows, type Parameters, type Row } from '../service/ask.ts'
import { type CallFailure, passes } from '../service/failure.ts'
import { mergeNewest } from './merge.ts'

export interface ListState {
  /** Newest first. */
  readonly rows: readonly Row[]
  readonly loading: boolean
  /** Whether the oldest row is there. */
  readonly ended: boolean
  /** More rows than a page should hold: the rest is for the download. */
  readonly full: boolean
  readonly failure: CallFailure | undefined
  /** Rows a reorganisation took away, the last time. */
  readonly undone: number
  /** Counts reorganisations seen while watching. */
  readonly reorganisations: number
  readonly head: number
}

/** The rows of one question: pages by cursor at the end, new rows at the front, and what a reorganisation changes. */
export interface RowList {
  readonly state: () => ListState
  readonly more: (pageRows?: number) => Promise<void>
  /** Looks at the newest page again. `ancestor`: the newest block that a reorganisation left as it was. */
  readonly refresh: (ancestor?: number) => Promise<void>
  readonly stop: () => void
}

export const pageRows = 100
/** About 75 MB of rows: a browser holds that without effort. */
export const maxRows = 50_000
/** How long to wait before a question that may pass by itself is asked again. */
const retryMs = 3_000

const start: ListState = {
  rows: [],
  loading: false,
  ended: false,
  full: false,
  failure: undefined,
  undone: 0,
  reorganisations: 0,
  head: -1,
}

export const createRowList = (question: Parameters, changed: (state: ListState) => void): RowList => {
  const stopping = new AbortController()
  const { signal } = stopping
  let state = start
  let next: string | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let refreshing = false

  const set = (change: Partial<ListState>): void => {
    if (signal.aborted) return
    state = { ...state, ...change }
    changed(state)
  }
  const fail = (failure: CallFailure, again: () => Promise<void>): void => {
    set({ failure, loading: false })
    clearTimeout(retry)
    if (passes(failure.kind)) retry = setTimeout(() => void again(), (failure.retryAfterSeconds ?? 0) * 1000 || retryMs)
  }
  const ask = async (offset: number, cursor: string | undefined) => {
    try {
      return await askRows({ ...question, fields: 'extended', offset: String(offset), cursor: cursor ?? '' }, signal)
    } catch {
      return undefined
    }
  }
  const more = async (rows = pageRows): Promise<void> => {
    if (state.loading || state.ended || state.full) return
    clearTimeout(retry)
    set({ loading: true })
    const before = state.rows
    const outcome = await ask(rows, next)
    if (outcome === undefined) return
    if (!outcome.ok) return fail(outcome.failure, () => more(rows))
    // A refresh that started over meanwhile has other rows, and another end.
    if (before.length > 0 && state.rows.at(-1) !== before.at(-1)) return set({ loading: false })
    next = outcome.value.next
    const all = [...state.rows, ...outcome.value.rows]
    const full = all.length >= maxRows && next !== undefined
    set({ rows: all, loading: false, ended: next === undefined, full, failure: undefined, head: outcome.value.head })
  }
  const refresh = async (ancestor?: number): Promise<void> => {
    if (refreshing || state.loading) return
    // What will not pass is not asked again: a wrong key would only make this address wait.
    if (state.failure !== undefined) return passes(state.failure.kind) ? more() : undefined
    refreshing = true
    const outcome = await ask(pageRows, undefined)
    refreshing = false
    if (outcome === undefined || state.loading) return
    if (!outcome.ok) return fail(outcome.failure, () => refresh(ancestor))
    const { rows: newest, head } = outcome.value
    const merged = mergeNewest(state.rows, newest)
    // Below the newest page nothing was compared: where the reorganisation reached that far, start over.
    const beyond = ancestor !== undefined && Number(newest.at(-1)?.['blockNumber'] ?? 0) > ancestor && state.rows.length > newest.length
    if (merged.restart || beyond) {
      next = outcome.value.next
      const lost = ancestor === undefined ? 0 : state.rows.filter((row) => Number(row['blockNumber']) > ancestor).length
      set({ rows: newest, ended: next === undefined, full: false, failure: undefined, head, ...counted(state, lost) })
      return
    }
    const rows = merged.fresh.length === 0 && merged.undone === 0 ? state.rows : [...merged.fresh, ...state.rows.slice(merged.undone)]
    const first = state.rows.length === 0 && rows.length > 0
    if (first) next = outcome.value.next
    set({ rows, failure: undefined, head, ...(first ? { ended: next === undefined } : {}), ...counted(state, merged.undone) })
  }
  return {
    state: () => state,
    more,
    refresh,
    stop: () => {
      stopping.abort()
      clearTimeout(retry)
    },
  }
}

const counted = ({ undone, reorganisations }: ListState, lost: number): Pick<ListState, 'undone' | 'reorganisations'> =>
  lost === 0 ? { undone, reorganisations } : { undone: lost, reorganisations: reorganisations + 1 }
