import type { Random } from '../test/simulate/random.ts'
import { type Name, names } from './oracle/parameters.ts'

/** One request as it goes over the wire. */
export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** What requests are made of: the texts that mean something on the chains served, and cursors that were given out. */
export interface Vocabulary {
  readonly chainIds: readonly number[]
  readonly addresses: readonly string[]
  readonly contracts: readonly string[]
  readonly tokenIds: readonly string[]
  head(): number
  /** A query that has a next page, and its cursor. */
  cursor(random: Random): { readonly query: string; readonly cursor: string } | undefined
}

type Values = { [name in Name]?: string }

/** A request that means something; a part of them is then bent by `mutate`. */
export const makeRequest = (random: Random, words: Vocabulary, key: string): WireRequest => {
  const continued = random.chance(0.08) ? words.cursor(random) : undefined
  const values = continued === undefined ? makeValues(random, words) : undefined
  const plain =
    continued === undefined
      ? spell(random, values ?? {})
      : `${random.chance(0.9) ? continued.query : spell(random, makeValues(random, words))}&cursor=${continued.cursor}`
  const bent = random.chance(0.25) ? mutate(random, plain) : plain
  return dress(random, bent, key)
}

/** By name, what a caller may send there: mostly right, sometimes at an edge, sometimes wrong. */
const makers: Readonly<Record<Exclude<Name, 'apikey' | 'cursor' | 'module' | 'action'>, (random: Random, words: Vocabulary) => string>> = {
  chainid: (random, words) =>
    random.pick([...words.chainIds.map(String), String(words.chainIds[0]), '1', '0', 'x', `${words.chainIds[0]},1`]),
  address: (random, words) => addressLike(random, words.addresses),
  contractaddress: (random, words) => addressLike(random, words.contracts),
  from: (random, words) => addressLike(random, words.addresses),
  to: (random, words) => addressLike(random, words.addresses),
  operator: (random, words) => addressLike(random, words.addresses),
  page: (random) => random.pick(['1', '2', '3', '7', '100', '101', '0', '-1', '1.5', 'one', '', '9'.repeat(20)]),
  offset: (random) => random.pick(['1', '2', '3', '10', '10', '25', '100', '1000', '10000', '10001', '0', '-5', '1e3', '', '0x10']),
  startblock: blockLike,
  endblock: blockLike,
  fromblock: blockLike,
  toblock: blockLike,
  sort: (random) => random.pick(['asc', 'desc', 'DESC', 'Asc', 'up', '']),
  order: (random) => random.pick(['asc', 'desc', 'DESC', 'down', '']),
  fromto_opr: (random) => random.pick(['and', 'or', 'OR', 'xor']),
  blocktype: (random) => random.pick(['blocks', 'uncles', 'UNCLES', 'ommers', '']),
  fields: (random) => random.pick(['extended', 'Extended', 'all', '']),
  errors: (random) => random.pick(['http', 'HTTP', 'loud', '']),
  tokenid: (random, words) => random.pick([...words.tokenIds.slice(0, 20), '0', '0x0', `${2n ** 256n}`, `${2n ** 256n - 1n}`, '-1', '7.0']),
  direction: (random) => random.pick(['in', 'out', 'IN', 'both']),
}

function blockLike(random: Random, words: Vocabulary): string {
  const head = words.head()
  return random.pick([
    String(random.int(head + 2)),
    String(random.int(head + 2)),
    String(head),
    String(head + random.int(1000)),
    '0',
    '999999999',
    'latest',
    'LATEST',
    '-1',
    '0x10',
    'pending',
    '9'.repeat(40),
    '007',
  ])
}

const addressLike = (random: Random, known: readonly string[]): string => {
  const one = random.pick(known)
  return random.pick([
    one,
    one,
    one,
    one,
    one.toUpperCase().replace('0X', '0x'),
    `0X${one.slice(2)}`,
    random.hex(20),
    one.slice(0, -1),
    `${one}0`,
    one.slice(2),
    ` ${one}`,
    '',
  ])
}

const usual = {
  token1155tx: [
    'address',
    'contractaddress',
    'startblock',
    'endblock',
    'page',
    'offset',
    'sort',
    'fields',
    'tokenid',
    'operator',
    'direction',
  ],
  fromTo: ['from', 'to', 'fromto_opr', 'contractaddress', 'offset', 'sort', 'startblock'],
  getminedblocks: ['address', 'blocktype', 'page', 'offset', 'fromblock', 'toblock', 'order', 'fields', 'sort', 'startblock'],
} as const satisfies Record<string, readonly (keyof typeof makers)[]>

