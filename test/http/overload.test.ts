import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bounds } from '../../src/http/bounds.ts'
import { type Overload, watchOverload } from '../../src/http/overload.ts'

const watch = (): Overload => {
  const overload = watchOverload()
  onTestFinished(overload.stop)
  return overload
}
/** Handles requests in one turn, the first of which takes long, as a slow query does. */
const slowTurn = (overload: Overload, requests: number): boolean[] => {
  overload.enter()
  overload.spent(bounds.maxTurnMs + 50)
  return Array.from({ length: requests - 1 }, () => {
    overload.enter()
    return overload.tooMuch()
  })
}

describe('a turn of the event loop that lasts', () => {
  it('refuses what is behind a number of requests, and nothing in the next turn (load, seed 2)', async () => {
    const overload = watch()
    const refused = slowTurn(overload, bounds.turnRequests + 10)
    expect(refused.filter(Boolean).length).toBe(10)
    await turn()
    overload.enter()
    expect(overload.tooMuch()).toBe(false)
  })

  it('refuses nobody where only a few came behind a slow query', () => {
    expect(slowTurn(watch(), bounds.turnRequests)).not.toContain(true)
  })
})

describe('connections that wait to be accepted', () => {
  /** Accepts one connection every 20 ms for a second, with never a moment of rest, while so many wait. */
  const acceptSlowly = (overload: Overload, waiting: () => number, spentMs = 18): boolean[] => {
    overload.watchQueue(waiting)
    return Array.from({ length: 50 }, () => {
      for (const end = performance.now() + 20; performance.now() < end; );
      overload.spent(spentMs)
      overload.accepted()
      return overload.tooMuch()
    })
  }

  it('make a worker refuse where they would wait too long, until nearly none is left', async () => {
    const overload = watch()
    let waiting = 200
    expect(acceptSlowly(overload, () => waiting)).toContain(true)
    waiting = bounds.shortAcceptQueue
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(overload.tooMuch()).toBe(false)
  })

  it('are no overload where the time went into accepting them: refusing answers would win none', () => {
    expect(acceptSlowly(watch(), () => 200, 2)).not.toContain(true)
  })

  it('are no overload where they are few', () => {
    expect(acceptSlowly(watch(), () => bounds.shortAcceptQueue)).not.toContain(true)
  })
})
