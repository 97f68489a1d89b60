/**
 * Two places where the library reads a draft-04 schema otherwise than the official suite, put into a form both read alike:
 *   beside `$ref` every other keyword is to be ignored, `id` among them; the library applies them. They are left out.
 *   a property named `__proto__` is skipped by the library's `properties`. It is asked for by pattern.
 */
export type Schema = Readonly<Record<string, unknown>>

/** Where draft-04 has schemas inside a schema. */
const oneSchema: ReadonlySet<string> = new Set(['additionalItems', 'additionalProperties', 'not', 'items'])
const schemaLists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'items'])
const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions', 'dependencies'])

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

const mendMap = (map: Schema): Schema =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, isSchema(value) ? mend(value) : value]))

const mendKeyword = (keyword: string, value: unknown): unknown => {
  if (Array.isArray(value)) return schemaLists.has(keyword) ? value.map((item) => (isSchema(item) ? mend(item) : item)) : value
  if (!isSchema(value)) return value
  if (schemaMaps.has(keyword)) return mendMap(value)
  return oneSchema.has(keyword) ? mend(value) : value
}

export const mend = (schema: Schema): Schema => {
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] }
  const mended = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, mendKeyword(keyword, value)]))
  const { properties } = mended
  if (!isSchema(properties) || !Object.hasOwn(properties, '__proto__')) return mended
  const patterns = isSchema(mended['patternProperties']) ? mended['patternProperties'] : {}
  return { ...mended, patternProperties: { ...patterns, '^__proto__$': Reflect.get(properties, '__proto__', null) } }
}
