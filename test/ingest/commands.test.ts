import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { testFolder } from '../folder.ts'
import { expectedRows, fork, generateChain } from '../simulate/chain.ts'
import { type SimulatedNode, serveWorld } from '../simulate/server.ts'
import { createWorld } from '../simulate/world.ts'
import { contents } from './harness.ts'
import { runProgram, writeConfig } from './program.ts'

const chain = generateChain({ seed: 'commands', blocks: 40, profile: 'merged' })
const nodes: SimulatedNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})
const serve = async (shown = chain): Promise<SimulatedNode> => {
  const node = await serveWorld(createWorld(shown))
  nodes.push(node)
  return node
}
const indexed = async () => {
  const folder = testFolder()
  const node = await serve()
  const config = writeConfig(folder, chain, [node.url])
  const done = await runProgram('index', '--config', config, '--from', '5', '--to', '9')
  return { folder, node, config, done }
}
const id = String(chain.chainId)

describe('ownscan index --from --to', () => {
  it('stores just that range and the head, and ends with 0; ranges need not touch; what is stored is not fetched again', async () => {
    const { folder, node, config, done } = await indexed()
    expect(done).toEqual(expect.objectContaining({ code: 0, out: '' }))
    expect((await runProgram('index', '--config', config, '--from', '20', '--to', '22')).code).toBe(0)
    const before = node.calls.get('eth_getBlockReceipts')
    expect((await runProgram('index', '--config', config, '--from', '5', '--to', '9')).code).toBe(0)
    expect(node.calls.get('eth_getBlockReceipts')).toBe(before)
    const store = openLmdbStore(join(folder, 'store'), { mode: 'read', deep: true })
    const snapshot = await store.snapshot(chain.chainId)
    expect(snapshot?.state.coverage.blocks).toEqual([
      { from: 5, to: 9 },
      { from: 20, to: 22 },
    ])
    expect(snapshot?.state.head).toBe(40)
    expect(await contents(store, chain.chainId)).toEqual([...expectedRows(chain, 5, 9), ...expectedRows(chain, 20, 22)])
    await store.close()
  })

  it('ends with 1 and the reason where the range is above the head', async () => {
    const { config } = await indexed()
    const { code, err } = await runProgram('index', '--config', config, '--from', '39', '--to', '41')
    expect(code).toBe(1)
    expect(err).toMatch(/blocks up to 41 were asked for, but the newest block of chain \d+ is 40/)
  })

  it.each([
    [['--from', '3'], /--from and --to go together/],
    [['--from', '9', '--to', '3'], /--from 9 is above --to 3/],
    [['--from', 'x', '--to', '3'], /block number/],
  ])('ends with 2 on wrong usage: %j', async (args, message) => {
    const { code, err } = await runProgram('index', ...args, '--rpc', '1=http://127.0.0.1:1', '--data', testFolder())
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('ends with 2 where no chain is configured', async () => {
    const { code, err } = await runProgram('index', '--data', testFolder())
    expect(code).toBe(2)
    expect(err).toMatch(/no chain is configured/)
  })
})

describe('ownscan status', () => {
  it('shows what is stored and what the indexer said', async () => {
    const { folder } = await indexed()
    const { code, out } = await runProgram('status', '--json', '--data', folder)
    const [status] = (JSON.parse(out) as { chains: Record<string, unknown>[] }).chains
    expect(code).toBe(0)
    expect(status).toEqual(
      expect.objectContaining({
        chainId: chain.chainId,
        head: 40,
        coverage: { transfers: [{ from: 5, to: 9 }], blocks: [{ from: 5, to: 9 }] },
        indexer: expect.objectContaining({ phase: 'done', rewards: 'known' }),
      }),
    )
    expect((await runProgram('status', '--data', folder)).out).toMatch(/blocks 5-9/)
  })

  it('ends with 2 where there is no store', async () => {
    const { code, err } = await runProgram('status', '--data', testFolder())
    expect(code).toBe(2)
    expect(err).toMatch(/there is no store in/)
  })
})

describe('ownscan verify', () => {
  it('ends with 0 where the nodes agree with every stored field', async () => {
    const { config } = await indexed()
    const { code, out } = await runProgram('verify', '--config', config, '--chain', id, '--from', '5', '--to', '9')
    expect(out).toMatch(/^5 blocks compared, \d+ transfer rows, 0 differences, 0 blocks not compared$/m)
    expect(code).toBe(0)
  })

  it('ends with 1 and names each field where the chain says otherwise', async () => {
    const { folder } = await indexed()
    const other = await serve(fork(chain, 6, { seed: 'other', blocks: 34 }))
    const config = writeConfig(folder, chain, [other.url])
    const { code, out } = await runProgram('verify', '--config', config, '--chain', id, '--sample', '5', '--json')
    const report = JSON.parse(out) as { differences: { block: number; path: string }[] }
    expect(new Set(report.differences.map(({ block }) => block))).toEqual(new Set([7, 8, 9]))
    expect(report.differences).toContainEqual(expect.objectContaining({ block: 7, path: 'hash' }))
    expect(code).toBe(1)
  })

  it('ends with 2 where nothing of the range is stored', async () => {
    const { config } = await indexed()
    const { code, err } = await runProgram('verify', '--config', config, '--chain', id, '--from', '30', '--to', '31')
    expect(err).toMatch(/nothing of blocks 30-31/)
    expect(code).toBe(2)
  })
})
