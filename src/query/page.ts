import { type ChainState, type MaybePromise, type PageEnd, type PageQuery, QueryTimeout, type Snapshot } from '../store/port.ts'
import { type Answer, type Basis, failed, succeeded } from './answer.ts'
import type { QueryContext } from './context.ts'
import { basisOf, completeRanges, firstGap, type Listed } from './coverage.ts'
import { emptyBody } from './envelope.ts'
import { failure } from './errors.ts'
import { andThen, recover } from './maybe.ts'
import type { PagePlan } from './plan.ts'
import type { BlockReference } from './values.ts'

/** One consistent look at a chain, with the range of blocks a page is to be found in. */
export interface PageView {
  readonly snapshot: Snapshot
  readonly query: PageQuery
  readonly basis: Basis
}

/**
 * Answers a page: looks at the chain, makes sure that what is asked is indexed, and lets the operation find the rows. Blocks that are not indexed are
 * never answered as an empty list, unless the operator chose to serve what there is.
 */
export const answerPage = (
  context: QueryContext,
  plan: PagePlan,
  listed: Listed,
  find: (view: PageView) => MaybePromise<Answer>,
): MaybePromise<Answer> =>
  andThen(context.store.snapshot(plan.chainId), (snapshot) => {
    if (snapshot === undefined) return nothingKnown(context, plan)
    const { state } = snapshot
    const basis = basisOf(state, listed)
    const asked = { from: blockNumber(plan.from, state), to: blockNumber(plan.to, state) }
    if (asked.from > asked.to) return noRows(basis)
    const gap = context.incomplete === 'refuse' ? firstGap(completeRanges(state, listed), inScope(asked, state, context)) : undefined
    if (gap !== undefined) return failed(failure('indexIncomplete', gap.from, gap.to, plan.chainId), basis)
    const query = {
      fromBlock: asked.from,
      toBlock: state.head === -1 ? asked.to : Math.min(asked.to, state.head),
      order: plan.order,
      skip: plan.skip,
      limit: plan.limit,
      after: plan.after,
      deadline: performance.now() + context.queryTimeoutMs,
    }
    if (query.fromBlock > query.toBlock) return noRows(basis)
    return recover(
      () => find({ snapshot, query, basis }),
      (error) => {
        if (error instanceof QueryTimeout) return failed(failure('queryTimeout'), basis)
        throw error
      },
    )
  })

/** A page without rows, also one past the end. */
export const noRows = (basis: Basis): Answer => succeeded([emptyBody], emptyBody.length, 0, basis, undefined)

export const nextCursor = (context: QueryContext, plan: PagePlan, end: PageEnd): string | undefined =>
  end.more && end.last !== undefined ? context.cursors.write(end.last, plan.binding) : undefined

const blockNumber = (reference: BlockReference, state: ChainState): number => (reference === 'latest' ? Math.max(state.head, 0) : reference)

/** From the chain's first block in scope to its head. Before any head is known nothing can be told to be above it. */
const inScope = ({ from, to }: { from: number; to: number }, state: ChainState, { startBlocks }: QueryContext) => ({
  from: Math.max(from, state.startBlock, startBlocks?.get(state.chainId) ?? 0),
  to: state.head === -1 ? to : Math.min(to, state.head),
})

/** The chain is served, and the indexer has not made it known to the store yet. */
const nothingKnown = (context: QueryContext, { from, to, chainId }: PagePlan): Answer => {
  const basis = { head: -1, finalized: -1, coverage: '' }
  const first = from === 'latest' ? 0 : from
  const last = to === 'latest' ? first : to
  if (first > last || context.incomplete === 'serve') return noRows(basis)
  return failed(failure('indexIncomplete', first, last, chainId), basis)
}
