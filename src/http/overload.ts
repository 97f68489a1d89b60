import { performance } from 'node:perf_hooks'
import { bounds } from './bounds.ts'

/** Whether this worker should take on another request. */
export interface Overload {
  /** Call as a request begins, `spent` with the time its answer took before anything was waited for, and `leave` once it is written or its connection gone. */
  enter(): void
  spent(ms: number): void
  leave(): void
  /** Call for each connection that is accepted. */
  accepted(): void
  /** Tells where to read how many connections wait to be accepted. */
  watchQueue(waiting: () => number): void
  readonly inFlight: () => number
  readonly loopDelayMs: () => number
  /**
   * Too much in flight; or requests were answered for so long in this turn of the event loop that whoever is next has waited long, and more are behind; or
   * connections wait too long to be accepted.
   */
  readonly tooMuch: () => boolean
  stop(): void
}

/**
 * Answers are made at once, so a worker that cannot keep up has its queue in the system's sockets. Of connections it has, all requests that have arrived are
 * handled in one turn of the event loop: refusing the rest of a turn keeps turns short, and with them the wait of whoever is accepted. Only answering counts:
 * what a flood takes to be read is not made up for by refusing others. Connections it has not accepted wait for many turns, since each accepts one: there the
 * queue itself is looked at.
 */
export const watchOverload = (): Overload => {
  let inFlight = 0
  let delayMs = 0
  let expected = performance.now() + bounds.loopSampleMs
  let turnSpentMs = 0
  let turnRequests = 0
  const queue = watchAcceptQueue()
  const timer = setInterval(() => {
    const now = performance.now()
    delayMs = Math.max(0, now - expected)
    expected = now + bounds.loopSampleMs
  }, bounds.loopSampleMs)
  timer.unref()
  const endTurn = (): void => {
    turnRequests = 0
    turnSpentMs = 0
  }
  return {
    enter: () => {
      inFlight++
      if (turnRequests++ === 0) setImmediate(endTurn)
    },
    spent: (ms) => {
      turnSpentMs += ms
      queue.spent(ms)
    },
    leave: () => {
      inFlight--
    },
    accepted: queue.accepted,
    watchQueue: queue.watch,
    inFlight: () => inFlight,
    loopDelayMs: () => delayMs,
    tooMuch: () =>
      inFlight > bounds.maxInFlight || (turnRequests > bounds.turnRequests && turnSpentMs > bounds.maxTurnMs) || queue.tooLong(),
    stop: () => clearInterval(timer),
  }
}

interface AcceptQueue {
  readonly accepted: () => void
  readonly spent: (ms: number) => void
  readonly watch: (waiting: () => number) => void
  readonly tooLong: () => boolean
}

/** Idle for longer than this between two looks, a worker had nothing that waited. */
const idleMs = 1
/** A queue that is refused is soon gone. */
const refusingLookMs = 5

const watchAcceptQueue = (): AcceptQueue => {
  let waitingNow = (): number => 0
  let tooLong = false
  let refusingSince = 0
  let lookedAt = 0
  let idleBefore = 0
  /** Since when some have waited at every look, how many were accepted since, and how much of the time went into answers. */
  let since = 0
  let accepted = 0
  let spentMs = 0
  const beginAnew = (now: number): void => {
    tooLong = false
    since = now
    accepted = 0
    spentMs = 0
  }
  const look = (now: number): void => {
    if (now - lookedAt < (tooLong ? refusingLookMs : bounds.acceptLookMs)) return
    lookedAt = now
    const { idle } = performance.eventLoopUtilization()
    const wasIdle = idle - idleBefore > idleMs
    idleBefore = idle
    const waiting = waitingNow()
    const passedMs = now - since
    if (wasIdle || waiting <= bounds.shortAcceptQueue || (tooLong && now - refusingSince > bounds.maxAcceptWaitMs)) beginAnew(now)
    else if (tooLong || passedMs < bounds.maxAcceptWaitMs / 2) return
    // Where the time goes into accepting, as in a flood of connections that ask nothing, refusing answers would win none.
    else if (spentMs > passedMs / 2 && waiting * passedMs > accepted * bounds.maxAcceptWaitMs) {
      tooLong = true
      refusingSince = now
    }
  }
  return {
    accepted: () => {
      accepted++
      look(performance.now())
    },
    spent: (ms) => {
      spentMs += ms
    },
    watch: (waiting) => {
      waitingNow = waiting
    },
    // Refusing is quick, so the queue is soon short, and nobody may come who would be accepted: then this look ends it.
    tooLong: () => {
      if (tooLong) look(performance.now())
      return tooLong
    },
  }
}
