import { type Name, type Parameters, readParameters } from './parameters.ts'
import { type ChainRows, isBefore, type Place } from './rows.ts'

/** What the service must answer. */
export interface Expected {
  readonly status: number
  /** The whole body, or where only its beginning is promised, that. */
  readonly body: string
  readonly whole: boolean
  /** Of an answer with rows: how many, whether more follow, and what a cursor of it stands for. */
  readonly page?: { readonly rows: number; readonly more: boolean; readonly last: Place | undefined; readonly binding: string }
}

interface OracleChain {
  readonly chainId: number
  rows(): ChainRows
}

export interface OracleOptions {
  /** Served, in this order. */
  readonly chains: readonly OracleChain[]
  readonly key: string
  readonly baseUrl: string
  /** What cursors that were given out stand for. */
  readonly cursors: ReadonlyMap<string, { readonly binding: string; readonly place: Place }>
}

interface Refusal {
  readonly text: string
  readonly honest: number
  readonly whole?: boolean
  readonly inMessage?: boolean
}
const refusal = (honest: number, text: string, more: Partial<Refusal> = {}): Refusal => ({ honest, text, ...more })
const isRefusal = (value: object): value is Refusal => 'honest' in value

const windowRows = 10_000
const endOfTime = 2 ** 40 - 1
const addressShape = /^0x[0-9a-f]{40}$/i

/**
 * The answer to a call, from plain arrays and the documents alone. `head` is the newest block the service said its answer rests on: rows above it do not
 * exist yet.
 */
export const expectedAnswer = (options: OracleOptions, query: string, body: string, headerKey: string, head: number): Expected => {
  const sent = readParameters(query, body)
  const honest = sent.errors.toLowerCase() === 'http'
  const found = answerOf(options, sent, headerKey, head)
  if (!isRefusal(found)) return found
  const { text, inMessage = false, whole = true } = found
  const envelope = inMessage ? { status: '0', message: text, result: null } : { status: '0', message: 'NOTOK', result: text }
  const shown = JSON.stringify(envelope)
  return { status: honest ? found.honest : 200, body: whole ? shown : shown.slice(0, -2), whole }
}

const answerOf = (options: OracleOptions, sent: Parameters, headerKey: string, head: number): Expected | Refusal => {
  const key = sent.apikey === '' ? headerKey : sent.apikey
  if (key === '') return refusal(401, 'Missing/Invalid API Key')
  if (key !== options.key) return refusal(403, 'Invalid API Key (#err2)')
  const chain = chainOf(options, sent.chainid)
  if (chain === undefined) {
    const list = `${options.baseUrl}/v2/chainlist`
    return refusal(
      400,
      `Missing or unsupported chainid parameter (required for v2 api), please see ${list} for the list of supported chainids`,
    )
  }
  const module = sent.module === '' ? 'account' : sent.module.toLowerCase()
  const action = sent.action.toLowerCase()
  if (module !== 'account' && module !== 'getapilimit') return refusal(400, 'Error! Missing Or invalid Module name')
  if (module === 'getapilimit' && action === 'getapilimit')
    return { status: 200, body: '{"status":"1","message":"OK","result":{"creditsUsed":', whole: false }
  if (module === 'account' && action === 'token1155tx') return transfers(options, chain, sent, head)
  if (module === 'account' && action === 'getminedblocks') return minedBlocks(options, chain, sent, head)
  return refusal(400, 'Error! Missing Or invalid Action name')
}

const chainOf = ({ chains }: OracleOptions, sent: string): OracleChain | undefined => {
  if (sent === '') return chains.find(({ chainId }) => chainId === 1) ?? chains[0]
  return /^\d{1,15}$/.test(sent) ? chains.find(({ chainId }) => chainId === Number(sent)) : undefined
}

const transfers = (options: OracleOptions, chain: OracleChain, sent: Parameters, head: number): Expected | Refusal => {
  const wrong = wrongTransferFilter(sent)
  if (wrong !== undefined) return wrong
  const lower = (name: Name): string => sent[name].toLowerCase()
  const [address, contract, from, to, operator] = [
    lower('address'),
    lower('contractaddress'),
    lower('from'),
    lower('to'),
    lower('operator'),
  ]
  const [direction, either] = [lower('direction'), lower('fromto_opr') === 'or']
  const tokenId = sent.tokenid === '' ? undefined : BigInt(sent.tokenid)
  const order = lower('sort') === 'desc' ? 'desc' : 'asc'
  const filters = ['token1155tx', address, contract, from, to, either, direction, String(tokenId), operator].join(' ')
  return page(options, chain, sent, head, { order, filters, first: 'startblock', last: 'endblock', empty: false }, (rows) => {
    const matching = rows.transfers.filter((row) => {
      if (address !== '' && !matchesAddress(row, address, direction)) return false
      if (contract !== '' && row.contract !== contract) return false
      if (from !== '' && to !== '' && either ? row.from !== from && row.to !== to : !matchesEnds(row, from, to)) return false
      return (tokenId === undefined || row.tokenId === tokenId) && (operator === '' || row.operator === operator)
    })
    const extended = lower('fields') === 'extended'
    const text = (row: (typeof matching)[number]): string =>
      `${row.beforeConfirmations}${head - row.place[0] + 1}"${extended ? row.extended : ''}}`
    return matching.map((row) => ({ place: row.place, text: () => text(row) }))
  })
}

const matchesAddress = (row: { readonly from: string; readonly to: string }, address: string, direction: string): boolean =>
  (direction !== 'in' && row.from === address) || (direction !== 'out' && row.to === address)

