import type { Quirk } from '../chains/port.ts'
import type { Dataset } from '../store/port.ts'

/** The whole configuration, every default filled in. Made from flags, environment and file by `config/load.ts`. */
export interface Config {
  /** Folder of the embedded store, keys and counters. */
  readonly data: string
  readonly host: string
  readonly port: number
  /** API worker processes on the one port. */
  readonly workers: number
  readonly auth: 'required' | 'off'
  /** How callers reach the service, for links in answers; found from the request where absent. */
  readonly baseUrl: string | undefined
  /** What to do where a part of the asked range is not indexed. */
  readonly incomplete: 'refuse' | 'serve'
  /** Addresses or CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** A Redis-compatible server that holds the limits of several machines together. */
  readonly redis: string | undefined
  readonly store: StoreConfig
  readonly queryTimeoutMs: number
  readonly chains: readonly ChainConfig[]
  readonly catalog: CatalogConfig | undefined
  /** JSON files of contract ABIs whose function names are shown beside the bundled ones. */
  readonly abiFiles: readonly string[]
  /** JSON file of token names and symbols that win over the contracts' own. */
  readonly tokenFile: string | undefined
  readonly log: { readonly level: 'error' | 'warn' | 'info' | 'debug'; readonly format: 'auto' | 'json' | 'text' }
}

export type StoreConfig =
  | { readonly kind: 'lmdb' }
  | { readonly kind: 'clickhouse'; readonly url: string; readonly cluster: string | undefined }

export interface ChainConfig {
  readonly chainId: number
  readonly endpoints: readonly EndpointConfig[]
  readonly startBlock: number
  readonly index: readonly Dataset[]
  /** What vouches that no transfer is left out where transfers alone are indexed: headers and receipts, or the endpoints' index of logs. */
  readonly completeness: 'proven' | 'logs'
  /** Blocks below the head that count as final where nodes do not know the tag; the chain table's where absent. */
  readonly finalityDepth: number | undefined
  /** Requests under way at once, over all endpoints of the chain. */
  readonly concurrency: number
  /** Checks the chain cannot pass, beyond those the chain table knows. */
  readonly quirks: readonly Quirk[]
  /** Names and rewards of a chain the table does not know. */
  readonly custom: CustomChain | undefined
}

export interface EndpointConfig {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Requests a second at most; adapts below it by itself. */
  readonly rateCap: number | undefined
  /** Whether it holds old blocks; probed where absent. */
  readonly archive: boolean | undefined
}

export interface CustomChain {
  readonly name: string | undefined
  readonly slug: string | undefined
  readonly symbol: string | undefined
  readonly explorer: string | undefined
  readonly producer: 'miner' | 'clique-seal'
  /** Issuance in wei from each block on, ascending. */
  readonly schedule: readonly { readonly from: number; readonly wei: bigint }[]
  readonly baseFee: 'burnt' | 'to-producer' | 'redirected'
  /** Uncles by ethash rules, or none. */
  readonly uncles: 'ethash' | 'none'
}

export interface CatalogConfig {
  readonly publisher: string
  readonly contactPoint: string
  readonly mbox: string
  readonly license: string
}
