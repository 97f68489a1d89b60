import type { MaybePromise } from '../store/port.ts'
import type { DayCount, KeyRecord } from './keyring.ts'

/**
 * Counts calls. The windows are fixed: each second of the clock, each day of UTC. A key of 5 calls a second gets exactly 5 in every second, from all workers
 * together, and whoever keeps to 5 in any stretch of a second is never refused.
 */
export interface Limiter {
  /**
   * Lets a call pass or not, and counts it. A call over the per-second limit counts nowhere; one over the daily limit counts for its second only.
   * `free` calls cost nothing of the day.
   */
  take(key: KeyRecord, source: string, free: boolean): MaybePromise<Verdict>
  /** A bad key came from this source. True when the source must wait. */
  badKey(source: string): MaybePromise<boolean>
  /** Calls of the current day. */
  today(id: string): MaybePromise<number>
  /** Calls by day, newest first, days without calls left out. */
  history(id: string, days: number): MaybePromise<readonly DayCount[]>
  close(): Promise<void>
}

export type Verdict = 'ok' | 'second' | 'day' | 'source'

/** Bad keys a source may send within the window; the next one makes it wait. */
export const badKeysAllowed = 5
export const badKeyWindowMs = 30_000
export const badKeyWaitMs = 30_000

export const dayMs = 86_400_000
export const dayOf = (timeMs: number): number => Math.floor(timeMs / dayMs)
/** Days of use that are kept for the console. */
export const historyDays = 90
