import { bounds } from './bounds.ts'

/** Whether this worker should take on another request. */
export interface Overload {
  /** Call as a request begins, and `leave` once its answer is written or its connection gone. */
  enter(): void
  leave(): void
  readonly inFlight: () => number
  readonly loopDelayMs: () => number
  /** Too much in flight, or this turn of the event loop has answered requests for so long that whoever is next has waited long, and more are behind. */
  readonly tooMuch: () => boolean
  stop(): void
}

/**
 * Answers are made at once, so a worker that cannot keep up has its queue in the system's sockets, where it cannot be counted. It shows in turns of the event
 * loop that last: all requests that have arrived are handled in one turn. Refusing the rest of a turn keeps turns short, and with them the wait of whoever is
 * accepted; looking at the loop's delay afterwards would be a turn too late.
 */
export const watchOverload = (): Overload => {
  let inFlight = 0
  let delayMs = 0
  let expected = performance.now() + bounds.loopSampleMs
  let turnBeganAt = 0
  let turnRequests = 0
  const timer = setInterval(() => {
    const now = performance.now()
    delayMs = Math.max(0, now - expected)
    expected = now + bounds.loopSampleMs
  }, bounds.loopSampleMs)
  timer.unref()
  const endTurn = (): void => {
    turnRequests = 0
  }
  return {
    enter: () => {
      inFlight++
      if (turnRequests++ > 0) return
      turnBeganAt = performance.now()
      setImmediate(endTurn)
    },
    leave: () => {
      inFlight--
    },
    inFlight: () => inFlight,
    loopDelayMs: () => delayMs,
    tooMuch: () =>
      inFlight > bounds.maxInFlight || (turnRequests > bounds.turnRequests && performance.now() - turnBeganAt > bounds.maxTurnMs),
    stop: () => clearInterval(timer),
  }
}
