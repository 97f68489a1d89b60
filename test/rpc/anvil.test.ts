import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalNode, launchAnvil } from '../../src/demo/anvil.ts'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import { systemClock } from '../../src/rpc/clock.ts'
import type { ChainClient, Sourced } from '../../src/rpc/port.ts'
import { client, collect } from './client-fixture.ts'

const ask = async (url: string, method: string, ...params: unknown[]): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: unknown }).result
}

describe('a real node', () => {
  let anvil: LocalNode
  beforeAll(async () => {
    anvil = await launchAnvil([])
  })
  afterAll(() => anvil.stop())
  const webSocket = () => anvil.url.replace('http', 'ws')
  const chainOf = (url: string): ChainClient => client([url], { clock: systemClock }, { chainId: 31_337 })
  const nextHead = (chain: ChainClient, wanted: (head: Sourced<RpcHeader>) => boolean): Promise<Sourced<RpcHeader>> =>
    new Promise((resolve) => {
      const stop = chain.follow((head) => {
        if (!wanted(head)) return
        stop()
        resolve(head)
      })
    })

  it('gives blocks with receipts over HTTP and WebSocket alike', async () => {
    const [from, to] = (await ask(anvil.url, 'eth_accounts')) as [string, string]
    for (let i = 0; i < 5; i++) await ask(anvil.url, 'eth_sendTransaction', { from, to, value: '0x1' })
    const byHttp = await collect(chainOf(anvil.url).blocks(0, 5))
    const byWebSocket = await collect(chainOf(webSocket()).blocks(0, 5))
    expect(byHttp.map(({ value }) => value.receipts.length)).toEqual([0, 1, 1, 1, 1, 1])
    expect(byWebSocket).toEqual(byHttp)
  })
  it('announces heads over WebSocket', async () => {
    const chain = chainOf(webSocket())
    const before = Number((await chain.head()).value.number)
    // The first look at the head is a poll; what comes soon after it can only have been announced.
    const first = nextHead(chain, () => true)
    await first
    const announced = nextHead(chain, ({ value }) => Number(value.number) === before + 1)
    await ask(anvil.url, 'evm_mine')
    expect(Number((await announced).value.number)).toBe(before + 1)
  })
  it('shows a reorganisation to a poller', async () => {
    const chain = chainOf(anvil.url)
    await ask(anvil.url, 'anvil_mine', '0x5')
    const old = await chain.head()
    const other = nextHead(chain, ({ value }) => value.hash !== old.value.hash)
    await ask(anvil.url, 'anvil_reorg', 3, [])
    expect((await other).value.hash).not.toBe(old.value.hash)
    const missing = await chain.header(old.value.hash).catch((error: { missing?: boolean }) => error)
    expect(missing).toMatchObject({ missing: true })
  })
  it('closes its WebSocket with the client, and reports calls that were under way', async () => {
    const chain = chainOf(webSocket())
    await chain.head()
    await chain.close()
    await expect(chain.block(0)).rejects.toThrow('closed')
  })
})
