import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bounds } from './bounds.ts'

/** What one connection has under way. */
interface Share {
  readonly socket: Socket
  inFlight: number
  /** Read already, but not begun: the parser takes all that came in one piece. */
  readonly waiting: [IncomingMessage, ServerResponse][]
  /** Whether it stands in line to begin the next. */
  inLine: boolean
}

/** Keeps connections that ask without waiting for answers to their share. */
export interface ConnectionShares {
  open(socket: Socket): void
  close(socket: Socket): void
  /** Begins a request, or keeps it until its connection may begin another. */
  readonly take: (request: IncomingMessage, response: ServerResponse) => void
  /** Call once a request that was begun is answered, or gone. */
  leave(socket: Socket): void
}

/**
 * A connection that waits for its answers has each request begun at once. Those that do not wait stand in line and begin one each in turns, for a short time in
 * each turn of the event loop, so that others' requests come between; and while some of theirs wait they are not read from, so that what else they send stays
 * in their own sockets.
 */
export const connectionShares = (begin: (request: IncomingMessage, response: ServerResponse) => void): ConnectionShares => {
  const shares = new WeakMap<Socket, Share>()
  const line: Share[] = []
  const stand = (share: Share): void => {
    if (share.inLine || share.waiting.length === 0 || share.inFlight >= bounds.maxInFlightPerConnection) return
    share.inLine = true
    if (line.push(share) === 1) setImmediate(goOn)
  }
  const goOn = (): void => {
    const end = performance.now() + bounds.maxLineMs
    do {
      const share = line[0]
      if (share === undefined) return
      beginNext(share)
      line.shift()
      share.inLine = false
      stand(share)
    } while (performance.now() < end)
    if (line.length > 0) setImmediate(goOn)
  }
  const beginNext = (share: Share): void => {
    const next = share.waiting.shift()
    if (next === undefined) return
    share.inFlight++
    begin(...next)
    // The parser starts reading again whenever an answer is out: while some still wait it is stopped anew each time.
    if (share.waiting.length > 0) share.socket.pause()
    else share.socket.resume()
  }
  return {
    open: (socket) => void shares.set(socket, { socket, inFlight: 0, waiting: [], inLine: false }),
    close: (socket) => {
      const share = shares.get(socket)
      if (share !== undefined) share.waiting.length = 0
    },
    take: (request, response) => {
      const share = shares.get(request.socket)
      if (share === undefined) begin(request, response)
      else if (share.inFlight === 0 && share.waiting.length === 0) {
        share.inFlight = 1
        begin(request, response)
      } else if (share.waiting.length < bounds.maxWaitingPerConnection) {
        if (share.waiting.push([request, response]) === 1) share.socket.pause()
        stand(share)
      } else share.socket.destroy()
    },
    leave: (socket) => {
      const share = shares.get(socket)
      if (share === undefined) return
      share.inFlight--
      stand(share)
    },
  }
}
