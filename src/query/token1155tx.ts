import type { Hex } from '../records/hex.ts'
import type { MaybePromise, PageQuery, TransferQuery } from '../store/port.ts'
import { type Answer, succeeded } from './answer.ts'
import type { QueryContext } from './context.ts'
import type { CursorSigner } from './cursor.ts'
import { type Failure, failure } from './errors.ts'
import { andThen } from './maybe.ts'
import { answerPage, nextCursor, noRows, type PageView } from './page.ts'
import { parameterTable, type QueryParameters } from './parameters.ts'
import { isFailure, type PagePlan, planBlock, planChoice, planPage } from './plan.ts'
import { readAddress, readChoice, readTokenId } from './values.ts'

/** ERC-1155 transfers of an address, a contract, a sender, a recipient. */
interface TransferPlan {
  readonly page: PagePlan
  readonly filter: TransferFilter
}

type TransferFilter = Pick<TransferQuery, 'address' | 'contract' | 'from' | 'to' | 'fromTo' | 'direction' | 'tokenId' | 'operator'>

export const planTransfers = (chainId: number, parameters: QueryParameters, cursors: CursorSigner): TransferPlan | Failure => {
  const filter = planFilter(parameters)
  if (isFailure(filter)) return filter
  const from = planBlock(parameters, 'startblock')
  if (typeof from === 'object') return from
  const to = planBlock(parameters, 'endblock')
  if (typeof to === 'object') return to
  const order = readChoice(parameters.sort, parameterTable.sort.values) ?? 'asc'
  const page = planPage(parameters, { chainId, from, to, order, filters: filterText(filter) }, cursors)
  return isFailure(page) ? page : { page, filter }
}

const planFilter = (sent: QueryParameters): TransferFilter | Failure => {
  if (sent.address === '' && sent.contractaddress === '' && sent.from === '' && sent.to === '') return failure('nothingToSearchBy')
  const [address, from, to] = [readAddress(sent.address), readAddress(sent.from), readAddress(sent.to)]
  if (wrong(sent.address, address) || wrong(sent.from, from) || wrong(sent.to, to)) return failure('invalidAddress')
  const contract = readAddress(sent.contractaddress)
  if (wrong(sent.contractaddress, contract)) return failure('invalidContractAddress')
  if (sent.address !== '' && (sent.from !== '' || sent.to !== '')) return failure('addressWithFromTo')
  const narrowed = planNarrowing(sent)
  if (isFailure(narrowed)) return narrowed
  const { fromTo, direction, tokenId, operator } = narrowed
  return { address, contract, from, to, fromTo, direction, tokenId, operator }
}

const wrong = (sent: string, read: Hex | undefined): boolean => sent !== '' && read === undefined

/** What narrows a search and is none by itself. */
const planNarrowing = (parameters: QueryParameters): Pick<TransferFilter, 'fromTo' | 'direction' | 'tokenId' | 'operator'> | Failure => {
  const fromTo = planChoice('fromto_opr', parameters.fromto_opr, parameterTable.fromto_opr.values)
  if (typeof fromTo === 'object') return fromTo
  const direction = planChoice('direction', parameters.direction, parameterTable.direction.values)
  if (typeof direction === 'object') return direction
  if (direction !== undefined && parameters.address === '') return failure('invalidParameter', 'direction', 'an address with it')
  const tokenId = readTokenId(parameters.tokenid)
  if (parameters.tokenid !== '' && tokenId === undefined)
    return failure('invalidParameter', 'tokenid', 'a decimal or 0x-prefixed hexadecimal number of at most 256 bits')
  const operator = readAddress(parameters.operator)
  if (wrong(parameters.operator, operator)) return failure('invalidParameter', 'operator', '0x and 40 hexadecimal digits')
  return { fromTo: fromTo ?? 'and', direction, tokenId, operator }
}

const filterText = ({ address, contract, from, to, fromTo, direction, tokenId, operator }: TransferFilter): string =>
  `token1155tx ${address ?? ''} ${contract ?? ''} ${from ?? ''} ${to ?? ''} ${fromTo} ${direction ?? ''} ${tokenId ?? ''} ${operator ?? ''}`

export const answerTransfers = (context: QueryContext, { page, filter }: TransferPlan): MaybePromise<Answer> =>
  answerPage(context, page, 'transfers', (view) => encodeTransfers(context, page, filter, view))

const encodeTransfers = (
  context: QueryContext,
  plan: PagePlan,
  filter: TransferFilter,
  { snapshot, query, basis }: PageView,
): MaybePromise<Answer> => {
  const { chainId, extended } = plan
  const page = context.encoder.open({ chainId, head: basis.head, extended })
  const find = (): MaybePromise<Answer> =>
    andThen(snapshot.transfers(narrowedBy(query, filter), page.take), (end) => {
      if (end.rows === 0) {
        page.abandon()
        return noRows(basis)
      }
      const next = nextCursor(context, plan, end)
      const tokenOf = (contract: Hex) => context.tokenOverrides.get(`${chainId}:${contract}`) ?? snapshot.token(contract)
      return andThen(page.finish(tokenOf), ({ body, bytes, release }) => succeeded(body, bytes, end.rows, basis, next, release))
    })
  return abandoning(page.abandon, find)
}

/** Field by field: spreading two objects into one takes as long as finding the page's lists. */
const narrowedBy = (page: PageQuery, filter: TransferFilter): TransferQuery => ({
  fromBlock: page.fromBlock,
  toBlock: page.toBlock,
  order: page.order,
  skip: page.skip,
  limit: page.limit,
  after: page.after,
  deadline: page.deadline,
  address: filter.address,
  contract: filter.contract,
  from: filter.from,
  to: filter.to,
  fromTo: filter.fromTo,
  direction: filter.direction,
  tokenId: filter.tokenId,
  operator: filter.operator,
})

/** Gives back what a page holds where finding it fails. */
const abandoning = <T>(abandon: () => void, work: () => MaybePromise<T>): MaybePromise<T> => {
  const rethrow = (error: unknown): never => {
    abandon()
    throw error
  }
  try {
    const value = work()
    return value instanceof Promise ? value.catch(rethrow) : value
  } catch (error) {
    return rethrow(error)
  }
}
