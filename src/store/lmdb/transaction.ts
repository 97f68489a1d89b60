import type { Tables } from './database.ts'
import type { Kept } from './kept.ts'
import type { ListSet } from './list-set.ts'
import type { StoredChain } from './state.ts'

/** What one writing transaction works on. */
export interface WriteContext {
  readonly tables: Tables
  /** The chain as it will be stored at the end. */
  readonly stored: StoredChain
  readonly lists: ListSet
  readonly kept: Kept
  /** Ids of runs in use, of all chains. */
  readonly runIds: Set<number>
}
