import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { client, collect, node, stuck } from './client-fixture.ts'
import type { ScriptedNode } from './scripted-node.ts'

/** A second node that repeats the first one's answers, wrapped as told. */
const wrapped = async (wrap: (answers: { id: unknown; result: unknown }[]) => unknown): Promise<ScriptedNode> => {
  const source = await node()
  const front = await node()
  front.rewrite = async (calls, isBatch) => {
    const response = await fetch(source.url, { method: 'POST', body: JSON.stringify(calls) })
    const answers = (await response.json()) as { id: unknown; result: unknown }[]
    return isBatch ? wrap(answers) : answers[0]
  }
  return front
}

describe('odd envelopes', () => {
  const wholeBatch = async (wrap: Parameters<typeof wrapped>[0]) => {
    const one = await wrapped(wrap)
    const blocks = await collect(client([one.url]).blocks(0, 40))
    expect(blocks.map(({ value }) => Number(value.block.number))).toEqual(Array.from({ length: 41 }, (_, index) => index))
    return one
  }
  it('with ids as strings are understood', async () =>
    void (await wholeBatch((answers) => answers.map((answer) => ({ ...answer, id: String(answer.id) })))))
  it('in another order are understood', async () => void (await wholeBatch((answers) => answers.toReversed())))
  it('without ids are read in order', async () =>
    void (await wholeBatch((answers) => answers.map(({ result }) => ({ jsonrpc: '2.0', result })))))
  it('with one error for the whole batch are split', async () => {
    const one = await wrapped((answers) =>
      answers.length > 10 ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } } : answers,
    )
    expect((await collect(client([one.url]).blocks(0, 60))).length).toBe(61)
    const sizes = one.requests.map((calls) => calls.length)
    const firstSmall = sizes.findLastIndex((size) => size > 10)
    expect(sizes.slice(firstSmall + 1).every((size) => size <= 10)).toBe(true)
    expect(sizes.filter((size) => size > 10).length).toBeLessThan(12)
  })
  it('with one error without an id in the list are taken as the fault of all', async () => {
    const one = await wrapped(() => [{ jsonrpc: '2.0', error: { code: -32005, message: 'rate limit' } }])
    const alone = client([one.url], { limits: { patienceMs: 5000 } })
    await stuck(collect(alone.blocks(0, 3)))
    expect(alone.health()[0]?.faults['rate']).toBeGreaterThan(0)
  })
  it('that lack an answer are asked again', async () => {
    let first = true
    const one = await wrapped((answers) => {
      const cut = first ? answers.slice(1) : answers
      first = false
      return cut
    })
    expect((await collect(client([one.url]).blocks(3, 5))).length).toBe(3)
  })
  it('of a node that knows no batches lead to single calls', async () => {
    const one = await wrapped(() => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }))
    expect((await collect(client([one.url], {}, { concurrency: 1 }).blocks(0, 9))).length).toBe(10)
    expect(one.requests.slice(3).every((calls) => calls.length === 1)).toBe(true)
  })
  it('that are pages of a gateway are no answers', async () => {
    const one = await node({ script: () => ({ headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><html>busy</html>' }) })
    expect((await stuck(client([one.url]).block(1))).trials[0]?.kind).toBe('gateway')
  })
  it('that end early are no answers', async () => {
    const one = await node({ script: () => ({ body: '[{"jsonrpc":"2.0","id":1,"result":' }) })
    expect((await stuck(client([one.url]).block(1))).trials[0]?.kind).toBe('malformed')
  })
})

describe('a node that fills an answer up to its limit', () => {
  it('is asked again for the calls it refused, in smaller batches', async () => {
    const one = await wrapped((answers) =>
      answers.map(({ id, result }, index) => (index < 7 ? { id, result } : { id, error: { code: -32003, message: 'response too large' } })),
    )
    const blocks = await collect(client([one.url]).blocks(0, 40))
    expect(blocks.map(({ value }) => Number(value.block.number))).toEqual(Array.from({ length: 41 }, (_, index) => index))
  })
})

describe('compression', () => {
  const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const
  for (const [name, compress] of Object.entries(compressors))
    it(`${name} is undone`, async () => {
      const one = await node()
      one.encode = (body) => ({ headers: { 'content-encoding': name }, body: compress(body) })
      expect((await client([one.url]).block(4)).value.receipts.length).toBe(1)
    })
  it('is bounded by what comes out, not by what goes in', async () => {
    const one = await node()
    one.encode = () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(1_000_000, 0x20)) })
    const error = await client([one.url], { limits: { maxBodyBytes: 100_000 } })
      .block(4)
      .catch((reason: Error) => reason)
    expect(String(error)).toMatch(/larger than the client takes/)
  })
  it('is not asked for on this machine', async () => {
    const one = await node()
    await client([one.url]).block(4)
    expect(one.headersSeen[0]?.['accept-encoding']).toBeUndefined()
  })
})
