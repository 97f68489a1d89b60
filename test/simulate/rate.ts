/** Counts calls in the current second of the clock, as simple providers do. */
export interface RateMeter {
  allows(calls: number, perSecond: number): boolean
}

export const createRateMeter = (): RateMeter => {
  let second = 0
  let used = 0
  return {
    allows: (calls, perSecond) => {
      const now = Math.floor(performance.now() / 1_000)
      if (now !== second) used = 0
      second = now
      if (used + calls > perSecond) return false
      used += calls
      return true
    },
  }
}
