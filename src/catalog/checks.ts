import { type Check, compileSchema } from './draft4.ts'
import type { Schema } from './mend.ts'
import { catalogSchema, entrySchema } from './schemas.ts'

/**
 * The catalog schema in two halves: the rules of the array, and the rule of each element. Draft-04 judges elements each by itself, so the halves say together
 * what the whole says, and the errors of one entry can be counted and dropped before the next is looked at.
 */
export interface CatalogChecks {
  readonly root: Check
  readonly entry: Check
}

let compiled: CatalogChecks | undefined

/** Compiled once, on first use. */
export const catalogChecks = (): CatalogChecks => {
  const { items, ...rootRules } = catalogSchema
  const others = { [items.$ref]: entrySchema as unknown as Schema }
  compiled ??= { root: compileSchema(rootRules), entry: compileSchema({ ...items }, others) }
  return compiled
}
