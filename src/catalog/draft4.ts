import { _, type CodeKeywordDefinition, type ErrorObject, type FuncKeywordDefinition, type SchemaValidateFunction } from 'ajv'
import draft4 from 'ajv-draft-04'
import { firstEqualPair } from './canonical.ts'
import { formats } from './formats.ts'
import { mend, type Schema } from './mend.ts'

/**
 * JSON Schema draft-04 by Ajv, with two keywords put in the place of its own: `uniqueItems` in linear time (its own compares every pair), and `anyOf` that
 * fails with one error instead of all those of its branches, and never collects them. Patterns stand any length of text. See docs/CATALOG.md for how it stands on the official suite.
 */
const equalItems: SchemaValidateFunction = (wanted: boolean, items: readonly unknown[]) => {
  const pair = wanted ? firstEqualPair(items) : undefined
  if (pair === undefined) return true
  equalItems.errors = [{ keyword: 'uniqueItems', params: { earlier: pair[0], later: pair[1] } }]
  return false
}

const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  validate: equalItems,
}

const anyOf: CodeKeywordDefinition = {
  keyword: 'anyOf',
  schemaType: 'array',
  trackErrors: true,
  code: (context) => {
    const { gen } = context
    const branches = context.schema as readonly unknown[]
    const valid = gen.let('valid', false)
    const branchValid = gen.name('_valid')
    gen.block(() => {
      for (const index of branches.keys()) {
        context.subschema({ keyword: 'anyOf', schemaProp: index, compositeRule: true, createErrors: false, allErrors: false }, branchValid)
        gen.assign(valid, _`${valid} || ${branchValid}`)
        gen.if(_`!${valid}`)
      }
    })
    const dropErrorsOfBranches = (): void => context.reset()
    context.result(valid, dropErrorsOfBranches, () => {
      dropErrorsOfBranches()
      context.error(true)
    })
  },
}

/** The engine gives up with a `RangeError` where a text of megabytes needs too much of its stack; no such text is what a pattern is meant to find. */
const patientRegExp = (pattern: string, flags: string): RegExp => {
  const expression = new RegExp(pattern, flags)
  const test = (text: string): boolean => {
    try {
      return RegExp.prototype.test.call(expression, text)
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }
  return Object.assign(expression, { test })
}
/** What Ajv would write into code it saves to a file, which is never done here. */
const regExp = Object.assign(patientRegExp, { code: 'new RegExp' })

export type SchemaError = ErrorObject<string, Record<string, unknown>, unknown>
export type Check = (value: unknown) => readonly SchemaError[]

/** A checker for `schema`; `$ref` finds the schemas of `others` by their address and nothing else: no address is ever fetched. */
export const compileSchema = (schema: Schema, others: Readonly<Record<string, Schema>> = {}): Check => {
  const ajv = new draft4.default({
    allErrors: true,
    strict: false, // schemas of others may hold keywords that mean nothing here
    ownProperties: true, // a member is what the file holds, not what JavaScript's objects inherit
    verbose: true, // messages are made from the value and the schema it failed
    messages: false,
    logger: false,
    code: { regExp },
    formats,
  })
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems)
  ajv.removeKeyword('anyOf').addKeyword(anyOf)
  for (const [address, other] of Object.entries(others)) ajv.addSchema(mend(other), address)
  const validate = ajv.compile(mend(schema))
  return (value) => (validate(value) ? [] : ((validate.errors ?? []) as SchemaError[]))
}
