import { availableParallelism } from 'node:os'
import type { Quirk } from '../chains/port.ts'
import { emailAddress } from './email.ts'
import { network } from './network.ts'
import {
  choice,
  defaulted,
  type Flag,
  integer,
  list,
  optional,
  path,
  positiveNumber,
  record,
  required,
  secretTexts,
  shortOr,
  text,
  url,
  wei,
  yesNo,
} from './shape.ts'

/**
 * Every setting, once: its key in the file, its flag and variable, what is allowed, its default and its meaning. Flags, environment, file,
 * schemas/ownscan.config.schema.json and the tables of docs/CONFIGURATION.md all come from here. A flag `--log-level` has the variable `OWNSCAN_LOG_LEVEL`.
 */

const flag = (name: string, value: string, group: Flag['group']): Flag => ({ name, value, group })
const chainFlag = (name: string, value: string): Flag => ({ name, value: `CHAIN=${value}`, group: 'chains', perChain: true })

/** More would only queue up in the node; fewer leave a distant one idle. Memory is bounded apart from it. */
const defaultConcurrency = 16
/** A cluster behind one port is limited by the store long before this many. */
const maxWorkers = 256

/** Every quirk there is: the compiler compares with the type. */
const quirkNames: Readonly<Record<Quirk, true>> = {
  'header-hash-not-recomputable': true,
  'transactions-root-not-recomputable': true,
  'receipts-root-not-recomputable': true,
  'bloom-not-recomputable': true,
  'receipts-beyond-transactions': true,
  'miner-shown-differs': true,
  'gas-sums-not-recomputable': true,
  'price-not-recomputable': true,
  'no-finalized-tag': true,
  'reward-unknown': true,
}
const quirks = Object.keys(quirkNames) as Quirk[]

const words = text('a text of 1 to 200 characters', /^[^\p{Cc}]{1,200}$/u)
const word = text('letters, digits, "-", "_" and "." (1 to 64)', /^[\w.-]{1,64}$/)
const webUrl = url('http', 'https')
const nodeUrl = url('http', 'https', 'ws', 'wss')

const endpoint = record({
  url: required(nodeUrl, 'Address of the node. New heads arrive without polling where it is ws:// or wss://.'),
  headers: defaulted(secretTexts, {}, 'HTTP headers sent with each request, for nodes that want a token there.'),
  rateCap: optional(positiveNumber, 'Calls a second at most; the client finds lower limits by itself.'),
  archive: optional(yesNo, 'Whether it holds the blocks of all times; found out where absent.'),
})

const customChain = record({
  name: optional(words, 'Name shown for the chain.'),
  slug: optional(word, 'Short name shown for the chain.'),
  symbol: optional(word, 'Symbol of its coin.'),
  explorer: optional(webUrl, 'Address of a block explorer, for links.'),
  producer: defaulted(choice('miner', 'clique-seal'), 'miner', "Who made a block: the header's miner, or the signer of a clique seal."),
  schedule: defaulted(
    list(
      record({
        from: required(integer(0), 'First block of the rate.'),
        wei: required(wei, 'Issued to the producer of each block from there on.'),
      }),
    ),
    [],
    'Issuance by block, ascending; none where empty.',
  ),
  baseFee: defaulted(choice('burnt', 'to-producer', 'redirected'), 'burnt', 'Where the base fee goes.'),
  uncles: defaulted(choice('ethash', 'none'), 'none', 'Whether uncles are rewarded by the rules of ethash.'),
})

const chain = record({
  chainId: required(integer(1), 'Number of the chain.'),
  rpc: defaulted(
    list(
      shortOr(nodeUrl, endpoint, (address) => ({ url: address, headers: {}, rateCap: undefined, archive: undefined })),
      1,
    ),
    [],
    'Nodes of the chain, one or more. Only `serve` does without.',
    chainFlag('rpc', 'URL'),
  ),
  startBlock: defaulted(integer(0), 0, 'First block in scope: what is below it is not a gap.', chainFlag('start-block', 'N')),
  index: defaulted(
    list(choice('transfers', 'blocks'), 1),
    ['transfers', 'blocks'] as const,
    'What is indexed. Transfers alone are cheaper: headers tell which blocks to read.',
    chainFlag('index', 'WHAT,WHAT'),
  ),
  completeness: defaulted(
    choice('proven', 'logs'),
    'proven',
    'Where transfers alone are indexed: prove from headers that none is left out, or trust the index of logs of the nodes, which takes far fewer calls.',
    chainFlag('completeness', 'MODE'),
  ),
  finalityDepth: optional(
    integer(1, 1_000_000),
    'Blocks below the head that count as final where nodes do not know the `finalized` tag; known per chain where absent.',
    chainFlag('finality-depth', 'N'),
  ),
  concurrency: defaulted(
    integer(1, 256),
    defaultConcurrency,
    'Requests under way at once, over all nodes of the chain.',
    chainFlag('concurrency', 'N'),
  ),
  quirks: defaulted(list(choice(...quirks)), [], 'Checks the chain cannot pass, beyond those known of it.'),
  custom: optional(customChain, 'Names and rewards of a chain that is not known: a private one.'),
})

