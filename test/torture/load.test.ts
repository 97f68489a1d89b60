import { expect, it } from 'vitest'
import { offer } from '../../torture/open-loop.ts'
import { plotLoad } from '../../torture/plot.ts'

/** A server that answers one request after another, each in 20 ms, and refuses what would wait for more than ten. */
const slowCaller = () => {
  let queue = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask: async () => {
      if (queue >= 10) return { status: 503, headers: { 'retry-after': '1' }, text: '' }
      queue++
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, 20)))
      await last
      queue--
      return { status: 200, headers: {}, text: '' }
    },
    close: () => {},
  }
}

it('an open loop counts waiting from when a request was due, and what was refused apart', async () => {
  const step = await offer(slowCaller(), '/', 200, 500, 'short')
  expect(step.sent).toBe(step.accepted + step.shed + step.failed)
  expect([step.failed, step.shed > 0, step.accepted > 0]).toEqual([0, true, true])
  // Ten wait before it, 20 ms each; a closed loop would have seen 20 ms.
  expect(step.p99Ms).toBeGreaterThan(100)
  expect(plotLoad([step], 50)).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
})
