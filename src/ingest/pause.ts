/** Waits, at most until the signal. Never rejects: whoever waits looks at the signal next. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })

/** A bell one task rings and another waits for; a ring nobody waited for is not lost. */
export interface Bell {
  ring(): void
  /** Settles at the next ring, after `ms`, or at the signal. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const createBell = (): Bell => {
  let rung = false
  let awake: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      awake?.()
    },
    wait: async (ms, signal) => {
      if (!rung) {
        const woken = new AbortController()
        awake = () => woken.abort()
        await pause(ms, AbortSignal.any([woken.signal, signal]))
        awake = undefined
      }
      rung = false
    },
  }
}

/** Runs one piece of work at a time, in the order they were handed in. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>

export const createLock = (): Lock => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