const makeValues = (random: Random, words: Vocabulary): Values => {
  const kind = random.pick(['token1155tx', 'token1155tx', 'token1155tx', 'fromTo', 'getminedblocks', 'getminedblocks', 'other'] as const)
  const values: Values = {}
  if (kind === 'other') {
    values.module = random.pick(['account', 'getapilimit', 'stats', 'Account', '__proto__', ''])
    values.action = random.pick(['token1155tx', 'getapilimit', 'tokentx', 'constructor', 'TOKEN1155TX', ''])
    for (const name of Object.keys(makers) as (keyof typeof makers)[]) if (random.chance(0.15)) values[name] = makers[name](random, words)
    return values
  }
  if (random.chance(0.9)) values.module = random.pick(['account', 'account', 'ACCOUNT'])
  values.action = kind === 'getminedblocks' ? 'getminedblocks' : random.pick(['token1155tx', 'token1155tx', 'Token1155Tx'])
  if (random.chance(0.7)) values.chainid = makers.chainid(random, words)
  // What makes the search is mostly there, right more often than not.
  if (kind !== 'fromTo' && random.chance(0.8)) values.address = random.pick(words.addresses)
  for (const name of usual[kind]) if (values[name] === undefined && random.chance(0.3)) values[name] = makers[name](random, words)
  if (random.chance(0.1)) values.errors = makers.errors(random, words)
  return values
}

/** As a query string: in any order, names in any case, some of it percent-encoded, some of it twice, with strangers between. */
const spell = (random: Random, values: Values): string => {
  const parts = Object.entries(values).map(([name, value]) => `${spellName(random, name)}=${encode(random, value)}`)
  if (random.chance(0.05)) parts.push(random.pick(parts.length > 0 ? parts : ['']))
  if (random.chance(0.1)) parts.push(random.pick(['tag=latest', '=', '&&', 'a', '%', 'x=%ff%fe', 'toString=1', `${'long'.repeat(100)}=1`]))
  for (let i = parts.length - 1; i > 0; i--) {
    const other = random.int(i + 1)
    const one = parts[i] ?? ''
    parts[i] = parts[other] ?? ''
    parts[other] = one
  }
  return parts.join('&')
}

const spellName = (random: Random, name: string): string => {
  const spelt = name === 'chainid' && random.chance(0.2) ? 'chain_id' : name
  if (random.chance(0.8)) return spelt
  return random.chance(0.5) ? spelt.toUpperCase() : spelt.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
}

const encode = (random: Random, value: string): string => {
  const safe = encodeURIComponent(value)
  if (random.chance(0.95)) return safe
  return [...value]
    .map((letter) => (random.chance(0.3) ? `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}` : encodeURIComponent(letter)))
    .join('')
}

/** Characters that reach the service unchanged in a request line. */
const printable = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i)).filter((letter) => letter !== '#')

/** One to four small changes anywhere. */
const mutate = (random: Random, text: string): string => {
  let bent = text
  for (let change = random.between(1, 4); change > 0; change--) {
    const at = random.int(bent.length + 1)
    const [before, after] = [bent.slice(0, at), bent.slice(at)]
    bent = random.pick([
      () => before + random.pick(printable) + after,
      () => before + after.slice(1),
      () => before + random.pick(printable) + after.slice(1),
      () => before + after.slice(0, 8) + after,
      () => before + random.pick(['&', '=', '%', '+', '%00', '%2', '%c3%28', '%E2%84%AA', '&&', ',', '%0d%0a', '"', '\\u0000']) + after,
      () => before + random.pick(names) + after,
      () => before,
    ])()
  }
  return bent
}

/** Around the parameters: method, where the key stands, whether a body carries them, which encoding is asked for. */
const dress = (random: Random, parameters: string, key: string): WireRequest => {
  const inHeader = random.chance(0.4)
  const keyed = inHeader ? parameters : random.chance(0.5) ? `apikey=${key}&${parameters}` : `${parameters}&ApiKey=${key}`
  const encoding = random.chance(0.05) ? { 'accept-encoding': random.pick(['gzip', 'br', 'gzip;q=0, identity', '*']) } : undefined
  const headers = { ...(inHeader ? { 'x-api-key': key } : undefined), ...encoding }
  const path = '/v2/api'
  if (random.chance(0.85)) return { method: random.chance(0.02) ? 'HEAD' : 'GET', path, query: keyed, body: '', headers }
  const cut = keyed.indexOf('&', random.int(keyed.length + 1))
  const [query, body] = cut === -1 ? ['', keyed] : [keyed.slice(0, cut), keyed.slice(cut + 1)]
  return { method: 'POST', path, query, body, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } }
}