export const settings = record({
  data: defaulted(path('folder'), 'data', 'Folder of the store, the keys and the counters.', flag('data', 'DIR', 'data')),
  chains: defaulted(list(chain), [], 'The chains to index and serve.'),
  host: defaulted(
    text('an address or a host name', /^[\w.:-]{1,255}$/),
    '127.0.0.1',
    'Address to listen on.',
    flag('host', 'HOST', 'server'),
  ),
  port: defaulted(integer(0, 65_535), 8800, 'Port to listen on; 0 takes a free one and says which.', flag('port', 'N', 'server')),
  workers: {
    ...defaulted(integer(1, maxWorkers), 0, 'Processes that answer requests.', flag('workers', 'N', 'server')),
    // Two at least: the port stays open while one is replaced.
    otherwise: () => Math.min(maxWorkers, Math.max(2, availableParallelism() - 1)),
    otherwiseShown: 'one fewer than the cores, at least 2',
  },
  auth: defaulted(choice('required', 'off'), 'required', 'Whether a request needs a key.', flag('auth', 'MODE', 'server')),
  baseUrl: optional(
    webUrl,
    'How callers reach the service, for links in answers; taken from the request where absent.',
    flag('base-url', 'URL', 'server'),
  ),
  incomplete: defaulted(
    choice('refuse', 'serve'),
    'refuse',
    'What to do where a part of the asked range is not indexed yet.',
    flag('incomplete', 'MODE', 'server'),
  ),
  queryTimeoutMs: defaulted(integer(1, 600_000), 10_000, 'A query that takes longer is given up.', flag('query-timeout-ms', 'N', 'server')),
  trustedProxies: defaulted(list(network), [], 'Whose `X-Forwarded-For` is believed.', flag('trusted-proxies', 'IP,CIDR', 'server')),
  redis: optional(
    url('redis', 'rediss'),
    'A Redis-compatible server that holds the limits of several machines together.',
    flag('redis', 'URL', 'server'),
  ),
  store: defaulted(
    record({
      kind: defaulted(
        choice('lmdb', 'clickhouse'),
        'lmdb',
        'Embedded in the data folder, or a ClickHouse cluster.',
        flag('store', 'KIND', 'data'),
      ),
      url: optional(
        url('http', 'https', 'clickhouse', 'clickhouses'),
        'HTTP interface of ClickHouse, as clickhouse://user:password@host:8123/database.',
        flag('clickhouse-url', 'URL', 'data'),
      ),
      cluster: optional(word, 'Name of the ClickHouse cluster; one server where absent.', flag('clickhouse-cluster', 'NAME', 'data')),
    }),
    { kind: 'lmdb', url: undefined, cluster: undefined },
    'Where rows are kept.',
  ),
  catalog: optional(
    record({
      publisher: required(words, 'Who publishes the data.'),
      contactPoint: required(words, 'Whom to ask.'),
      mbox: required(text('an e-mail address', emailAddress), 'Where to ask.'),
      license: required(webUrl, 'Address of the licence of the data.'),
    }),
    'Publisher of the catalog file.',
  ),
  abiFiles: defaulted(
    list(path('JSON file')),
    [],
    'Contract ABIs whose function names are shown beside the bundled ones.',
    flag('abi-files', 'FILE,FILE', 'chains'),
  ),
  tokenFile: optional(path('JSON file'), "Token names and symbols that win over the contracts' own.", flag('token-file', 'FILE', 'chains')),
  log: defaulted(
    record({
      level: defaulted(choice('error', 'warn', 'info', 'debug'), 'info', 'The least that is logged.', flag('log-level', 'LEVEL', 'log')),
      format: defaulted(
        choice('auto', 'json', 'text'),
        'auto',
        'Text on a terminal and JSON else, or always one of them.',
        flag('log-format', 'FORMAT', 'log'),
      ),
    }),
    { level: 'info', format: 'auto' },
    'Logging, to standard error.',
  ),
})

/** A flag with the place of its setting in the file: `['log', 'level']`; those of a chain are relative to the chain. */
export interface FlagSetting {
  readonly flag: Flag
  readonly variable: string
  readonly path: readonly string[]
  readonly field: (typeof settings.fields & {})[string]
}

const flagsOf = (fields: typeof settings.fields, path: readonly string[]): readonly FlagSetting[] =>
  Object.entries(fields ?? {}).flatMap(([name, field]) => [
    ...(field.flag ? [{ flag: field.flag, variable: variableOf(field.flag.name), path: [...path, name], field }] : []),
    ...(name === 'chains' ? flagsOf(field.shape.fields, []) : flagsOf(field.shape.fields, [...path, name])),
  ])

const variableOf = (flagName: string): string => `OWNSCAN_${flagName.toUpperCase().replaceAll('-', '_')}`

export const flagSettings: readonly FlagSetting[] = flagsOf(settings.fields, [])
