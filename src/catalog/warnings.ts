import { pointerStep } from './json/pointer.ts'
import { entrySchema } from './schemas.ts'

/** What is odd about a catalog though its schema has nothing to say. Pure; never fails on any JSON value. */
export interface Warning {
  readonly pointer: string
  readonly keyword: 'duplicateIdentifier' | 'emptyString' | 'keyCase' | 'restrictedWithoutComment' | 'noSelfEntry'
  readonly message: string
}

type Entry = Readonly<Record<string, unknown>>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''
const fields: ReadonlySet<string> = new Set(Object.keys(entrySchema.properties))
const fieldByLowerCase: ReadonlyMap<string, string> = new Map([...fields].map((field) => [field.toLowerCase(), field]))
/** Required strings the schema lets be empty: those without a format or pattern. */
const freeTexts = entrySchema.required.filter((field) => {
  const rule = entrySchema.properties[field] as Entry
  return rule['type'] === 'string' && rule['format'] === undefined && rule['pattern'] === undefined
})

const emptyStrings = (entry: Entry, pointer: string): Warning[] =>
  freeTexts
    .filter((field) => Object.hasOwn(entry, field) && isBlank(entry[field]))
    .map((field) => ({ pointer: pointer + pointerStep(field), keyword: 'emptyString', message: `${field} is required, and says nothing` }))

const wrongCase = (entry: Entry, pointer: string): Warning[] =>
  Object.keys(entry).flatMap((name) => {
    const field = fields.has(name) ? undefined : fieldByLowerCase.get(name.toLowerCase())
    if (field === undefined) return []
    const message = `"${name}" is not a field of the schema and is ignored; "${field}" is`
    return [{ pointer: pointer + pointerStep(name), keyword: 'keyCase', message }]
  })

const restricted: ReadonlySet<unknown> = new Set(['restricted public', 'non-public'])

const missingComment = (entry: Entry, pointer: string): Warning[] => {
  const { accessLevel, accessLevelComment } = entry
  if (!restricted.has(accessLevel) || (typeof accessLevelComment === 'string' && !isBlank(accessLevelComment))) return []
  const message = `accessLevel is "${accessLevel}", but accessLevelComment does not say why or how to get access`
  return [{ pointer: `${pointer}/accessLevel`, keyword: 'restrictedWithoutComment', message }]
}

const linksToCatalog = (value: unknown): boolean => typeof value === 'string' && /\/data\.json(?:[?#]|$)/.test(value)

/** The entry that describes the catalog itself: it links to a `data.json`, or has the keyword "catalog". */
const describesCatalog = ({ accessURL, distribution, keyword }: Entry): boolean =>
  linksToCatalog(accessURL) ||
  (Array.isArray(distribution) && distribution.some((item) => isEntry(item) && linksToCatalog(item['accessURL']))) ||
  (Array.isArray(keyword) && keyword.some((word) => typeof word === 'string' && word.toLowerCase() === 'catalog'))

const noSelfEntry: Warning = {
  pointer: '',
  keyword: 'noSelfEntry',
  message: 'no entry describes the catalog itself: by custom the first one does, with the accessURL of this file (…/data.json)',
}

/** Calls `warn` for each, entry by entry, so that the caller may stop listing them. */
export const findWarnings = (entries: readonly unknown[], warn: (warning: Warning) => void): void => {
  const firstWith = new Map<string, number>()
  let selfEntry = false
  for (const [index, entry] of entries.entries()) {
    if (!isEntry(entry)) continue
    const pointer = `/${index}`
    const { identifier } = entry
    selfEntry ||= describesCatalog(entry)
    for (const warning of [...emptyStrings(entry, pointer), ...wrongCase(entry, pointer), ...missingComment(entry, pointer)]) warn(warning)
    if (typeof identifier !== 'string') continue
    const first = firstWith.get(identifier)
    if (first === undefined) firstWith.set(identifier, index)
    else warn({ pointer: `${pointer}/identifier`, keyword: 'duplicateIdentifier', message: `entry ${first} has the same identifier` })
  }
  if (!selfEntry && entries.length > 0) warn(noSelfEntry)
}
