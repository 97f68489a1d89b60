import { type Check, compileSchema, type SchemaError } from './draft4.ts'
import type { Schema } from './mend.ts'

/** The longest piece of the file a message repeats. */
const shownMaxChars = 80

const show = (value: unknown): string => {
  if (Array.isArray(value) && value.length === 0) return 'an empty array'
  if (value === '') return 'empty'
  // The first characters of a long text are enough: it need not be turned into JSON as a whole.
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, shownMaxChars + 1)) : kindOf(value)
  return text.length > shownMaxChars ? `${text.slice(0, shownMaxChars)}…` : text
}

const kindOf = (value: unknown): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object'
}

/** The first error of a whole file, about its outermost value. */
export const rootMessage = (error: SchemaError, place: (pointer: string) => string): string => {
  if (error.keyword === 'minItems') return 'the catalog is empty; it must hold at least one entry'
  if (error.keyword === 'uniqueItems') {
    const { earlier, later } = error.params
    return `entry ${later} (${place(`/${later}`)}) equals entry ${earlier} (${place(`/${earlier}`)}); each entry may stand once`
  }
  const { data } = error
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (isObject && Array.isArray((data as { dataset?: unknown }).dataset))
    return 'the file is an object with its entries in "dataset", as in version 1.1; version 1.0, which is checked here, is the bare array of entries'
  return `the file is ${show(data)}; a catalog is an array of entries`
}

/** Items looked at for the cause: a list people can mend has fewer, and a hostile one must not cost more. */
const causeMaxItems = 1000
const listChecks = new WeakMap<Schema, Check>()

const checkOfList = (branch: Schema): Check => {
  const check = listChecks.get(branch) ?? compileSchema(branch)
  listChecks.set(branch, check)
  return check
}

/** Which item of a list is at fault: `anyOf` says only that the list is no list allowed. */
const causeInList = (error: SchemaError, field: string): string => {
  const { anyOf } = (error.parentSchema ?? {}) as { anyOf?: readonly Schema[] }
  const branch = anyOf?.find(({ type }) => type === 'array')
  if (!Array.isArray(error.data) || branch === undefined) return ''
  const [cause] = checkOfList(branch)(error.data.slice(0, causeMaxItems))
  if (cause === undefined || cause.keyword === 'minItems') return ''
  if (cause.keyword === 'uniqueItems') return ` (items ${cause.params['earlier']} and ${cause.params['later']} are equal)`
  const place = `${field}${cause.instancePath}`
  if (cause.keyword === 'required') return ` (${place} has no "${cause.params['missingProperty']}")`
  return ` (${place} is ${show(cause.data)})`
}

/** One sentence that names the field, its value and what is allowed: the schema's own description of it. */
export const entryMessage = (error: SchemaError): string => {
  if (error.keyword === 'required') return `"${error.params['missingProperty']}" is missing`
  const { description } = (error.parentSchema ?? {}) as { description?: string }
  const field = error.instancePath === '' ? 'the entry' : error.instancePath.slice(1)
  const allowed = description ?? `what "${error.keyword}" in the schema says`
  return `${field} is ${show(error.data)}${causeInList(error, field)}; allowed: ${allowed}`
}
