import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { curlLine, type Demo } from '../../src/demo/port.ts'
import { startDemo } from '../../src/demo/start.ts'
import { checkBlock } from '../../src/evm/check-block.ts'
import type { RpcBlock, RpcReceipt } from '../../src/evm/json-rpc.ts'
import type { Hex } from '../../src/records/hex.ts'
import { transferBatchTopic, transferSingleTopic, zeroAddress } from '../simulate/events.ts'
import { ask, until } from './ask.ts'

let demo: Demo
const lines: string[] = []
let blocks: { block: RpcBlock; receipts: RpcReceipt[] }[] = []

beforeAll(async () => {
  demo = await startDemo({ log: (line) => lines.push(line), seed: 3, blockTimeSeconds: 1 })
  const head = Number(await ask(demo.rpcUrl, 'eth_blockNumber'))
  blocks = await Promise.all(
    Array.from({ length: head + 1 }, async (_, number) => ({
      block: await ask<RpcBlock>(demo.rpcUrl, 'eth_getBlockByNumber', `0x${number.toString(16)}`, true),
      receipts: await ask<RpcReceipt[]>(demo.rpcUrl, 'eth_getBlockReceipts', `0x${number.toString(16)}`),
    })),
  )
})
afterAll(() => demo?.stop())

const text = (answer: Hex) =>
  Buffer.from(answer.slice(130), 'hex')
    .subarray(0, Number(`0x${answer.slice(66, 130)}`))
    .toString()
const party = (topic: string | undefined) => `0x${topic?.slice(-40)}`

describe('the demo chain', () => {
  it('says what it is', () => {
    expect(lines.join('\n')).toMatch(/demo chain runs on this machine \(chain 31337/)
  })

  it('is a chain of its own, on loopback, with a contract that has a name', async () => {
    expect(Number(await ask(demo.rpcUrl, 'eth_chainId'))).toBe(demo.chainId)
    expect(new URL(demo.rpcUrl).hostname).toBe('127.0.0.1')
    expect(text(await ask(demo.rpcUrl, 'eth_call', { to: demo.contract, data: '0x06fdde03' }, 'latest'))).toBe('Ownscan Demo Relics')
    expect(text(await ask(demo.rpcUrl, 'eth_call', { to: demo.contract, data: '0x95d89b41' }, 'latest'))).toBe('RELIC')
  })

  it('has a past: hundreds of transfers of all kinds, none of them failed', () => {
    const receipts = blocks.flatMap((entry) => entry.receipts)
    expect(receipts.filter(({ status }) => status !== '0x1')).toEqual([])
    const logs = receipts
      .flatMap((receipt) => receipt.logs)
      .filter(({ topics }) => topics[0] === transferSingleTopic || topics[0] === transferBatchTopic)
    expect(logs.length).toBeGreaterThan(200)
    const kinds = new Set(
      logs.map(({ topics: [event, operator, from, to] }) => {
        const shape = event === transferBatchTopic ? 'batch' : 'single'
        if (party(from) === zeroAddress) return `${shape} mint`
        if (party(to) === zeroAddress) return `${shape} burn`
        if (from === to) return `${shape} to oneself`
        return operator === from ? `${shape} move` : `${shape} move by operator`
      }),
    )
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'single mint',
        'batch mint',
        'single burn',
        'batch burn',
        'single move',
        'batch move',
        'single move by operator',
        'single to oneself',
      ]),
    )
  })

  it('has several producers, and blocks that pass every check', () => {
    expect(new Set(blocks.slice(1).map(({ block }) => block.miner))).toEqual(new Set(demo.producers))
    for (const { block, receipts } of blocks) expect(checkBlock(block, receipts)).toEqual([])
  })

  it('lives on: the head moves, with transfers in it, close to the present', async () => {
    const before = blocks.length - 1
    const later = await until(async () => {
      const head = await ask<RpcBlock>(demo.rpcUrl, 'eth_getBlockByNumber', 'latest', false)
      return Number(head.number) >= before + 3 && head
    })
    expect(Math.abs(Number(later.timestamp) - Date.now() / 1_000)).toBeLessThan(60)
    const logs = await ask<object[]>(demo.rpcUrl, 'eth_getLogs', {
      address: demo.contract,
      fromBlock: `0x${(before + 1).toString(16)}`,
      toBlock: 'latest',
    })
    expect(logs.length).toBeGreaterThan(0)
  })

  it('knows which of its blocks are final', async () => {
    const final = await ask<RpcBlock>(demo.rpcUrl, 'eth_getBlockByNumber', 'finalized', false)
    expect(Number(final.number)).toBeGreaterThan(0)
  })

  it('proposes first queries with rows behind them', () => {
    const [transfers, mined] = demo.queries
    const holder = transfers?.parameters['address']
    const touching = blocks
      .flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs))
      .filter(({ topics }) => topics.slice(2).some((topic) => party(topic) === holder))
    expect(touching.length).toBeGreaterThan(10)
    expect(blocks.some(({ block }) => block.miner === mined?.parameters['address'])).toBe(true)
    expect(curlLine('http://127.0.0.1:8800/', 'KEY', { title: '', parameters: { action: 'getminedblocks' } })).toBe(
      "curl 'http://127.0.0.1:8800/v2/api?action=getminedblocks&apikey=KEY'",
    )
  })

  it('has the first queries that its document shows', () => {
    const page = readFileSync(new URL('../../docs/DEMO.md', import.meta.url), 'utf8')
    for (const query of demo.queries) expect(page).toContain(curlLine('http://127.0.0.1:8800', 'KEY', query))
  })

  it('is the same chain of deeds for the same seed', async () => {
    const again = await startDemo({ log: () => {}, seed: 3, blockTimeSeconds: 1 })
    const hashes = async () =>
      Promise.all(
        blocks
          .slice(0, 60)
          .map(async ({ block }) => (await ask<RpcBlock>(again.rpcUrl, 'eth_getBlockByNumber', block.number, false)).transactions),
      )
    const found = await hashes()
    await again.stop()
    expect(found).toEqual(blocks.slice(0, 60).map(({ block }) => block.transactions.map(({ hash }) => hash)))
  })

  it('leaves no process behind when it stops, and says that it ended as told', async () => {
    const control = new AbortController()
    const other = await startDemo({ log: () => {}, signal: control.signal })
    control.abort()
    expect(await other.ended).toBeUndefined()
    expect(listening(other.rpcUrl)).toBe(false)
    await other.stop()
  })
})

/** Whether any process answers there. */
const listening = (url: string): boolean => {
  try {
    execFileSync(process.execPath, ['-e', `fetch(process.argv[1], { method: 'POST', body: '{}' }).catch(() => process.exit(1))`, url])
    return true
  } catch {
    return false
  }
}
