import { bounds } from './bounds.ts'

/** Whether this worker should take on another request. */
export interface Overload {
  /** Call as a request begins, and `leave` once its answer is written or its connection gone. */
  enter(): void
  leave(): void
  readonly inFlight: () => number
  readonly loopDelayMs: () => number
  /** Too much in flight, or the event loop too late: twice in a row, since one pause can be anything. */
  readonly tooMuch: () => boolean
  stop(): void
}

export const watchOverload = (): Overload => {
  let inFlight = 0
  let delayMs = 0
  let lateSamples = 0
  let expected = performance.now() + bounds.loopSampleMs
  const timer = setInterval(() => {
    const now = performance.now()
    delayMs = Math.max(0, now - expected)
    lateSamples = delayMs > bounds.maxLoopDelayMs ? lateSamples + 1 : 0
    expected = now + bounds.loopSampleMs
  }, bounds.loopSampleMs)
  timer.unref()
  return {
    enter: () => {
      inFlight++
    },
    leave: () => {
      inFlight--
    },
    inFlight: () => inFlight,
    loopDelayMs: () => delayMs,
    tooMuch: () => inFlight > bounds.maxInFlight || lateSamples >= 2,
    stop: () => clearInterval(timer),
  }
}
