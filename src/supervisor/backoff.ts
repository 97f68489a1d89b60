/** How long to wait before a child is started again: not at all after a first crash, longer and longer while it keeps crashing. */
export interface Backoff {
  /** The child ended after it had lived this long; answers how long to wait now. */
  next(livedMs: number): number
}

const firstMs = 250
const mostMs = 10_000
/** Whoever lived this long has started well: the next crash is a first one again. */
const healthyMs = 30_000

export const createBackoff = (): Backoff => {
  let crashes = 0
  return {
    next: (livedMs) => {
      if (livedMs >= healthyMs) crashes = 0
      const waitMs = crashes === 0 ? 0 : Math.min(mostMs, firstMs * 2 ** (crashes - 1))
      crashes++
      return waitMs
    },
  }
}
