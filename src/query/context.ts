import type { TokenText } from '../records/block.ts'
import type { StoreReader } from '../store/port.ts'
import { type CursorSigner, cursorSigner } from './cursor.ts'
import type { PageEncoder } from './encode/page-encoder.ts'
import { transferEncoder } from './encode/wasm.ts'

export interface QueryOptions {
  readonly store: StoreReader
  /** Chains served here, in configured order. */
  readonly chains: readonly number[]
  /** First block in scope by chain, where this service is told one; a later one that the indexer was told stands. */
  readonly startBlocks?: ReadonlyMap<number, number>
  readonly incomplete: 'refuse' | 'serve'
  readonly queryTimeoutMs: number
  /** Signatures with parameter names by selector (`0x` and 8 digits): see `function-names.ts`. */
  readonly functionNames: ReadonlyMap<string, string>
  /** Names that win over the contracts' own, by `chainId:contract`. */
  readonly tokenOverrides: ReadonlyMap<string, TokenText>
}

/** What every query of a process shares. */
export interface QueryContext extends QueryOptions {
  readonly encoder: PageEncoder
  readonly cursors: CursorSigner
}

export const queryContext = (options: QueryOptions): QueryContext => ({
  ...options,
  encoder: transferEncoder(options.functionNames),
  cursors: cursorSigner(options.store.secret),
})

/** What only the server knows of the caller. */
export interface Caller {
  /** How the service was reached, without a final slash. */
  readonly baseUrl: string
  /** The result of `getapilimit` for the caller's key. */
  readonly limits: () => object
}
