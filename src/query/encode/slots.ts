/** A fixed number of equal pieces of memory, lent out by number. */
export interface Slots {
  /** Undefined where all are lent out. */
  readonly take: () => number | undefined
  readonly giveBack: (slot: number) => void
}

export const slots = (count: number): Slots => {
  const free = Array.from({ length: count }, (_, index) => count - 1 - index)
  return {
    take: () => free.pop(),
    giveBack: (slot) => {
      free.push(slot)
    },
  }
}