const matchesEnds = (row: { readonly from: string; readonly to: string }, from: string, to: string): boolean =>
  (from === '' || row.from === from) && (to === '' || row.to === to)

const invalid = (name: string): Refusal => refusal(400, `Error! Invalid ${name}, expected `, { whole: false })

const wrongTransferFilter = (sent: Parameters): Refusal | undefined => {
  const { address, contractaddress, from, to, tokenid } = sent
  if (address === '' && contractaddress === '' && from === '' && to === '')
    return refusal(400, 'Error! Missing address or contract address')
  for (const one of [address, from, to]) if (one !== '' && !addressShape.test(one)) return refusal(400, 'Error! Invalid address format')
  if (contractaddress !== '' && !addressShape.test(contractaddress)) return refusal(400, 'Error! Invalid contract address format')
  if (address !== '' && (from !== '' || to !== '')) return refusal(400, 'Error! address cannot be used together with from or to')
  if (!isOneOf(sent.fromto_opr, ['', 'and', 'or'])) return invalid('fromto_opr')
  if (!isOneOf(sent.direction, ['', 'in', 'out']) || (sent.direction !== '' && address === '')) return invalid('direction')
  if (tokenid !== '' && !isTokenId(tokenid)) return invalid('tokenid')
  return sent.operator !== '' && !addressShape.test(sent.operator) ? invalid('operator') : undefined
}

const isOneOf = (text: string, choices: readonly string[]): boolean => choices.includes(text.toLowerCase())

const isTokenId = (text: string): boolean => /^0x[0-9a-f]{1,64}$/i.test(text) || (/^\d{1,78}$/.test(text) && BigInt(text) < 2n ** 256n)

const minedBlocks = (options: OracleOptions, chain: OracleChain, sent: Parameters, head: number): Expected | Refusal => {
  if (sent.address === '') return refusal(400, 'Error! Missing address')
  if (!addressShape.test(sent.address)) return refusal(400, 'Error! Invalid address format')
  const address = sent.address.toLowerCase()
  const uncles = sent.blocktype.toLowerCase() === 'uncles'
  const order = sent.order.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const wrongOrder = !isOneOf(sent.order, ['', 'asc', 'desc'])
  const plan = { order, filters: `getminedblocks ${address} ${uncles}`, first: 'fromblock', last: 'toblock', empty: wrongOrder } as const
  return page(options, chain, sent, head, plan, (rows) => {
    const extended = sent.fields.toLowerCase() === 'extended'
    const all = uncles ? rows.uncles : rows.blocks
    return all
      .filter((row) => row.address === address)
      .map((row) => ({ place: row.place, text: () => (extended ? row.extended : row.plain) }))
  })
}

interface Found {
  readonly place: Place
  readonly text: () => string
}

interface PagePlan {
  readonly order: 'asc' | 'desc'
  readonly filters: string
  readonly first: 'startblock' | 'fromblock'
  readonly last: 'endblock' | 'toblock'
  /** The order that was asked for does not exist. */
  readonly empty: boolean
}

const page = (
  { cursors }: OracleOptions,
  chain: OracleChain,
  sent: Parameters,
  head: number,
  plan: PagePlan,
  find: (rows: ChainRows) => readonly Found[],
): Expected | Refusal => {
  const [from, to] = [blockOf(sent[plan.first], 0), blockOf(sent[plan.last], 999_999_999)]
  if (from === undefined) return invalid(plan.first)
  if (to === undefined) return invalid(plan.last)
  if (plan.empty) return invalid('order')
  if (!isOneOf(sent.fields, ['', 'extended'])) return invalid('fields')
  if (!isOneOf(sent.errors, ['', 'http'])) return invalid('errors')
  const size = positive(sent.offset, 100)
  const number = sent.cursor === '' ? positive(sent.page, 1) : 1
  if (size * number > windowRows)
    return refusal(400, 'Result window is too large, PageNo x Offset size must be less than or equal to 10000', { inMessage: true })
  const binding = `${chain.chainId} ${plan.filters} ${from} ${to} ${plan.order}`
  const after = cursors.get(sent.cursor)
  if (sent.cursor !== '' && after?.binding !== binding)
    return refusal(400, 'Error! Invalid cursor, it was changed or belongs to another query')
  const [first, last] = [from === 'latest' ? head : from, Math.min(to === 'latest' ? head : to, head)]
  const inRange = find(chain.rows()).filter(({ place }) => first <= place[0] && place[0] <= last)
  const ordered = plan.order === 'asc' ? inRange : inRange.toReversed()
  const rest =
    after === undefined
      ? ordered.slice((number - 1) * size)
      : ordered.filter(({ place }) => (plan.order === 'asc' ? isBefore(after.place, place) : isBefore(place, after.place)))
  const rows = rest.slice(0, size)
  const facts = { rows: rows.length, more: rest.length > rows.length, last: rows.at(-1)?.place, binding }
  if (rows.length === 0)
    return { status: 200, body: '{"status":"0","message":"No transactions found","result":[]}', whole: true, page: facts }
  const body = `{"status":"1","message":"OK","result":[${rows.map(({ text }) => text()).join(',')}]}`
  return { status: 200, body, whole: true, page: facts }
}

const blockOf = (sent: string, otherwise: number): number | 'latest' | undefined => {
  if (sent === '') return otherwise
  if (/^\d+$/.test(sent)) return Math.min(Number(sent), endOfTime)
  return sent.toLowerCase() === 'latest' ? 'latest' : undefined
}

const positive = (sent: string, otherwise: number): number => (/^\d+$/.test(sent) && Number(sent) > 0 ? Number(sent) : otherwise)
