import { describe, expect, it } from 'vitest'
import { doctorCommand } from '../../src/cli/run-doctor.ts'
import { loadConfig } from '../../src/config/load.ts'
import { node } from './client-fixture.ts'
import type { SeenCall } from './scripted-node.ts'

const doctor = async (urls: readonly string[], json = true) => {
  const { config } = loadConfig({ cwd: '/', flags: { rpc: urls.map((url) => `1=${url}`), 'log-level': 'error' } })
  let printed = ''
  const code = await doctorCommand(config, json, (text) => {
    printed += text
  })
  return { code, printed, endpoints: json ? (JSON.parse(printed) as { endpoints: Record<string, unknown>[] }).endpoints : [] }
}

describe('the doctor', () => {
  it('finds out what a node is and can do', async () => {
    const one = await node({ head: 20_000 })
    const { code, endpoints } = await doctor([one.url])
    expect(code).toBe(0)
    expect(endpoints).toMatchObject([
      { chain: 1, chainId: 1, client: 'scripted/1', head: 20_000, oldest: 0, batchCalls: 100, logRangeBlocks: 10_000 },
    ])
  })
  it('finds the oldest block in few calls', async () => {
    const pruned = ({ method, params }: SeenCall) =>
      /ByNumber|BlockReceipts/.test(method) && Number(params[0]) < 12_345
        ? { error: { code: 4444, message: 'pruned history unavailable' } }
        : undefined
    const one = await node({ head: 1_000_000, answer: pruned })
    const { endpoints } = await doctor([one.url])
    expect(endpoints).toMatchObject([
      { oldest: 12_345, warnings: expect.arrayContaining([expect.stringContaining('lacks blocks 0 to 12344')]) },
    ])
    expect(one.requests.length).toBeLessThan(60)
  })
  it('finds limits and missing methods', async () => {
    const one = await node({
      head: 20_000,
      answer: ({ method, params }) => {
        const { fromBlock = 0, toBlock = 0 } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
        if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 500)
          return { error: { code: -32000, message: 'limited to a 500 blocks range' } }
        return method === 'eth_getBlockReceipts' ? { error: { code: -32601, message: 'Method not found' } } : undefined
      },
      script: (calls) =>
        calls.length > 20
          ? { body: JSON.stringify({ error: { code: -32600, message: 'batch size is too large, maximum is 20' } }) }
          : undefined,
    })
    const { endpoints } = await doctor([one.url])
    expect(endpoints).toMatchObject([{ batchCalls: 20, logRangeBlocks: 500, methods: { eth_getBlockReceipts: false, eth_getLogs: true } }])
  })
  it('takes a node of another chain as an error', async () => {
    const wrong = await node({ chainId: 5 })
    const sound = await node()
    const { code, endpoints } = await doctor([sound.url, wrong.url])
    expect([code, endpoints[1]?.['error']]).toEqual([1, 'serves chain 5, not chain 1'])
  })
  it('takes a node that does not answer as an error, without its key', async () => {
    const { code, printed } = await doctor(['http://127.0.0.1:1/s3cretkey'], false)
    expect(code).toBe(1)
    expect(printed).toMatch(/ERROR[\s\S]*ECONNREFUSED/)
    expect(printed).not.toContain('s3cretkey')
  })
})
