import type { Hex } from '../records/hex.ts'
import type { BlockRow, MaybePromise, PageEnd, UncleRow } from '../store/port.ts'
import { type Answer, succeeded } from './answer.ts'
import type { QueryContext } from './context.ts'
import type { CursorSigner } from './cursor.ts'
import { blockBody, blockRowText, blockRowTextExtended, uncleRowText, uncleRowTextExtended } from './encode/block-encoder.ts'
import { type Failure, failure } from './errors.ts'
import { andThen } from './maybe.ts'
import { answerPage, nextCursor, noRows, type PageView } from './page.ts'
import { parameterTable, type QueryParameters } from './parameters.ts'
import { isFailure, type PagePlan, planBlock, planChoice, planPage } from './plan.ts'
import { readAddress, readChoice } from './values.ts'

/** Blocks an address validated, or uncles it mined. */
interface BlockPlan {
  readonly page: PagePlan
  readonly address: Hex
  readonly kind: 'blocks' | 'uncles'
}

export const planBlocks = (chainId: number, parameters: QueryParameters, cursors: CursorSigner): BlockPlan | Failure => {
  if (parameters.address === '') return failure('missingAddress')
  const address = readAddress(parameters.address)
  if (address === undefined) return failure('invalidAddress')
  const kind = readChoice(parameters.blocktype, parameterTable.blocktype.values) ?? 'blocks'
  const from = planBlock(parameters, 'fromblock')
  if (typeof from === 'object') return from
  const to = planBlock(parameters, 'toblock')
  if (typeof to === 'object') return to
  const order = planChoice('order', parameters.order, parameterTable.order.values)
  if (typeof order === 'object') return order
  const filters = `getminedblocks ${address} ${kind}`
  const page = planPage(parameters, { chainId, from, to, order: order ?? 'desc', filters }, cursors)
  return isFailure(page) ? page : { page, address, kind }
}

export const answerBlocks = (context: QueryContext, { page, address, kind }: BlockPlan): MaybePromise<Answer> =>
  answerPage(context, page, kind, (view) => encodeBlocks(context, page, address, kind, view))

const encodeBlocks = (
  context: QueryContext,
  plan: PagePlan,
  address: Hex,
  kind: BlockPlan['kind'],
  { snapshot, query, basis }: PageView,
): MaybePromise<Answer> => {
  const rows: string[] = []
  const blockText = plan.extended ? blockRowTextExtended : blockRowText
  const uncleText = plan.extended ? uncleRowTextExtended : uncleRowText
  const asked = { ...query, address }
  const found: MaybePromise<PageEnd> =
    kind === 'blocks'
      ? snapshot.blocks(asked, (row: BlockRow) => rows.push(blockText(row)))
      : snapshot.uncles(asked, (row: UncleRow) => rows.push(uncleText(row)))
  return andThen(found, (end) => {
    if (end.rows === 0) return noRows(basis)
    const body = blockBody(rows)
    return succeeded([body], body.length, end.rows, basis, nextCursor(context, plan, end))
  })
}
