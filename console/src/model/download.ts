import type { Column } from '../../../src/records/columns.ts'
import { askRows, type Parameters, type Row } from '../service/ask.ts'
import { type CallFailure, passes } from '../service/failure.ts'
import { csvHead, csvRows } from './csv.ts'

export type FileForm = 'csv' | 'json'

export interface Progress {
  readonly rows: number
  /** The block the last row is of. */
  readonly block: number | undefined
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  readonly failure: CallFailure | undefined
}

/** The most one answer holds. */
const pageRows = 10_000
/** In a row; a limit or a restart of the service passes within that. */
const maxAttempts = 10
const retryMs = 2_000

/**
 * Writes rows into a file piece by piece. Each piece becomes a Blob at once, which browsers keep outside the page's memory and on disk when there are many;
 * the file is put together from them without being copied.
 */
export const createFile = (form: FileForm, columns: readonly Column[]) => {
  const pieces: Blob[] = [new Blob([form === 'csv' ? csvHead(columns) : '['])]
  let count = 0
  return {
    add: (rows: readonly Row[]): void => {
      if (rows.length === 0) return
      const json = (): string => `${count === 0 ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`
      pieces.push(new Blob([form === 'csv' ? csvRows(columns, rows) : json()]))
      count += rows.length
    },
    finish: (): Blob => new Blob([...pieces, form === 'csv' ? '' : '\n]\n'], { type: form === 'csv' ? 'text/csv' : 'application/json' }),
  }
}

/** Hands a file to the person. */
export const save = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken hold of the file when the click returns; some need a moment.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Follows the cursors of a question to its end; what was fetched stays in the file, also where it breaks off. */
export const downloadAll = async (
  question: Parameters,
  add: (rows: readonly Row[]) => void,
  report: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Progress['state']> => {
  let rows = 0
  let block: number | undefined
  let cursor = ''
  let attempts = 0
  const tell = (state: Progress['state'], failure?: CallFailure): Progress['state'] => {
    report({ rows, block, state, failure })
    return state
  }
  tell('running')
  while (!signal.aborted) {
    const outcome = await askRows({ ...question, fields: 'extended', offset: String(pageRows), cursor }, signal).catch(() => undefined)
    if (outcome === undefined) break
    if (!outcome.ok) {
      if (!passes(outcome.failure.kind) || ++attempts >= maxAttempts) return tell('failed', outcome.failure)
      tell('running', outcome.failure)
      await pause((outcome.failure.retryAfterSeconds ?? 0) * 1000 || retryMs, signal)
      continue
    }
    attempts = 0
    add(outcome.value.rows)
    rows += outcome.value.rows.length
    block = Number(outcome.value.rows.at(-1)?.['blockNumber'] ?? block)
    if (outcome.value.next === undefined) return tell('done')
    cursor = outcome.value.next
    tell('running')
  }
  return tell('stopped')
}
