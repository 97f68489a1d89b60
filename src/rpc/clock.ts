import { setTimeout as wait } from 'node:timers/promises'

/** Time and chance, so that tests can hold both. */
export interface Clock {
  /** Milliseconds that only go forward. */
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 up to 1. */
  readonly random: () => number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal ? { signal } : {})
  },
  random: Math.random,
}

/** Between a half and the whole: many clients that were refused together do not come back together. */
export const jittered = (ms: number, clock: Clock): number => ms * (0.5 + clock.random() / 2)
