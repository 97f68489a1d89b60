import { WebSocket as UndiciWebSocket } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import { generateChain } from './chain.ts'
import type { Fault } from './faults.ts'
import { headerHash } from './header.ts'
import { type LieName, lieNames, lies } from './lies.ts'
import { densityTexts, rangeTexts } from './limits.ts'
import { type SimulatedNode, serveWorld } from './server.ts'
import { createWorld } from './world.ts'

const chain = generateChain({ seed: 1, blocks: 30, profile: 'work' })
const hex = (value: number) => `0x${value.toString(16)}`
const open: SimulatedNode[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

const serve = async (faults: readonly Fault[] = [], world = createWorld(chain)) => {
  const node = await serveWorld(world, { seed: 1, faults })
  open.push(node)
  return { node, world }
}
const post = (node: SimulatedNode, body: unknown, signal?: AbortSignal) =>
  fetch(node.url, { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) })
const ask = async (node: SimulatedNode, method: string, ...params: unknown[]) => {
  const response = await post(node, { jsonrpc: '2.0', id: 1, method, params })
  return (await response.json()) as { id: unknown; result?: never; error?: { code: number; message: string; data?: unknown } }
}
const result = async (node: SimulatedNode, method: string, ...params: unknown[]): Promise<unknown> =>
  (await ask(node, method, ...params)).result
const batch = (length: number) => Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_blockNumber', params: [] }))

describe('an honest node', () => {
  it('shows blocks, receipts, uncles and logs as the chain has them', async () => {
    const { node } = await serve()
    const withUncles = chain.blocks.find(({ uncles }) => uncles.length > 0)
    if (withUncles === undefined) throw new Error('no uncles in this chain')
    const { block, receipts, uncles } = withUncles
    expect(await result(node, 'eth_chainId')).toBe(hex(chain.chainId))
    expect(await result(node, 'eth_blockNumber')).toBe(hex(30))
    expect(await result(node, 'eth_getBlockByNumber', block.number, true)).toEqual(block)
    expect(await result(node, 'eth_getBlockByHash', block.hash, true)).toEqual(block)
    expect(await result(node, 'eth_getBlockReceipts', block.hash)).toEqual(receipts)
    expect(await result(node, 'eth_getUncleByBlockHashAndIndex', block.hash, '0x0')).toEqual(uncles[0])
    const all = chain.blocks.flatMap((entry) => entry.receipts.flatMap(({ logs }) => logs))
    expect(await result(node, 'eth_getLogs', { fromBlock: '0x0', toBlock: hex(30) })).toEqual(all)
  })

  it('shows nothing above its head, and logs of unseen blocks as none', async () => {
    const { node, world } = await serve([], createWorld(chain, { head: 10 }))
    expect(await result(node, 'eth_getBlockByNumber', hex(11), false)).toBeNull()
    expect(await result(node, 'eth_getLogs', { fromBlock: hex(11), toBlock: hex(30) })).toEqual([])
    world.advance()
    expect(await result(node, 'eth_getBlockByNumber', hex(11), true)).toEqual(chain.blocks[11]?.block)
  })

  it('replaces its newest blocks in a reorganisation and still knows the orphaned by hash', async () => {
    const { node, world } = await serve()
    const orphan = chain.blocks[29]?.block
    world.reorganise({ depth: 3 })
    expect(world.head).toBe(31)
    expect(await result(node, 'eth_getBlockByNumber', hex(29), true)).not.toEqual(orphan)
    expect(await result(node, 'eth_getBlockByNumber', hex(27), true)).toEqual(chain.blocks[27]?.block)
    expect(await result(node, 'eth_getBlockByHash', orphan?.hash, true)).toEqual(orphan)
  })

  it('shows the same number with another hash after a reorganisation that is no longer', async () => {
    const { world } = await serve()
    world.reorganise({ depth: 1, longer: 0 })
    expect(world.head).toBe(30)
    expect(world.chain.blocks[30]?.block.hash).not.toBe(chain.blocks[30]?.block.hash)
  })

  it('knows the finalized tag where the chain does', async () => {
    const { node } = await serve()
    expect(await result(node, 'eth_getBlockByNumber', 'finalized', true)).toEqual(chain.blocks[18]?.block)
    const { node: without } = await serve([], createWorld(chain, { finalityDepth: null }))
    expect((await ask(without, 'eth_getBlockByNumber', 'finalized', true)).error?.message).toMatch(/not found/)
  })

  it('answers names and symbols as contracts do', async () => {
    const { node } = await serve()
    const [first, , , reverting] = chain.tokens
    expect(await result(node, 'eth_call', { to: first?.address, data: '0x06fdde03' }, 'latest')).toBe(first?.answers['0x06fdde03'])
    expect((await ask(node, 'eth_call', { to: reverting?.address, data: '0x06fdde03' }, 'latest')).error?.code).toBe(3)
  })

  it('announces new heads over WebSocket', async () => {
    const { node, world } = await serve([], createWorld(chain, { head: 10 }))
    const socket = new UndiciWebSocket(node.wsUrl)
    const messages: { result?: string; params?: { result: { hash: string } } }[] = []
    const received = new Promise<void>((resolve) => {
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] })),
      )
      socket.addEventListener('message', ({ data }) => {
        messages.push(JSON.parse(String(data)))
        if (messages.length === 1) world.advance()
        else resolve()
      })
    })
    await received
    socket.close()
    expect(messages[1]?.params?.result.hash).toBe(chain.blocks[11]?.block.hash)
  })
})

