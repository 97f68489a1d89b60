import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalNode, launchAnvil } from '../../src/demo/anvil.ts'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import type { Transport } from '../../src/rpc/transport.ts'
import { webSocketTransport } from '../../src/rpc/websocket.ts'

const limits = { timeoutMs: 10_000, maxBodyBytes: 1_000_000, connections: 1 }

describe('a WebSocket', () => {
  let anvil: LocalNode
  let transport: Transport
  beforeAll(async () => {
    anvil = await launchAnvil([])
    transport = webSocketTransport({ url: anvil.url.replace('http', 'ws'), headers: {}, rateCap: undefined, archive: undefined }, limits)
  })
  afterAll(async () => {
    await transport.close()
    await anvil.stop()
  })
  const call = (id: number, method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id, method, params }) as const
  const never = new AbortController().signal

  it('carries several calls at once, answers by their ids', async () => {
    const { json } = await transport.send([call(7, 'eth_chainId'), call(8, 'eth_blockNumber')], never)
    expect(json).toMatchObject([
      { id: 7, result: '0x7a69' },
      { id: 8, result: '0x0' },
    ])
  })
  it('announces heads until told to stop', async () => {
    const stop = new AbortController()
    const heads: RpcHeader[] = []
    const ended = transport.heads?.((head) => {
      heads.push(head)
      if (heads.length === 3) stop.abort(new Error('enough'))
    }, stop.signal)
    const failed = expect(ended).rejects.toThrow('enough')
    // Mines until the subscription stands and has announced three; bounded by the time of the test.
    for (let id = 100; !stop.signal.aborted; id++) await transport.send([call(id, 'evm_mine')], never)
    await failed
    const numbers = heads.map(({ number }) => Number(number))
    expect(numbers).toEqual([numbers[0], Number(numbers[0]) + 1, Number(numbers[0]) + 2])
  })
  it('that breaks fails the calls under way, and connects anew for the next', async () => {
    const url = anvil.url.replace('http', 'ws')
    const other = webSocketTransport({ url, headers: {}, rateCap: undefined, archive: undefined }, { ...limits, maxBodyBytes: 300 })
    await expect(other.send([call(1, 'eth_getBlockByNumber', 'latest', true)], never)).rejects.toThrow('connection ended')
    const { json } = await other.send([call(2, 'eth_chainId')], never)
    expect(json).toMatchObject([{ id: 2, result: '0x7a69' }])
    await other.close()
  })
  it('to nowhere is a failure of the network', async () => {
    const nowhere = webSocketTransport({ url: 'ws://127.0.0.1:1/', headers: {}, rateCap: undefined, archive: undefined }, limits)
    await expect(nowhere.send([call(1, 'eth_chainId')], never)).rejects.toMatchObject({ kind: 'network' })
    await nowhere.close()
  })
})
