import type { Hex } from '../records/hex.ts'
import type { MaybePromise, TransferQuery } from '../store/port.ts'
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

const planFilter = (parameters: QueryParameters): TransferFilter | Failure => {
  const { address, contractaddress, from, to } = parameters
  if (address === '' && contractaddress === '' && from === '' && to === '') return failure('nothingToSearchBy')
  const named = { address: readAddress(address), from: readAddress(from), to: readAddress(to), contract: readAddress(contractaddress) }
  if (wrong(address, named.address) || wrong(from, named.from) || wrong(to, named.to)) return failure('invalidAddress')
  if (wrong(contractaddress, named.contract)) return failure('invalidContractAddress')
  if (address !== '' && (from !== '' || to !== '')) return failure('addressWithFromTo')
  const narrowed = planNarrowing(parameters)
  return isFailure(narrowed) ? narrowed : { ...present(named), ...narrowed }
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
  return { fromTo: fromTo ?? 'and', ...present({ direction, tokenId, operator }) }
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Without the keys that have no value: for the store, absent and undefined are different. */
const present = <T extends object>(values: T): Present<T> => {
  const out: Present<T> = {}
  for (const key in values) if (values[key] !== undefined) out[key] = values[key] as Exclude<T[typeof key], undefined>
  return out
}

const filterText = ({ address, contract, from, to, fromTo, direction, tokenId, operator }: TransferFilter): string =>
  `token1155tx ${address} ${contract} ${from} ${to} ${fromTo} ${direction} ${tokenId} ${operator}`

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
    andThen(snapshot.transfers({ ...query, ...filter }, page.take), (end) => {
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
