import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/rpc/clock.ts'
import { client, collect, node, skippingClock, stuck } from './client-fixture.ts'
import type { ScriptedNode, startScriptedNode } from './scripted-node.ts'

const numbers = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const askedNumbers = (one: ScriptedNode): readonly number[] =>
  one.requests
    .flat()
    .flatMap(({ method, params }) => (method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x') ? [Number(params[0])] : []))

describe('identity', () => {
  it('keeps an endpoint of another chain out, and says so', async () => {
    const wrong = await node({ chainId: 5 })
    const right = await node()
    const both = client([wrong.url, right.url])
    expect((await both.block(3)).source).toBe(1)
    await both.block(4)
    expect(wrong.count('eth_getBlockByNumber')).toBe(0)
  })
  it('fails where the only endpoint serves another chain', async () => {
    const wrong = await node({ chainId: 5 })
    expect((await stuck(client([wrong.url]).block(3))).message).toMatch(/serves chain 5, not chain 1/)
  })
})

describe('an endpoint that fails', () => {
  it('is passed over for one that answers', async () => {
    const broken = await node({ script: () => ({ drop: true }) })
    const sound = await node()
    const both = client([broken.url, sound.url])
    const blocks = await collect(both.blocks(0, 20))
    expect(blocks.map(({ value }) => Number(value.block.number))).toEqual(numbers(0, 20))
    expect(both.health()[0]?.faults).toHaveProperty('network')
  })
  it('comes back after its rest', async () => {
    const one = await node()
    one.script = (_, request) => (request < 4 ? { status: 502, body: '<html>Bad Gateway</html>' } : undefined)
    const alone = client([one.url])
    expect(Number((await alone.block(5)).value.block.number)).toBe(5)
    expect(alone.health()[0]).toMatchObject({ state: 'ok', faults: { gateway: 3 } })
  })
  it('is not asked for ever: the error says what was tried', async () => {
    const one = await node({ script: () => ({ status: 503, body: 'no backend' }) })
    const error = await stuck(client([one.url]).block(5))
    expect(error.trials).toMatchObject([{ kind: 'gateway', times: 6 }])
    expect(one.requests.length).toBe(6)
  })
  it('does not hold up another range', async () => {
    const one = await node({
      answer: ({ params }) => (params[0] === '0x7' ? { error: { code: -32000, message: 'database corrupted' } } : undefined),
    })
    const alone = client([one.url])
    const [bad, good] = await Promise.allSettled([alone.block(7), alone.block(8)])
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
  })
  it('to answer in time is given up', async () => {
    const slow = await node({ script: () => ({ hang: true }) })
    const sound = await node()
    const both = client([slow.url, sound.url], { limits: { timeoutMs: 700 } })
    expect((await both.block(3)).source).toBe(1)
    expect(both.health()[0]?.faults).toHaveProperty('timeout')
  })
  it('to stay within bounds is cut off', async () => {
    const huge = await node({ answer: ({ method }) => (method === 'eth_chainId' ? undefined : 'x'.repeat(100_000)) })
    expect((await stuckOrFault(client([huge.url], { limits: { maxBodyBytes: 50_000 } }).block(3))).message).toMatch(
      /larger than the client takes/,
    )
  })
  it('the checks of whoever reads it is set aside', async () => {
    const [one, other] = [await node(), await node()]
    const both = client([one.url, other.url])
    const { source } = await both.block(3)
    both.blame(source, 'receiptsRoot does not match')
    expect(both.health()[source]).toMatchObject({
      state: 'cooling',
      faults: { blamed: 1 },
      lastFault: expect.stringContaining('receiptsRoot does not match'),
    })
    expect((await both.block(3)).source).not.toBe(source)
  })
})

const stuckOrFault = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('it was taken'),
    (error: Error) => error,
  )

describe('an address that is wrong', () => {
  it('does not keep the others from answering, and is hardly asked again', async () => {
    const wrong = await node({ script: () => ({ status: 404, body: 'not found' }) })
    const sound = await node()
    const both = client([wrong.url, sound.url], { clock: systemClock })
    expect((await collect(both.blocks(0, 30))).length).toBe(31)
    expect(both.health()[0]?.faults).toHaveProperty('rejected')
    expect(wrong.requests.length).toBeLessThan(5)
  })
})

describe('a block too large for one endpoint', () => {
  it('is taken from another', async () => {
    const small = await node({
      script: (calls) => (calls.some(({ method }) => method === 'eth_getBlockReceipts') ? { status: 413 } : undefined),
    })
    const large = await node()
    expect((await client([small.url, large.url]).block(4)).source).toBe(1)
  })
  it('for all of them is an error that says so', async () => {
    const small = await node({
      script: (calls) => (calls.some(({ method }) => method === 'eth_getBlockReceipts') ? { status: 413 } : undefined),
    })
    expect((await stuck(client([small.url]).block(4))).trials[0]?.kind).toBe('dense')
  })
})

describe('the choice of an endpoint', () => {
  it('goes to the faster one more often', async () => {
    const slow = await node({ head: 3000, script: () => ({ after: new Promise((resolve) => setTimeout(resolve, 40)) }) })
    const fast = await node({ head: 3000 })
    await collect(client([slow.url, fast.url], { clock: systemClock }, { concurrency: 2 }).blocks(0, 2999))
    expect(askedNumbers(fast).length).toBeGreaterThan(askedNumbers(slow).length * 2)
  })
  it('spares one that is said to keep no history', async () => {
    const recent = await node({ head: 3000 })
    const archive = await node({ head: 3000 })
    await collect(client([{ url: recent.url, archive: false }, archive.url]).blocks(0, 100))
    expect(askedNumbers(recent).filter((number) => number < 2800)).toEqual([])
  })
  it('leaves none where all gave a wrong answer before', async () => {
    const one = await node()
    expect((await stuck(client([one.url]).block(3, { not: [0] }))).message).toMatch(/every endpoint gave a wrong answer before/)
    expect(one.requests.length).toBe(0)
  })
})

describe('rates', () => {
  it('honours Retry-After', async () => {
    const clock = skippingClock()
    const one = await node()
    one.script = (calls, request) =>
      request === 3
        ? {
            status: 429,
            headers: { 'retry-after': '7' },
            body: JSON.stringify({ jsonrpc: '2.0', id: calls[0]?.id, error: { code: 429, message: 'slow down' } }),
          }
        : undefined
    await client([one.url], { clock }).block(3)
    expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(6900)
  })
  it('turns a refusal into a limit', async () => {
    const one = await node()
    one.script = (_, request) => (request === 3 ? { status: 429 } : undefined)
    const alone = client([one.url])
    expect(alone.health()[0]?.rateCap).toBeUndefined()
    await alone.block(3)
    expect(alone.health()[0]?.rateCap).toBeGreaterThan(0)
  })
  it('keeps to the cap of the operator', async () => {
    const clock = skippingClock()
    const one = await node()
    const alone = client([{ url: one.url, rateCap: 10 }], { clock })
    const startedAt = clock.now()
    await collect(alone.blocks(0, 49))
    const seconds = (clock.now() - startedAt) / 1000
    expect(one.requests.flat().length / seconds).toBeLessThan(15)
  })
  it('goes on with the endpoints that still answer', async () => {
    const limited = await node({ script: (_, request) => (request > 2 ? { status: 429, headers: { 'retry-after': '60' } } : undefined) })
    const free = await node()
    const clock = skippingClock()
    const both = client([limited.url, free.url], { clock })
    expect((await collect(both.blocks(0, 30))).length).toBe(31)
    expect(Math.max(0, ...clock.slept)).toBeLessThan(1000)
  })
  it('parks an endpoint that wants to be paid', async () => {
    const paid = await node({ script: () => ({ status: 402, body: 'payment required' }) })
    const free = await node()
    const both = client([paid.url, free.url])
    await collect(both.blocks(0, 30))
    expect(both.health()[0]?.state).toBe('parked')
    expect(paid.requests.length).toBe(1)
  })
  it('gives up in time where all are parked', async () => {
    const paid = await node({ script: () => ({ status: 402 }) })
    expect((await stuck(client([paid.url]).block(1))).message).toMatch(/all endpoints rest/)
  })
})

describe('heights', () => {
  it('never asks an endpoint above the head it has shown', async () => {
    const low = await node({ head: 40 })
    const high = await node({ head: 90 })
    const both = client([low.url, high.url])
    expect((await collect(both.blocks(0, 90))).length).toBe(91)
    expect(Math.max(...askedNumbers(low))).toBeLessThanOrEqual(40)
  })
  it('waits a while for a block that nobody has shown, then says so', async () => {
    const one = await node({ head: 40 })
    const error = await stuck(client([one.url]).block(41))
    expect(error.message).toMatch(/no endpoint has shown the block yet/)
    expect(askedNumbers(one)).toEqual([])
  })
  it('takes a block that appears while it waits', async () => {
    const one = await node({ head: 40 })
    one.script = (_, request) => {
      if (request === 4) one.head = 41
      return undefined
    }
    expect(Number((await client([one.url]).block(41)).value.block.number)).toBe(41)
  })
  it('has the head of the highest', async () => {
    const [low, high] = [await node({ head: 40 }), await node({ head: 90 })]
    expect(await client([low.url, high.url]).head()).toMatchObject({ source: 1, value: { number: '0x5a' } })
  })
  it('has a head as long as one endpoint answers', async () => {
    const [broken, sound] = [await node({ script: () => ({ drop: true }) }), await node()]
    expect((await client([broken.url, sound.url]).head()).source).toBe(1)
  })
})

describe('old blocks', () => {
  const prunedBelow = (block: number, how: unknown): Parameters<typeof startScriptedNode>[0] => ({
    head: 1000,
    answer: ({ method, params }) => (/ByNumber|BlockReceipts/.test(method) && Number(params[0]) < block ? how : undefined),
  })
  it('that an endpoint says it pruned are asked of another, and it is not asked so low again', async () => {
    const pruned = await node(prunedBelow(500, { error: { code: 4444, message: 'pruned history unavailable' } }))
    const archive = await node({ head: 1000 })
    const both = client([pruned.url, archive.url], {}, { concurrency: 1 })
    const lowAsked = (): number[] => askedNumbers(pruned).filter((number) => number < 500)
    // Which of the two is asked first is the client's choice: go on until the pruned one was.
    for (let tries = 0; tries < 50 && lowAsked().length === 0; tries++) expect((await collect(both.blocks(100, 200))).length).toBe(101)
    const taught = lowAsked()
    expect(taught).not.toEqual([])
    await collect(both.blocks(100, taught[0] ?? 100))
    expect(lowAsked()).toEqual(taught)
  })
  it('that an endpoint answers null for are asked of another', async () => {
    const pruned = await node(prunedBelow(500, { result: null }))
    const archive = await node({ head: 1000 })
    const both = client([pruned.url, archive.url])
    const blocks = await collect(both.blocks(480, 520))
    expect(blocks.map(({ value }) => Number(value.block.number))).toEqual(numbers(480, 520))
  })
  it('that nobody has are an error, never an empty answer', async () => {
    const pruned = await node(prunedBelow(500, { result: null }))
    const error = await stuck(client([pruned.url]).block(100))
    expect(error.missing).toBe(true)
  })
  it('after an empty answer are still asked for where there is nobody else', async () => {
    const sparse = await node({ head: 1000, answer: ({ params }) => (params[0] === '0x64' ? { result: null } : undefined) })
    const alone = client([sparse.url])
    await stuck(alone.block(100))
    expect(Number((await alone.block(50)).value.block.number)).toBe(50)
  })
})
