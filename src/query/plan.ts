import type { Position } from '../store/port.ts'
import type { CursorSigner } from './cursor.ts'
import { type Failure, failure } from './errors.ts'
import { parameterTable, type QueryParameters } from './parameters.ts'
import { type BlockReference, readBlock, readChoice, readPositive } from './values.ts'

/** What every page of rows is asked by, whatever the rows. */
export interface PagePlan {
  readonly chainId: number
  readonly from: BlockReference
  readonly to: BlockReference
  readonly order: 'asc' | 'desc'
  readonly skip: number
  readonly limit: number
  readonly after: Position | undefined
  readonly extended: boolean
  /** The query in one text, without what only cuts it into pages: what its cursors are bound to. */
  readonly binding: string
}

/** The rows any caller can page through by number, and the most one answer holds. */
const windowRows = 10_000

/** A failure has a code, a plan has not. */
export const isFailure = (outcome: object): outcome is Failure => 'code' in outcome

/** A block number in a parameter; never guessed, since a range that is silently widened gives wrong sums. */
export const planBlock = (
  parameters: QueryParameters,
  name: 'startblock' | 'endblock' | 'fromblock' | 'toblock',
): BlockReference | Failure => {
  const sent = parameters[name]
  const block = sent === '' ? Number(parameterTable[name].default) : readBlock(sent)
  return block ?? failure('invalidParameter', name, 'a block number or latest')
}

/** One of the listed values of a parameter; the default where nothing was sent, a failure where it is none of them. */
export const planChoice = <const Choice extends string>(
  name: string,
  sent: string,
  choices: readonly Choice[],
): Choice | undefined | Failure => {
  if (sent === '') return undefined
  return readChoice(sent, choices) ?? failure('invalidParameter', name, choices.join(' or '))
}

interface PageParts {
  readonly chainId: number
  readonly from: BlockReference
  readonly to: BlockReference
  readonly order: 'asc' | 'desc'
  /** What else makes the query the one it is. */
  readonly filters: string
}

/** The page a caller asks for: by number within the window, or behind a cursor. */
export const planPage = (parameters: QueryParameters, parts: PageParts, cursors: CursorSigner): PagePlan | Failure => {
  const { chainId, from, to, order, filters } = parts
  const fields = planChoice('fields', parameters.fields, parameterTable.fields.values)
  if (typeof fields === 'object') return fields
  const errors = planChoice('errors', parameters.errors, parameterTable.errors.values)
  if (typeof errors === 'object') return errors
  const limit = readPositive(parameters.offset, Number(parameterTable.offset.default))
  const page = parameters.cursor === '' ? readPositive(parameters.page, Number(parameterTable.page.default)) : 1
  if (page * limit > windowRows) return failure('windowTooLarge')
  const binding = `${chainId} ${filters} ${from} ${to} ${order}`
  const after = parameters.cursor === '' ? undefined : cursors.read(parameters.cursor, binding)
  if (parameters.cursor !== '' && after === undefined) return failure('invalidCursor')
  return { chainId, from, to, order, skip: (page - 1) * limit, limit, after, extended: fields === 'extended', binding }
}
