/** Something done with the first call in each turn of the event loop. */
export interface OncePerTurn {
  readonly now: () => void
  /** Lets the next call do it again. */
  readonly again: () => void
}

export const oncePerTurn = (work: () => void, turnEnds: () => void = () => {}): OncePerTurn => {
  let done = false
  const endTurn = (): void => {
    done = false
    turnEnds()
  }
  return {
    now: () => {
      if (done) return
      done = true
      setImmediate(endTurn)
      work()
    },
    again: () => {
      done = false
    },
  }
}
