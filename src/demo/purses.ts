import type { Hex } from '../records/hex.ts'
import type { Chance } from './random.ts'

/** Some tokens: the ids, and as many values. */
export interface Heap {
  readonly ids: readonly bigint[]
  readonly values: readonly bigint[]
}

/** Who holds what, kept beside the contract, so that nobody is made to spend what they lack. */
export interface Purses {
  give(to: Hex, heap: Heap): Heap
  /** Takes half of what `from` holds of up to `kinds` tokens; nothing of `otherwise` where the purse is empty, which is a transfer too. */
  take(from: Hex, kinds: number, otherwise: bigint): Heap
}

export const createPurses = (chance: Chance): Purses => {
  const purses = new Map<Hex, Map<bigint, bigint>>()
  const purseOf = (holder: Hex): Map<bigint, bigint> => {
    const purse = purses.get(holder) ?? new Map<bigint, bigint>()
    purses.set(holder, purse)
    return purse
  }
  return {
    give: (to, heap) => {
      const purse = purseOf(to)
      for (const [at, id] of heap.ids.entries()) purse.set(id, (purse.get(id) ?? 0n) + (heap.values[at] ?? 0n))
      return heap
    },
    take: (from, kinds, otherwise) => {
      const purse = purseOf(from)
      const full = [...purse].filter(([, value]) => value > 1n)
      if (full.length === 0) return { ids: [otherwise], values: [0n] }
      const start = chance(full.length)
      const chosen = [...full.slice(start), ...full.slice(0, start)].slice(0, kinds)
      for (const [id, value] of chosen) purse.set(id, value - value / 2n)
      return { ids: chosen.map(([id]) => id), values: chosen.map(([, value]) => value / 2n) }
    },
  }
}