describe('a view that is not the whole', () => {
  it('lags', async () => {
    const { node } = await serve([{ kind: 'lag', blocks: 4 }])
    expect(await result(node, 'eth_blockNumber')).toBe(hex(26))
    expect(await result(node, 'eth_getBlockByHash', chain.blocks[27]?.block.hash, false)).toBeNull()
  })

  it('flickers between heights', async () => {
    const { node } = await serve([{ kind: 'flicker', blocks: 5 }])
    const heads = new Set<unknown>()
    for (let i = 0; i < 20; i++) heads.add(await result(node, 'eth_blockNumber', i))
    expect(heads.size).toBeGreaterThan(2)
  })

  it('boasts of a head it cannot show', async () => {
    const { node } = await serve([{ kind: 'boast', blocks: 2 }])
    expect(await result(node, 'eth_blockNumber')).toBe(hex(32))
    expect(await result(node, 'eth_getBlockByNumber', hex(32), false)).toBeNull()
  })

  it('prunes with a code, with null, or with silence', async () => {
    const busy = chain.blocks.findIndex(({ receipts }) => receipts.some(({ logs }) => logs.length > 0))
    const prune = async (answer: 'code' | 'null' | 'empty') => (await serve([{ kind: 'prune', below: 25, answer }])).node
    const coded = await prune('code')
    expect((await ask(coded, 'eth_getBlockByNumber', hex(busy), true)).error?.code).toBe(4444)
    expect((await ask(coded, 'eth_getLogs', { fromBlock: hex(busy), toBlock: hex(30) })).error?.code).toBe(4444)
    expect((await ask(coded, 'eth_getBlockByNumber', hex(25), true)).error).toBeUndefined()
    expect(await result(await prune('null'), 'eth_getBlockByNumber', hex(busy), true)).toBeNull()
    const silent = await prune('empty')
    expect(await result(silent, 'eth_getBlockByNumber', hex(busy), true)).toEqual(chain.blocks[busy]?.block)
    expect(await result(silent, 'eth_getBlockReceipts', hex(busy))).toEqual([])
    expect(await result(silent, 'eth_getLogs', { fromBlock: hex(busy), toBlock: hex(busy) })).toEqual([])
  })

  it('forgets orphans, forges a block, names another chain', async () => {
    const { node, world } = await serve([{ kind: 'forget' }, { kind: 'forge', block: 9 }, { kind: 'chain', chainId: 5 }])
    world.reorganise({ depth: 2 })
    expect(await result(node, 'eth_getBlockByHash', chain.blocks[30]?.block.hash, false)).toBeNull()
    const forged = (await result(node, 'eth_getBlockByNumber', hex(9), true)) as { hash: string; parentHash: string }
    expect(forged.parentHash).toBe(chain.blocks[8]?.block.hash)
    expect(forged.hash).not.toBe(chain.blocks[9]?.block.hash)
    expect(await result(node, 'eth_chainId')).toBe('0x5')
  })

  it('forges the first block too, and shows those above it as they are', async () => {
    const { node } = await serve([{ kind: 'forge', block: 0 }])
    const forged = (await result(node, 'eth_getBlockByNumber', hex(0), true)) as RpcHeader
    expect(forged.hash).not.toBe(chain.blocks[0]?.block.hash)
    expect(headerHash(forged)).toBe(forged.hash)
    expect(await result(node, 'eth_getBlockByNumber', hex(1), true)).toEqual(chain.blocks[1]?.block)
  })
})

