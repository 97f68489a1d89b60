import { catalogChecks } from './checks.ts'
import type { SchemaError } from './draft4.ts'
import { JsonFault } from './json/lex.ts'
import { locate } from './json/locate.ts'
import { pointerSteps } from './json/pointer.ts'
import { positionsOf, type TextPosition } from './json/positions.ts'
import { type Scan, scanJson } from './json/scan.ts'
import { decodeText } from './json/text.ts'
import { entryMessage, rootMessage } from './message.ts'
import { type CatalogReport, type Finding, maxDepth, type ValidationLimits } from './report.ts'
import { findWarnings } from './warnings.ts'

type Locate = (pointer: string) => TextPosition

/** Something found, before its place in the text is known; the message may want the places of other pointers too. */
interface Unplaced {
  readonly pointer: string
  readonly keyword: string
  readonly alsoAt: readonly string[]
  readonly message: (place: (pointer: string) => string) => string
}

/** The first `limit` of a list, and how long it is. */
interface Counted<T> {
  readonly listed: T[]
  count: number
}

const counted = <T>(): Counted<T> => ({ listed: [], count: 0 })

const add = <T>(list: Counted<T>, limit: number, make: () => T): void => {
  if (list.count++ < limit) list.listed.push(make())
}

/** A report that nothing could be said of the entries, and why. */
export const unreadable = (position: TextPosition, keyword: string, message: string): CatalogReport => ({
  verdict: 'unreadable',
  entries: 0,
  errors: [{ ...position, pointer: '', keyword, message, identifier: null }],
  errorCount: 1,
  warnings: [],
  warningCount: 0,
})

export const start: TextPosition = { line: 1, column: 1 }

/** The longest identifier a finding repeats. */
const identifierMaxChars = 200

const identifierAt = (root: unknown, pointer: string): string | null => {
  const [step] = pointerSteps(pointer)
  if (step === undefined || !Array.isArray(root)) return null
  const entry: unknown = root[Number(step)]
  if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, 'identifier')) return null
  const { identifier } = entry as { identifier: unknown }
  return typeof identifier === 'string' ? identifier.slice(0, identifierMaxChars) : null
}

const rootFinding = (error: SchemaError): Unplaced => ({
  pointer: '',
  keyword: error.keyword,
  alsoAt: error.keyword === 'uniqueItems' ? [`/${error.params['earlier']}`, `/${error.params['later']}`] : [],
  message: (place) => rootMessage(error, place),
})

const schemaErrors = (root: unknown, limit: number): Counted<Unplaced> => {
  const { root: checkRoot, entry: checkEntry } = catalogChecks()
  const found = counted<Unplaced>()
  for (const error of checkRoot(root)) add(found, limit, () => rootFinding(error))
  for (const [index, entry] of Array.isArray(root) ? root.entries() : []) {
    for (const error of checkEntry(entry)) {
      add(found, limit, () => {
        const message = entryMessage(error)
        return { pointer: `/${index}${error.instancePath}`, keyword: error.keyword, alsoAt: [], message: () => message }
      })
    }
  }
  return found
}

const warningsOf = (root: unknown, limit: number): Counted<Unplaced> => {
  const found = counted<Unplaced>()
  if (Array.isArray(root))
    findWarnings(root, ({ pointer, keyword, message }) =>
      add(found, limit, () => ({ pointer, keyword, alsoAt: [], message: () => message })),
    )
  return found
}

const placed = (root: unknown, where: Locate, { pointer, keyword, message }: Unplaced): Finding => ({
  ...where(pointer),
  pointer,
  keyword,
  message: message((other) => `line ${where(other).line}`),
  identifier: identifierAt(root, pointer),
})

const inFileOrder = (a: TextPosition, b: TextPosition): number => a.line - b.line || a.column - b.column

const duplicateNames = (text: string, root: unknown, { duplicates }: Scan): Finding[] => {
  const positions = positionsOf(
    text,
    duplicates.map(({ offset }) => offset),
  )
  return duplicates.map(({ pointer, offset }) => ({
    ...(positions.get(offset) ?? start),
    pointer,
    keyword: 'duplicateKey',
    message: `"${pointerSteps(pointer).at(-1)}" stands twice in one object; programs differ in which of the two they take`,
    identifier: identifierAt(root, pointer),
  }))
}

const byteOrderMarkWarning: Finding = {
  ...start,
  pointer: '',
  keyword: 'byteOrderMark',
  message: 'the file begins with a byte order mark, which JSON does not allow; it was passed over',
  identifier: null,
}

/** Checks a catalog file. Never throws for what the file holds, and fetches nothing. */
export const validateCatalog = (bytes: Uint8Array, limits: ValidationLimits): CatalogReport => {
  const decoded = decodeText(bytes)
  if (decoded.kind === 'not-utf8') return unreadable({ line: decoded.line, column: decoded.column }, 'utf8', decoded.message)
  const { text, byteOrderMark } = decoded
  let scan: Scan
  try {
    scan = scanJson(text, { maxDepth, maxValues: limits.maxValues, maxDuplicates: limits.maxErrors })
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
    const message = text.trim() === '' ? 'the file is empty' : fault.message
    return unreadable(positionsOf(text, [fault.offset]).get(fault.offset) ?? start, fault.limit ? 'limit' : 'json', message)
  }
  const root: unknown = JSON.parse(text)
  const entries = Array.isArray(root) ? root.length : 0
  if (entries > limits.maxEntries) return unreadable(start, 'limit', `the file has ${entries} entries; ${limits.maxEntries} are the limit`)
  return reportOn(text, root, scan, byteOrderMark, limits.maxErrors)
}

const reportOn = (text: string, root: unknown, scan: Scan, byteOrderMark: boolean, limit: number): CatalogReport => {
  const bySchema = schemaErrors(root, limit)
  const odd = warningsOf(root, limit)
  const pointers = [...bySchema.listed, ...odd.listed].flatMap(({ pointer, alsoAt }) => [pointer, ...alsoAt])
  const where: Locate = pointers.length === 0 ? () => start : locate(text, pointers)
  const errors = [...bySchema.listed.map((found) => placed(root, where, found)), ...duplicateNames(text, root, scan)].sort(inFileOrder)
  const warnings = [
    ...(byteOrderMark ? [byteOrderMarkWarning] : []),
    ...odd.listed.map((found) => placed(root, where, found)).sort(inFileOrder),
  ]
  const errorCount = bySchema.count + scan.duplicateCount
  return {
    verdict: errorCount === 0 ? 'valid' : 'invalid',
    entries: Array.isArray(root) ? root.length : 0,
    errors: errors.slice(0, limit),
    errorCount,
    warnings: warnings.slice(0, limit),
    warningCount: odd.count + (byteOrderMark ? 1 : 0),
  }
}
