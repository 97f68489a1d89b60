/**
 * The parameters of every operation, once: names, aliases, defaults and what they mean. The reader below, the OpenAPI document and docs/API.md
 * derive from this table.
 */
export interface Parameter {
  /** Other spellings that mean the same. Upper and lower case never matter. */
  readonly aliases?: readonly string[]
  readonly for: 'both' | 'token1155tx' | 'getminedblocks'
  readonly type: 'string' | 'integer'
  /** Empty where there is none. */
  readonly default: string
  /** The values it can have, where they can be listed. */
  readonly values?: readonly string[]
  /** Whether the specification has it, the hosted service added it later, or this service adds it. */
  readonly origin: 'specification' | 'hosted' | 'addition'
  readonly meaning: string
}

export const parameterTable = {
  apikey: {
    for: 'both',
    type: 'string',
    default: '',
    origin: 'specification',
    meaning: "The caller's key. It may be sent in the `X-API-Key` header instead, so that it stands in no URL.",
  },
  chainid: {
    aliases: ['chain_id'],
    for: 'both',
    type: 'string',
    default: '1',
    origin: 'specification',
    meaning: 'The chain to ask, one of `/v2/chainlist`. Where chain 1 is not served, the first configured chain is the default.',
  },
  module: {
    for: 'both',
    type: 'string',
    default: 'account',
    values: ['account', 'getapilimit'],
    origin: 'specification',
    meaning: 'Group of operations.',
  },
  action: {
    for: 'both',
    type: 'string',
    default: '',
    values: ['token1155tx', 'getminedblocks', 'getapilimit'],
    origin: 'specification',
    meaning: 'The operation.',
  },
  address: {
    for: 'both',
    type: 'string',
    default: '',
    origin: 'specification',
    meaning: 'Whose transfers (sender or recipient), or who made the blocks: 0x and 40 hexadecimal digits in any case.',
  },
  page: {
    for: 'both',
    type: 'integer',
    default: '1',
    origin: 'specification',
    meaning: 'Page number, from 1. Anything but a positive integer means the default.',
  },
  offset: {
    for: 'both',
    type: 'integer',
    default: '100',
    origin: 'specification',
    meaning: 'Rows a page. Anything but a positive integer means the default. `page` times `offset` is at most 10,000.',
  },
  contractaddress: {
    for: 'token1155tx',
    type: 'string',
    default: '',
    origin: 'specification',
    meaning: 'Only transfers of this token contract. Valid without `address`.',
  },
  startblock: { for: 'token1155tx', type: 'integer', default: '0', origin: 'specification', meaning: 'First block, or `latest`.' },
  endblock: {
    for: 'token1155tx',
    type: 'integer',
    default: '999999999',
    origin: 'specification',
    meaning: 'Last block, included, or `latest`. Before `startblock`, the answer is empty.',
  },
  sort: {
    for: 'token1155tx',
    type: 'string',
    default: 'asc',
    values: ['asc', 'desc'],
    origin: 'specification',
    meaning: 'Oldest or newest first. Anything else means the default.',
  },
  blocktype: {
    for: 'getminedblocks',
    type: 'string',
    default: 'blocks',
    values: ['blocks', 'uncles'],
    origin: 'specification',
    meaning: 'Whole blocks, or the uncles of blocks before the Merge. Anything else means the default.',
  },
  from: {
    for: 'token1155tx',
    type: 'string',
    default: '',
    origin: 'hosted',
    meaning: 'Only transfers sent by this address. Not together with `address`.',
  },
  to: {
    for: 'token1155tx',
    type: 'string',
    default: '',
    origin: 'hosted',
    meaning: 'Only transfers received by this address. Not together with `address`.',
  },
  fromto_opr: {
    for: 'token1155tx',
    type: 'string',
    default: 'and',
    values: ['and', 'or'],
    origin: 'hosted',
    meaning: 'Whether both `from` and `to` must match, or one of them.',
  },
  tokenid: {
    for: 'token1155tx',
    type: 'string',
    default: '',
    origin: 'addition',
    meaning: 'Only this token identifier, in decimal or 0x-prefixed hexadecimal.',
  },
  operator: {
    for: 'token1155tx',
    type: 'string',
    default: '',
    origin: 'addition',
    meaning: 'Only transfers made by this operator. Narrows another filter; it is none to search by alone.',
  },
  direction: {
    for: 'token1155tx',
    type: 'string',
    default: '',
    values: ['in', 'out'],
    origin: 'addition',
    meaning: 'With `address`: only what it received, or only what it sent.',
  },
  fromblock: {
    for: 'getminedblocks',
    type: 'integer',
    default: '0',
    origin: 'addition',
    meaning: 'First block, or `latest`. (`startblock` is ignored here, as clients rely on.)',
  },
  toblock: {
    for: 'getminedblocks',
    type: 'integer',
    default: '999999999',
    origin: 'addition',
    meaning: 'Last block, included, or `latest`.',
  },
  order: {
    for: 'getminedblocks',
    type: 'string',
    default: 'desc',
    values: ['asc', 'desc'],
    origin: 'addition',
    meaning: 'Oldest or newest first. (`sort` is ignored here, as clients rely on.)',
  },
  cursor: {
    for: 'both',
    type: 'string',
    default: '',
    origin: 'addition',
    meaning:
      'Continues after the last row of the answer whose `X-Next-Cursor` header gave it; `page` is then ignored and the window of 10,000 rows does not bind.',
  },
  fields: {
    for: 'both',
    type: 'string',
    default: '',
    values: ['extended'],
    origin: 'addition',
    meaning: 'Appends more fields to each row.',
  },
  errors: {
    for: 'both',
    type: 'string',
    default: '',
    values: ['http'],
    origin: 'addition',
    meaning: 'Gives failures of a call their honest HTTP status instead of 200.',
  },
} as const satisfies Readonly<Record<string, Parameter>>

export type ParameterName = keyof typeof parameterTable

/** What was sent, decoded, by parameter; empty where it was not. */
export type QueryParameters = { readonly [Name in ParameterName]: string }
