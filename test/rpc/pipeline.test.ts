import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/rpc/clock.ts'
import { client, collect, node } from './client-fixture.ts'

/** A promise to be settled from outside. */
const latch = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
const until = async (condition: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 10_000 && !condition(); turn++) await new Promise((resolve) => setTimeout(resolve, 1))
  if (!condition()) throw new Error('it never came to that')
}

describe('the pipeline of blocks', () => {
  it('asks ahead, as far as the concurrency and no further', async () => {
    const hold = latch()
    const one = await node({
      head: 1000,
      script: (calls) => (calls.some(({ params }) => params[1] === true) ? { after: hold.opened } : undefined),
    })
    const reader = client([one.url], {}, { concurrency: 5 }).blocks(0, 900)[Symbol.asyncIterator]()
    const first = reader.next()
    const held = () => one.requests.filter((calls) => calls.some(({ params }) => params[1] === true)).length
    await until(() => held() === 5)
    hold.open()
    expect(Number((await first).value?.value.block.number)).toBe(0)
    await reader.return?.()
  })
  it('yields in order whatever arrives first', async () => {
    const hold = latch()
    const one = await node({ script: (calls) => (calls.some(({ params }) => params[0] === '0x0') ? { after: hold.opened } : undefined) })
    const blocks = collect(client([one.url]).blocks(0, 30))
    await until(() => one.requests.length > 5)
    hold.open()
    expect((await blocks).map(({ value }) => Number(value.block.number))).toEqual(Array.from({ length: 31 }, (_, index) => index))
  })
  it('puts small blocks together into fewer requests', async () => {
    const one = await node({ head: 1000 })
    expect((await collect(client([one.url]).blocks(0, 999))).length).toBe(1000)
    expect(one.requests.length).toBeLessThan(80)
  })
  it('brings headers alone in order too, without transactions or receipts', async () => {
    const one = await node({ head: 1000 })
    const headers = await collect(client([one.url]).headers(0, 999))
    expect(headers.map(({ value }) => Number(value.number))).toEqual(Array.from({ length: 1000 }, (_, index) => index))
    expect(one.requests.flat().some(({ method, params }) => method === 'eth_getBlockReceipts' || params[1] === true)).toBe(false)
    expect(one.requests.length).toBeLessThan(50)
  })
  it('stops asking when its reader leaves', async () => {
    const one = await node({ head: 100_000 })
    const chain = client([one.url])
    for await (const { value } of chain.blocks(0, 100_000)) if (Number(value.block.number) === 20) break
    await chain.head()
    // The whole range would take two thousand.
    expect(one.requests.length).toBeLessThan(60)
  })
  it('stops with the signal', async () => {
    const stop = new AbortController()
    const one = await node({ head: 1000, script: (calls) => (calls.some(({ params }) => params[1] === true) ? { hang: true } : undefined) })
    const blocks = collect(client([one.url]).blocks(0, 900, { signal: stop.signal }))
    await until(() => one.requests.length > 3)
    stop.abort(new Error('enough'))
    await expect(blocks).rejects.toThrow('enough')
  })
  it('answers a head at once while it is busy', async () => {
    const one = await node({ head: 1000, script: (calls) => (calls.some(({ params }) => params[1] === true) ? { hang: true } : undefined) })
    const stop = new AbortController()
    const chain = client([one.url], {}, { concurrency: 2 })
    const blocks = collect(chain.blocks(0, 900, { signal: stop.signal })).catch(() => undefined)
    await until(() => one.requests.length > 3)
    expect(Number((await chain.head()).value.number)).toBe(1000)
    stop.abort()
    await blocks
  })
  it('ends when the client is closed', async () => {
    const one = await node({ head: 1000, script: (calls) => (calls.some(({ params }) => params[1] === true) ? { hang: true } : undefined) })
    const chain = client([one.url])
    const blocks = collect(chain.blocks(0, 900))
    const failed = expect(blocks).rejects.toThrow()
    await until(() => one.requests.length > 3)
    await chain.close()
    await failed
  })
})

describe('a closed client', () => {
  it('ends what waits for an endpoint to come back', async () => {
    const one = await node({ script: () => ({ status: 429, headers: { 'retry-after': '60' } }) })
    const chain = client([one.url], { clock: systemClock })
    const failed = expect(chain.block(3)).rejects.toThrow('aborted')
    await until(() => chain.health()[0]?.state === 'cooling')
    await chain.close()
    await failed
  })
})
