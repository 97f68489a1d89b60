import { describe, expect, it } from 'vitest'
import type { Lessons, Memory } from '../../src/rpc/memory.ts'
import { client, collect, node } from './client-fixture.ts'
import { sampleTopic } from './scripted-node.ts'

const notebook = (): Memory & { kept: Readonly<Record<string, Lessons>> } => {
  const book = {
    kept: {} as Readonly<Record<string, Lessons>>,
    load: () => book.kept,
    save: (lessons: Readonly<Record<string, Lessons>>) => {
      book.kept = JSON.parse(JSON.stringify(lessons))
    },
  }
  return book
}

describe('what an endpoint taught', () => {
  const strict = () =>
    node({
      head: 5000,
      answer: ({ method, params }) => {
        const { fromBlock = 0, toBlock = 0 } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
        if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 100)
          return { error: { code: -32000, message: 'limited to a 100 blocks range' } }
        return method === 'eth_getBlockReceipts' ? { error: { code: -32601, message: 'Method not found' } } : undefined
      },
      script: (calls) =>
        calls.length > 20
          ? { body: JSON.stringify({ error: { code: -32600, message: 'batch size is too large, maximum is 20' } }) }
          : undefined,
    })

  it('is not learnt again by a client that remembers', async () => {
    const one = await strict()
    const memory = notebook()
    const learn = async () => {
      const chain = client([one.url], { memory })
      const before = one.requests.length
      const logs = await chain.logs({ from: 0, to: 999, topics: [sampleTopic] })
      await collect(chain.blocks(0, 100))
      return { to: logs.value.to, requests: one.requests.slice(before) }
    }
    expect((await learn()).to).toBe(99)
    const again = await learn()
    expect(again.to).toBe(99)
    expect(again.requests.flat().filter(({ method }) => method === 'eth_getBlockReceipts')).toEqual([])
    expect(Math.max(...again.requests.map((calls) => calls.length))).toBeLessThanOrEqual(20)
  })
  it('is left out where what was kept makes no sense', async () => {
    const one = await node({ head: 50 })
    const odd = { batchCalls: 0, rangeBlocks: -5, unsupported: null, oldest: 'x' } as unknown as Lessons
    const chain = client([one.url], { memory: { load: () => ({ [one.url]: odd }), save: () => {} } })
    expect((await collect(chain.blocks(0, 20))).length).toBe(21)
    expect((await chain.logs({ from: 0, to: 20, topics: [] })).value.to).toBe(20)
  })
  it('is kept without anything secret', async () => {
    const one = await strict()
    const memory = notebook()
    await client([`${one.url}/s3cretkey`], { memory }).logs({ from: 0, to: 999, topics: [] })
    expect(Object.keys(memory.kept)).toEqual([one.url])
    expect(JSON.stringify(memory.kept)).not.toContain('s3cretkey')
  })
})
