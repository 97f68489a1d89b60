import { describe, expect, it } from 'vitest'
import { client, collect, node, skippingClock, stuck } from './client-fixture.ts'
import { sampleBlock } from './scripted-node.ts'

describe('receipts', () => {
  it('come one by one where block receipts are not supported, which is found out once', async () => {
    const one = await node({
      answer: ({ method }) => (method === 'eth_getBlockReceipts' ? { error: { code: -32601, message: 'Method not found' } } : undefined),
    })
    const alone = client([one.url], {}, { concurrency: 1 })
    const blocks = await collect(alone.blocks(0, 30))
    expect(blocks.map(({ value }) => value)).toEqual(Array.from({ length: 31 }, (_, number) => sampleBlock(number)))
    expect(one.count('eth_getBlockReceipts')).toBe(1)
    expect(alone.health()[0]?.unsupported).toEqual(['eth_getBlockReceipts'])
  })
  it('come in one call again once the node supports it', async () => {
    const clock = skippingClock()
    const one = await node({
      answer: ({ method }) => (method === 'eth_getBlockReceipts' ? { error: { code: -32601, message: 'Method not found' } } : undefined),
    })
    const alone = client([one.url], { clock })
    await alone.block(4)
    one.answer = () => undefined
    await clock.sleep(2 * 60 * 60_000)
    const before = one.count('eth_getTransactionReceipt')
    await alone.block(4)
    expect(one.count('eth_getTransactionReceipt')).toBe(before)
  })
  it('of a block without transactions are empty without a request', async () => {
    const one = await node()
    expect((await client([one.url]).block(3)).value.receipts).toEqual([])
    expect(one.count('eth_getBlockReceipts')).toBe(0)
  })
  it('are asked for by the hash of the block where a block near the head is wanted', async () => {
    const one = await node()
    await client([one.url]).block(4)
    const asked = one.requests.flat().filter(({ method }) => method === 'eth_getBlockReceipts')
    expect(asked.map(({ params }) => params)).toEqual([[sampleBlock(4).block.hash]])
  })
  it('of another branch are asked for again by hash', async () => {
    const one = await node({
      answer: ({ method, params }) => (method === 'eth_getBlockReceipts' && params[0] === '0x4' ? sampleBlock(4, 2).receipts : undefined),
    })
    const [block] = await collect(client([one.url]).blocks(4, 4))
    expect(block?.value).toEqual(sampleBlock(4))
  })
  it('that are empty for a block with transactions are never believed', async () => {
    const liar = await node({ answer: ({ method }) => (method === 'eth_getBlockReceipts' ? [] : undefined) })
    const sound = await node()
    expect((await collect(client([liar.url, sound.url]).blocks(4, 4)))[0]?.source).toBe(1)
    expect((await stuck(client([liar.url]).block(4))).missing).toBe(true)
  })
  it('that lack one are never believed', async () => {
    const liar = await node({ answer: ({ method }) => (method === 'eth_getBlockReceipts' ? sampleBlock(5).receipts.slice(1) : undefined) })
    expect((await stuck(client([liar.url]).block(5))).missing).toBe(true)
  })
})

describe('a block', () => {
  it('by hash comes with its receipts in one request', async () => {
    const one = await node()
    const alone = client([one.url])
    await alone.head()
    const before = one.requests.length
    expect((await alone.block(sampleBlock(4).block.hash)).value).toEqual(sampleBlock(4))
    expect(one.requests.length - before).toBe(1)
  })
  it('with another number than asked for is refused', async () => {
    const liar = await node({
      answer: ({ method, params }) => (method === 'eth_getBlockByNumber' && params[1] === true ? sampleBlock(9).block : undefined),
    })
    const error = await stuck(client([liar.url]).block(4))
    expect(error.message).toMatch(/answered with block 9 .* for 4/)
  })
  it('that is not a block is refused', async () => {
    const liar = await node({
      answer: ({ method, params }) => (method === 'eth_getBlockByNumber' && params[1] === true ? { hello: 1 } : undefined),
    })
    expect((await stuck(client([liar.url]).block(4))).trials[0]?.kind).toBe('malformed')
  })
  it('is not fetched from endpoints that gave a wrong one before', async () => {
    const [one, other] = [await node(), await node()]
    expect((await client([one.url, other.url]).block(4, { not: [0] })).source).toBe(1)
    expect(one.requests.length).toBe(0)
  })
})

describe('the finalized block', () => {
  const refusing = (error: unknown) => ({
    answer: ({ params }: { params: readonly unknown[] }) => (params[0] === 'finalized' ? error : undefined),
  })
  it('is what the tag says', async () =>
    expect(Number((await client([(await node({ head: 50 })).url]).finalized())?.value.number)).toBe(40))
  it('is undefined where no endpoint knows the tag, which is asked once', async () => {
    const one = await node(refusing({ error: { code: -32602, message: 'invalid argument 0: hex string without 0x prefix' } }))
    const alone = client([one.url])
    expect([await alone.finalized(), await alone.finalized()]).toEqual([undefined, undefined])
    expect(one.requests.flat().filter(({ params }) => params[0] === 'finalized').length).toBe(1)
  })
  it('comes from an endpoint that knows the tag where another does not', async () => {
    const old = await node(refusing({ error: { code: -32602, message: 'invalid argument' } }))
    expect((await client([old.url, (await node()).url]).finalized())?.source).toBe(1)
  })
  it('is not taken for unknown where nobody could be asked for it', async () => {
    const one = await node()
    const alone = client([one.url], { limits: { patienceMs: 100 } })
    await alone.head()
    alone.blame(0, 'it lied')
    await expect(alone.finalized()).rejects.toThrow(/all endpoints rest/)
  })
  it('is undefined on a chain too young to have one', async () => {
    expect(
      await client([(await node(refusing({ error: { code: -39001, message: 'finalized block not found' } }))).url]).finalized(),
    ).toBeUndefined()
  })
})

describe('contract calls', () => {
  const call = { to: `0x${'11'.repeat(20)}`, data: '0x06fdde03' } as const
  it('come back in order, reverts as undefined', async () => {
    let seen = 0
    const one = await node({
      answer: ({ method }) =>
        method !== 'eth_call' ? undefined : seen++ % 2 ? { error: { code: 3, message: 'execution reverted' } } : '0xaa',
    })
    expect(await client([one.url]).calls([call, call, call])).toEqual(['0xaa', undefined, '0xaa'])
  })
  it('that an endpoint is too busy for are asked again, not given up', async () => {
    const one = await node()
    one.script = (_, request) => (request === 3 ? { status: 429 } : undefined)
    expect(await client([one.url]).calls([call])).toEqual(['0x01'])
  })
  it('are more than one request where there are many', async () => {
    const one = await node()
    expect((await client([one.url]).calls(Array.from({ length: 250 }, () => call))).length).toBe(250)
    expect(Math.max(...one.requests.map((calls) => calls.length))).toBeLessThanOrEqual(100)
  })
})
