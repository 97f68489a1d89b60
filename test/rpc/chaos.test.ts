import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RpcStuckError } from '../../src/rpc/errors.ts'
import { client, node, skippingClock } from './client-fixture.ts'
import { type Scripted, type ScriptedNode, type SeenCall, sampleBlock } from './scripted-node.ts'

/** Ways to fail a request, as a whole. */
const failures: readonly ((calls: readonly SeenCall[]) => Scripted)[] = [
  () => ({ drop: true }),
  () => ({ status: 429, headers: { 'retry-after': '1' } }),
  () => ({ status: 502, body: '<html>Bad Gateway</html>' }),
  () => ({ status: 413 }),
  () => ({ status: 200, body: '' }),
  () => ({ status: 200, body: '[]' }),
  () => ({ body: JSON.stringify({ id: null, error: { code: -32600, message: 'batch too large' } }) }),
  (calls) => ({ body: JSON.stringify(calls.map(({ id }) => ({ id: String(id), error: { code: -32000, message: 'header not found' } }))) }),
  (calls) => ({ body: JSON.stringify(calls.map(({ id }) => ({ id, result: null }))) }),
  (calls) => ({ body: JSON.stringify(calls.map(({ id }) => ({ id, error: { code: 4444, message: 'pruned history unavailable' } }))) }),
  (calls) => ({ body: JSON.stringify(calls.map(({ id }) => ({ id, error: { code: -32601, message: 'Method not found' } })).slice(1)) }),
  (calls) => ({ body: JSON.stringify(calls.map(({ id }) => ({ id, result: [] }))) }),
]

const head = 60
const sound = -1
const scripts = fc.array(
  fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(sound) }, { weight: 1, arbitrary: fc.nat(failures.length - 1) }), {
    maxLength: 25,
  }),
  {
    minLength: 1,
    maxLength: 3,
  },
)

/** Takes the blocks as an indexer does: what is stuck is tried again from where it stopped, a while later, a bounded number of times. */
const takeAll = async (nodes: readonly ScriptedNode[]) => {
  const clock = skippingClock()
  const chain = client(
    nodes.map(({ url }) => url),
    { clock },
  )
  const taken: unknown[] = []
  for (let tries = 0; tries < 20 && taken.length <= head; tries++) {
    try {
      for await (const { value } of chain.blocks(taken.length, head)) taken.push(value)
    } catch (error) {
      if (!(error instanceof RpcStuckError)) throw error
      await clock.sleep(60_000)
    }
  }
  return taken
}

describe('whatever nodes do for a while', () => {
  it('every block arrives once, whole and in order', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (perNode) => {
        const nodes = await Promise.all(
          perNode.map((steps) =>
            node({
              head,
              script: (calls, request) => failures[steps[request - 1] ?? sound]?.(calls),
            }),
          ),
        )
        expect(await takeAll(nodes)).toEqual(Array.from({ length: head + 1 }, (_, number) => sampleBlock(number)))
        for (const one of nodes) expect(one.requests.length).toBeLessThan(1500)
      }),
      { numRuns: 40 },
    )
  })
})
