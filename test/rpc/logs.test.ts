import { describe, expect, it } from 'vitest'
import type { ChainClient } from '../../src/rpc/port.ts'
import { client, node, stuck } from './client-fixture.ts'
import { type ScriptedNode, type SeenCall, sampleBlock, sampleTopic } from './scripted-node.ts'

const expectedLogs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => sampleBlock(from + index).receipts.flatMap((receipt) => receipt.logs)).flat()

/** Every page of a range, as an indexer would take them. */
const allLogs = async (chain: ChainClient, from: number, to: number) => {
  const logs: unknown[] = []
  for (let next = from; next <= to; ) {
    const { value } = await chain.logs({ from: next, to, topics: [sampleTopic] })
    logs.push(...value.logs)
    expect(Number(value.last.number)).toBe(value.to)
    next = value.to + 1
  }
  return logs
}
const widths = (one: ScriptedNode): readonly number[] => one.requests.flat().flatMap((call) => widthOf(call) ?? [])
const widthOf = ({ method, params }: SeenCall): number | undefined => {
  const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
  return method === 'eth_getLogs' ? Number(toBlock) - Number(fromBlock) + 1 : undefined
}
const refusing = (most: number, message: string | ((call: SeenCall) => string)) => ({
  head: 5000,
  answer: (call: SeenCall) =>
    (widthOf(call) ?? 0) > most ? { error: { code: -32000, message: typeof message === 'string' ? message : message(call) } } : undefined,
})

describe('ranges of logs', () => {
  it('arrive whole, with the last header in the same request', async () => {
    const one = await node({ head: 5000 })
    expect(await allLogs(client([one.url]), 10, 4000)).toEqual(expectedLogs(10, 4000))
    const together = one.requests.filter((calls) => calls.some(({ method }) => method === 'eth_getLogs'))
    expect(together.every((calls) => calls.some(({ method }) => method === 'eth_getBlockByNumber'))).toBe(true)
  })
  it('keep to a cap that an endpoint named, from then on', async () => {
    const one = await node(refusing(100, 'eth_getLogs is limited to a 100 blocks range'))
    expect(await allLogs(client([one.url]), 0, 999)).toEqual(expectedLogs(0, 999))
    expect(widths(one)).toEqual([1000, ...Array.from({ length: 10 }, () => 100)])
  })
  it('adopt a range that is offered, for that request', async () => {
    const one = await node(
      refusing(150, ({ params }) => {
        const { fromBlock } = params[0] as { fromBlock: string }
        return `query returned more than 10000 results. Try with this block range [${fromBlock}, 0x${(Number(fromBlock) + 149).toString(16)}].`
      }),
    )
    expect(await allLogs(client([one.url]), 0, 299)).toEqual(expectedLogs(0, 299))
    expect(widths(one)).toEqual([300, 150, 150])
  })
  it('that are too dense are halved without a pause, and widen again', async () => {
    const one = await node({
      head: 5000,
      answer: (call) => {
        const { fromBlock } = (call.params[0] ?? {}) as { fromBlock?: string }
        return (widthOf(call) ?? 0) > 50 && Number(fromBlock) < 100
          ? { error: { code: -32005, message: 'query returned more than 10000 results' } }
          : undefined
      },
    })
    expect(await allLogs(client([one.url]), 0, 2000)).toEqual(expectedLogs(0, 2000))
    expect(Math.max(...widths(one).slice(8))).toBeGreaterThan(200)
  })
  it('of one block that is still too much come from its receipts', async () => {
    const one = await node(refusing(0, 'Response is too big'))
    const { value } = await client([one.url]).logs({ from: 5, to: 5, topics: [sampleTopic] })
    expect(value).toMatchObject({ to: 5, logs: expectedLogs(5, 5) })
  })
  it('of one block out of its receipts hold only what was asked for', async () => {
    const one = await node(refusing(0, 'Response is too big'))
    const { value } = await client([one.url]).logs({ from: 5, to: 5, topics: [`0x${'ab'.repeat(32)}`] })
    expect(value.logs).toEqual([])
  })
  it('are halved on 413 and 504 too', async () => {
    const one = await node({
      head: 5000,
      script: (calls) => (calls.some((call) => (widthOf(call) ?? 0) > 60) ? { status: 504, body: 'gateway time-out' } : undefined),
    })
    expect(await allLogs(client([one.url]), 0, 200)).toEqual(expectedLogs(0, 200))
  })
  it('are halved where they are not answered in time', async () => {
    const one = await node({
      head: 5000,
      script: (calls) => (calls.some((call) => (widthOf(call) ?? 0) > 60) ? { hang: true } : undefined),
    })
    expect(await allLogs(client([one.url], { limits: { timeoutMs: 400 } }), 0, 100)).toEqual(expectedLogs(0, 100))
  })
  it('that are empty since the endpoint has not seen the end are asked of another', async () => {
    const lagging = await node({
      head: 5000,
      answer: ({ method, params }) => (method === 'eth_getLogs' ? [] : params[0] === '0x64' ? { result: null } : undefined),
    })
    const sound = await node({ head: 5000 })
    const { source, value } = await client([lagging.url, sound.url]).logs({ from: 0, to: 100, topics: [] })
    expect([source, value.logs]).toEqual([1, expectedLogs(0, 100)])
  })
  it('that stay refused whatever their width are given up', async () => {
    const one = await node({
      head: 5000,
      answer: ({ method }) => (/Logs|Receipts/.test(method) ? { error: { code: -32000, message: 'database corrupted' } } : undefined),
    })
    expect((await stuck(client([one.url]).logs({ from: 0, to: 100, topics: [] }))).trials[0]?.kind).toBe('server')
  })
})
