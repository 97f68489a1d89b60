import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPace, paceAnswered, paceDelay, paceRate, paceRefused, paceSent } from '../../src/rpc/pace.ts'

describe('the pace of an endpoint', () => {
  it('knows no limit until there is one', () => {
    const pace = createPace(undefined, 0)
    for (let i = 0; i < 1000; i++) paceSent(pace, 100, i)
    expect(paceDelay(pace, 1000)).toBe(0)
  })
  it('takes four fifths of the rate at the first refusal as the limit', () => {
    const pace = createPace(undefined, 0)
    for (let ms = 0; ms < 3000; ms += 10) paceSent(pace, 1, ms)
    paceRefused(pace, 3000)
    expect(pace.limit).toBeCloseTo(80)
  })
  it('takes refusals of requests sent together as one', () => {
    const pace = createPace(100, 0)
    for (let ms = 0; ms < 500; ms += 10) paceRefused(pace, ms)
    expect(pace.limit).toBe(80)
  })
  it('rises by a twentieth a second, up to the cap and no further', () => {
    const pace = createPace(100, 0)
    paceRefused(pace, 0)
    paceAnswered(pace, 1500)
    expect(pace.limit).toBeCloseTo(84)
    for (let ms = 0; ms < 60_000; ms += 100) paceAnswered(pace, 2000 + ms)
    expect(pace.limit).toBe(100)
  })
  it('counts what was sent in the last ten seconds', () => {
    const pace = createPace(undefined, 0)
    for (let ms = 0; ms < 20_000; ms += 100) paceSent(pace, 1, ms)
    expect(paceRate(pace, 19_999)).toBeCloseTo(10)
    expect(paceRate(pace, 40_000)).toBe(0)
  })
  it('never lets more through than the limit over time, whatever is sent when', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 300 })), { minLength: 50, maxLength: 300 }),
        (cap, asks) => {
          const pace = createPace(cap, 0)
          let now = 0
          let sent = 0
          let last = 0
          for (const [calls, gap] of asks) {
            now += gap
            now += paceDelay(pace, now)
            expect(paceDelay(pace, now)).toBeLessThanOrEqual(1)
            paceSent(pace, calls, now)
            sent += calls
            last = calls
          }
          // A burst of a quarter of a second, the last batch, which is paid for afterwards, and rounding.
          expect(sent).toBeLessThanOrEqual((now / 1000) * cap + cap / 4 + last + 2)
        },
      ),
    )
  })
})
