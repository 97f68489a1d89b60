/** At most so many inside at once; the others wait in line. The line is as long as callers are many: each waits for its own turn before it asks again. */
export interface Gate {
  /** Resolves when there is room, with what leaves again. */
  readonly enter: (signal?: AbortSignal) => Promise<() => void>
}

export const createGate = (room: number): Gate => {
  let inside = 0
  const line: (() => void)[] = []
  const leave = (): void => {
    inside--
    line.shift()?.()
  }
  const enter = async (signal?: AbortSignal): Promise<() => void> => {
    while (inside >= room) await turn(signal)
    inside++
    let left = false
    return () => {
      if (left) return
      left = true
      leave()
    }
  }
  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }
      const stop = (): void => {
        line.splice(line.indexOf(go), 1)
        reject(signal?.reason)
      }
      line.push(go)
      signal?.addEventListener('abort', stop, { once: true })
    })
  return { enter }
}
