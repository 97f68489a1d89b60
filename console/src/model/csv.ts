import type { Column } from '../../../src/records/columns.ts'
import type { Row } from '../service/ask.ts'

/** What a spreadsheet would take for a formula when it stands first. Only texts can: everything else is digits or 0x. */
const formula = /^[=+\-@\t\r]/

const field = (text: string, kind: Column['kind']): string => {
  const safe = kind === 'text' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvHead = (columns: readonly Column[]): string => `${columns.map(({ name }) => name).join(',')}\r\n`

/** RFC 4180, lines ended by CR LF. */
export const csvRows = (columns: readonly Column[], rows: readonly Row[]): string =>
  rows.map((row) => `${columns.map(({ name, kind }) => field(row[name] ?? '', kind)).join(',')}\r\n`).join('')
