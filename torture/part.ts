import type { Tally } from './outcome.ts'

/** What a part of the torture is given. */
export interface PartContext {
  /** The same seed makes the same choices; instants of kills depend on the machine all the same. */
  readonly seed: string
  /** `performance.now()` from which on nothing new is begun. */
  readonly deadline: number
  /** A folder of its own, removed afterwards. */
  readonly folder: string
  readonly note: (text: string) => void
  /** Keeps a file for the report. */
  readonly keep: (name: string, text: string) => void
}

/** Tries promises until its time or its count is over. */
export type Part<Bounds> = (context: PartContext, bounds: Bounds) => Promise<readonly Tally[]>

export const timeLeft = ({ deadline }: Pick<PartContext, 'deadline'>): boolean => performance.now() < deadline