describe('refusals', () => {
  it('sends a status with its headers and body, so many times', async () => {
    const fault: Fault = {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '2' },
      body: '<html>slow down</html>',
      when: { times: 2 },
    }
    const { node } = await serve([fault])
    const first = await post(node, batch(1))
    expect([first.status, first.headers.get('retry-after'), await first.text()]).toEqual([429, '2', '<html>slow down</html>'])
    expect((await post(node, batch(1))).status).toBe(429)
    expect((await post(node, batch(1))).status).toBe(200)
  })

  it('limits calls a second', async () => {
    const { node } = await serve([{ kind: 'rate', perSecond: 5, retryAfterSeconds: 1 }])
    const refused = await post(node, batch(6))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  })

  it.each(Object.keys(rangeTexts) as (keyof typeof rangeTexts)[])('cuts ranges in the words of "%s"', async (text) => {
    const { node } = await serve([{ kind: 'range', blocks: 5, text }])
    const refused = await ask(node, 'eth_getLogs', { fromBlock: '0x2', toBlock: '0x7' })
    expect(refused.error?.message).toBe(rangeTexts[text](5, 2, 7))
    expect((await ask(node, 'eth_getLogs', { fromBlock: '0x2', toBlock: '0x6' })).error).toBeUndefined()
  })

  it.each(Object.keys(densityTexts) as (keyof typeof densityTexts)[])('refuses dense answers in the words of "%s"', async (text) => {
    const { node } = await serve([{ kind: 'density', logs: 1, text }])
    expect((await ask(node, 'eth_getLogs', { fromBlock: '0x0', toBlock: hex(30) })).error?.message).toBe(densityTexts[text](1))
  })

  it('answers errors, null and unknown methods for the methods and blocks named', async () => {
    const { node } = await serve([
      { kind: 'error', code: -32000, message: 'header not found', when: { methods: ['eth_getBlockByNumber'], blocks: { from: 3, to: 4 } } },
      { kind: 'null', when: { methods: ['eth_getBlockByHash'] } },
      { kind: 'unsupported', when: { methods: ['eth_getBlockReceipts'] } },
    ])
    expect((await ask(node, 'eth_getBlockByNumber', '0x3', false)).error?.message).toBe('header not found')
    expect((await ask(node, 'eth_getBlockByNumber', '0x5', false)).error).toBeUndefined()
    expect(await result(node, 'eth_getBlockByHash', chain.blocks[3]?.block.hash, false)).toBeNull()
    expect((await ask(node, 'eth_getBlockReceipts', '0x3')).error?.code).toBe(-32601)
  })

  it('stalls, and cuts the line in the middle of an answer', async () => {
    const { node } = await serve([{ kind: 'stall' }])
    await expect(post(node, batch(1), AbortSignal.timeout(200))).rejects.toThrow()
    node.setFaults({ kind: 'disconnect' })
    await expect(ask(node, 'eth_getBlockByNumber', '0x1', true)).rejects.toThrow()
    node.setFaults()
    expect(await result(node, 'eth_blockNumber')).toBe(hex(30))
  })

  it('strikes by chance the same way for the same seed, and not for ever', async () => {
    const outcomes = async () => {
      const { node } = await serve([{ kind: 'null', when: { probability: 0.5 } }])
      const seen: boolean[] = []
      for (let i = 0; i < 20; i++) seen.push((await result(node, 'eth_blockNumber')) === null)
      return seen
    }
    const first = await outcomes()
    expect(first).toContain(true)
    expect(first).toContain(false)
    expect(await outcomes()).toEqual(first)
  })
})

