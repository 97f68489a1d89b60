/** Seeded chance, so that a demo can be told again: whole numbers from 0 to below `n`. */
export type Chance = (n: number) => number

/** The "mulberry32" generator: 32 bits of state are plenty for a demo. */
export const seededChance = (seed: number): Chance => {
  let state = seed >>> 0
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}
