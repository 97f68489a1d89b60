import type { CatalogReport, Finding } from './report.ts'

/** A report as lines for people: `file:line:column pointer keyword message [entry identifier]`, warnings marked, a summary last. */
export interface RenderOptions {
  readonly file: string
  readonly color: boolean
}

type Paint = (text: string) => string

const ansi = (code: number, on: boolean): Paint => (on ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text)

/** What a file holds must not steer the terminal: control characters, also those of C1 and of writing direction, are written out. */
const steering = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
const plain = (text: string): string => text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const several = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const entryCount = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`

const verdictLine = ({ verdict, entries, errorCount, warningCount }: CatalogReport): string => {
  if (verdict === 'unreadable') return 'unreadable'
  const counts = [
    ...(errorCount > 0 ? [several(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [several(warningCount, 'warning')] : []),
  ]
  return `${verdict}: ${entryCount(entries)}${counts.length > 0 ? `, ${counts.join(', ')}` : ''}`
}

const restLine = (listed: number, count: number, what: string): string[] =>
  count > listed ? [`… and ${several(count - listed, `more ${what}`)} (--max-errors lists more)`] : []

export const renderReport = (report: CatalogReport, { file, color }: RenderOptions): string => {
  const [red, yellow, green, bold] = [ansi(31, color), ansi(33, color), ansi(32, color), ansi(1, color)]
  const name = plain(file)
  const line = (finding: Finding, mark: string, paint: Paint): string => {
    const { line, column, pointer, keyword, message, identifier } = finding
    const entry = identifier === null ? '' : ` [${plain(identifier)}]`
    return `${bold(`${name}:${line}:${column}`)} ${mark}${plain(pointer) || '""'} ${paint(keyword)} ${plain(message)}${entry}`
  }
  const { errors, warnings, errorCount, warningCount } = report
  return [
    ...errors.map((finding) => line(finding, '', red)),
    ...restLine(errors.length, errorCount, 'error'),
    ...warnings.map((finding) => line(finding, 'warning ', yellow)),
    ...restLine(warnings.length, warningCount, 'warning'),
    `${name}: ${(report.verdict === 'valid' ? green : red)(verdictLine(report))}`,
    '',
  ].join('\n')
}