describe('batches', () => {
  const quirk = async (name: Extract<Fault, { kind: 'batch' }>['quirk'], length: number) => {
    const { node } = await serve([{ kind: 'batch', quirk: name }])
    return (await (await post(node, batch(length))).json()) as { id: unknown }[] & { error?: { message: string } }
  }

  it('come back in order where nothing is wrong', async () => {
    const { node } = await serve()
    const answers = (await (await post(node, batch(4))).json()) as { id: number }[]
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3])
  })

  it('come back shuffled, with ids as strings, with one missing, as one error, or refused for their size', async () => {
    expect((await quirk('shuffled', 8)).map(({ id }) => id)).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect((await quirk('ids as strings', 2)).map(({ id }) => id)).toEqual(['0', '1'])
    expect((await quirk('one answer missing', 3)).length).toBe(2)
    expect((await quirk('one error for all', 3)).error?.message).toMatch(/not available/)
    expect((await quirk('at most ten', 11)).error?.message).toMatch(/at most 10/)
    expect((await quirk('at most ten', 10)).length).toBe(10)
  })

  it('carry errors without ids', async () => {
    const { node } = await serve([
      { kind: 'batch', quirk: 'errors without id' },
      { kind: 'unsupported', when: { methods: ['eth_blockNumber'] } },
    ])
    const [answer] = (await (await post(node, batch(1))).json()) as object[]
    expect(answer).not.toHaveProperty('id')
  })
})

describe('lies', () => {
  const busy = chain.blocks.find(({ receipts, block }) => receipts.filter(({ logs }) => logs.length > 1).length > 1 && block.baseFeePerGas)
  const nephew = chain.blocks.find(({ uncles }) => uncles.length > 0)
  if (busy === undefined || nephew === undefined) throw new Error('no block to lie about')
  const questions = (name: LieName): [string, ...unknown[]] => {
    const lie: object = lies[name]
    const { block } = name.startsWith('uncle') ? nephew : busy
    if ('uncle' in lie) return ['eth_getUncleByBlockHashAndIndex', block.hash, '0x0']
    if ('block' in lie) return ['eth_getBlockByNumber', block.number, true]
    if ('receipts' in lie) return ['eth_getBlockReceipts', block.hash]
    return ['eth_getLogs', { fromBlock: block.number, toBlock: block.number }]
  }

  it.each(lieNames)('%s: differs from the truth, the same way each time', async (name) => {
    const { node } = await serve()
    const question = questions(name)
    const truth = await result(node, ...question)
    node.setFaults({ kind: 'lie', lie: name })
    const lie = await result(node, ...question)
    expect(lie).not.toEqual(truth)
    expect(await result(node, ...question)).toEqual(lie)
  })

  it('leaves out prices as old nodes do', async () => {
    const { node } = await serve([{ kind: 'old receipts' }])
    const receipts = (await result(node, 'eth_getBlockReceipts', busy.block.hash)) as object[]
    expect(receipts.length).toBeGreaterThan(0)
    for (const receipt of receipts) expect(receipt).not.toHaveProperty('effectiveGasPrice')
  })
})
