import type { Quirk } from '../chains/port.ts'
import type { EndpointHealth } from '../rpc/port.ts'
import type { BlockRange } from '../store/port.ts'

/**
 * What the indexer says of one chain, every second, as JSON in the store (`StoreWriter.note`): the one source of `/status`, `/metrics`, the chain list,
 * the console and `ownscan status`. Rows and coverage are never read from here: they are the store's own.
 */
export interface ChainNote {
  readonly version: 1
  readonly chainId: number
  readonly name: string
  /** When it was written, in milliseconds of Unix time. A note much older than a second means that no indexer runs. */
  readonly at: number
  readonly phase: Phase
  /** The newest block any node has shown; null before the first. */
  readonly head: { readonly number: number; readonly timestamp: number } | null
  /** Blocks between the newest shown and the newest indexed. */
  readonly lagBlocks: number
  /** Milliseconds from hearing of the newest block to having it stored, the last time; null before the first. */
  readonly lagMs: number | null
  readonly backfill: BackfillNote | null
  readonly endpoints: readonly EndpointHealth[]
  readonly reorganisations: {
    readonly count: number
    readonly deepest: number
    /** The newest few, newest first. */
    readonly recent: readonly ReorganisationNote[]
  }
  /** How often each check failed on what a node sent; nothing of it was stored. */
  readonly failedChecks: Readonly<Record<string, number>>
  readonly lastFailedCheck: string | null
  /** Transfer events whose data does not decode: no row each. */
  readonly malformedEvents: number
  /** Uncles whose header no endpoint holds: their rows are missing. */
  readonly unclesMissing: number
  /** Ranges that cannot be fetched or checked for now; others go on. */
  readonly stuck: readonly StuckNote[]
  /** Why the last batch could not be stored: a full disk, mostly. Null, or absent in older notes, where it could. */
  readonly notStored?: string | null
  /** Why the chain was halted, null while it runs. */
  readonly halted: string | null
  /** Checks that are skipped, because the chain cannot pass them. */
  readonly quirks: readonly Quirk[]
  /**
   * What vouches for it, in history as it is filled in now, that no transfer is left out: every block's receipts, every block's header, or the endpoints' index
   * of logs, which is trusted. Absent where transfers are not indexed.
   */
  readonly completeness?: Completeness
  /** `partly-known`: of some blocks it is, of others not. A block whose reward is not known is not listed. */
  readonly rewards: 'known' | 'partly-known' | 'unknown' | 'not-indexed'
  /** Of which blocks the reward cannot be known, and why; absent where it always can. */
  readonly rewardsUnknown?: string
  /** Since this indexer started. */
  readonly totals: { readonly blocks: number; readonly rows: number; readonly commits: number }
}

export type Completeness = 'receipts' | 'headers' | 'logs'

/**
 * - `starting`: nothing is known of the head yet
 * - `backfilling`: the head is followed, older blocks are still missing
 * - `following`: nothing is missing
 * - `stalled`: no endpoint answers usefully at the moment, or nothing can be stored
 * - `halted`: the chain contradicts what was final; an operator must look
 * - `done`: the range that was asked for is complete
 * - `stopped`: the indexer ended in good order
 */
export type Phase = 'starting' | 'backfilling' | 'following' | 'stalled' | 'halted' | 'done' | 'stopped'

/** A note is left every second: one older than this is of an indexer that no longer runs. */
export const noteStaleMs = 15_000

export interface BackfillNote {
  /** Everything this run has to fill: its lowest and highest block. */
  readonly range: BlockRange
  readonly doneBlocks: number
  readonly remainingBlocks: number
  readonly blocksPerSecond: number
  readonly rowsPerSecond: number
  /** Null while the rate is not known. */
  readonly etaSeconds: number | null
}

export interface ReorganisationNote {
  readonly at: number
  /** Blocks that were undone. */
  readonly depth: number
  /** The last block both histories share. */
  readonly ancestor: number
}

export interface StuckNote {
  readonly from: number
  readonly to: number
  readonly reason: string
  readonly attempts: number
  readonly since: number
}

/** The note behind a JSON text; undefined where there is none or it is of another version. */
export const parseNote = (json: string | undefined): ChainNote | undefined => {
  if (json === undefined) return undefined
  try {
    const note = JSON.parse(json) as ChainNote
    return note.version === 1 ? note : undefined
  } catch {
    return undefined
  }
}
