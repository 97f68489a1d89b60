import { afterEach, describe, expect, it } from 'vitest'
import { project } from '../../src/ingest/commit.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import { expectedRows, generateChain } from '../simulate/chain.ts'
import type { Fault } from '../simulate/faults.ts'
import { type SimulatedNode, serveWorld } from '../simulate/server.ts'
import { createWorld, type World } from '../simulate/world.ts'
import { chainConfig, contents, type IndexOptions, type RunningIndexer, startIndexer, until } from './harness.ts'
import { createModelStore, isComplete } from './model-store.ts'

const chain = generateChain({ seed: 'fill', blocks: 60, profile: 'work' })
const { chainId } = chain
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const serve = async (world: World, faults: readonly Fault[] = [], seed = 1): Promise<SimulatedNode> => {
  const node = await serveWorld(world, { seed, faults })
  closing.push(() => node.close())
  return node
}
const run = (
  store: StoreWriter,
  nodes: readonly SimulatedNode[],
  more: Parameters<typeof chainConfig>[2] = {},
  options: IndexOptions = {},
): RunningIndexer => {
  const indexer = startIndexer(store, [chainConfig(chain, nodes, more)], options)
  closing.push(() => indexer.stop())
  return indexer
}
const complete = (store: StoreWriter, datasets: Parameters<typeof isComplete>[1] = ['transfers', 'blocks']) =>
  until('nothing is missing', async () => {
    const snapshot = await store.snapshot(chainId)
    return snapshot !== undefined && snapshot.state.head === 60 && isComplete(snapshot.state, datasets)
  })
const withTransfers = (blocks: readonly { transactions: readonly unknown[] }[]) =>
  blocks.filter(({ transactions }) => transactions.length > 0)

describe('filling history', () => {
  it('goes round a block no endpoint proves, says which check fails on all of them, and comes back to it', async () => {
    const world = createWorld(chain)
    const lie: Fault = { kind: 'lie', lie: 'state root', when: { blocks: { from: 20, to: 20 } } }
    const nodes = [await serve(world, [lie], 1), await serve(world, [lie], 2)]
    const store = createModelStore()
    const indexer = run(store, nodes)
    const missing = async () => (await store.snapshot(chainId))?.state.coverage.blocks
    await until('only that block is missing', async () => JSON.stringify(await missing()) === '[{"from":0,"to":19},{"from":21,"to":60}]')
    await until('it is noted', () => indexer.notes.get(chainId)?.stuck.some(({ from }) => from === 20) === true)
    expect(indexer.notes.get(chainId)?.stuck[0]?.reason).toMatch(/Every endpoint fails "header-hash".*quirks/)
    for (const node of nodes) node.setFaults()
    await complete(store)
    await until('it is no longer noted', () => indexer.notes.get(chainId)?.stuck.length === 0)
    expect(await contents(store, chainId)).toEqual(expectedRows(chain, 0, 60))
  })

  it('notes blocks above finality that it cannot have, and forgets them once it has them', async () => {
    const world = createWorld(chain)
    const node = await serve(world, [{ kind: 'lie', lie: 'state root', when: { blocks: { from: 55, to: 55 } } }])
    const store = createModelStore()
    const indexer = run(store, [node])
    await until('they are noted', () => indexer.notes.get(chainId)?.stuck.some(({ from, to }) => from <= 55 && 55 <= to) === true)
    expect(indexer.notes.get(chainId)?.stuck[0]).toMatchObject({ reason: expect.stringMatching(/header-hash/) })
    node.setFaults()
    await complete(store)
    await until('they are no longer noted', () => indexer.notes.get(chainId)?.stuck.length === 0)
  })

  it('finds out a block that is whole and on no chain by its neighbours', async () => {
    const world = createWorld(chain)
    const forger = await serve(world, [{ kind: 'forge', block: 13 }], 1)
    const store = createModelStore()
    const indexer = run(store, [forger, await serve(world, [], 2)], {}, { limits: { commitBlocks: 1 } })
    await complete(store)
    expect(await contents(store, chainId)).toEqual(expectedRows(chain, 0, 60))
    expect(indexer.notes.get(chainId)?.halted).toBeNull()
  })

  it('adds a dataset later to what is stored already, without doubling a row', async () => {
    const node = await serve(createWorld(chain))
    const store = createModelStore()
    const first = run(store, [node], { index: ['transfers'] })
    await complete(store, ['transfers'])
    await first.stop()
    run(store, [node])
    await complete(store)
    expect(await contents(store, chainId)).toEqual(expectedRows(chain, 0, 60))
  })

  it('stores a block whose uncle no endpoint holds, counts the row that is missing, and remembers which block lacks it', async () => {
    const node = await serve(createWorld(chain), [{ kind: 'null', when: { methods: ['eth_getUncleByBlockHashAndIndex'] } }])
    const store = createModelStore()
    const indexer = run(store, [node])
    await complete(store)
    const uncles = expectedRows(chain, 0, 60).flatMap((block) => block.uncles).length
    expect(uncles).toBeGreaterThan(0)
    await until('they are counted', () => indexer.notes.get(chainId)?.unclesMissing === uncles)
    const withoutUncles = expectedRows(chain, 0, 60).map((block) => ({ ...block, uncles: [] }))
    expect(await contents(store, chainId)).toEqual(withoutUncles)
    const lacking = (await store.snapshot(chainId))?.state.unclesMissing ?? []
    const expected = expectedRows(chain, 0, 60).filter((block) => block.uncles.length > 0)
    expect(lacking.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))).toEqual(
      expected.map(({ number }) => number),
    )
  })
})

describe('transfers alone', () => {
  it('come from ranged logs where the operator trusts them, and only blocks that match are fetched below finality', async () => {
    const sparse = generateChain({ seed: 'sparse', blocks: 60, transactionsPerBlock: 1 })
    const node = await serve(createWorld(sparse))
    const store = createModelStore()
    const indexer = startIndexer(store, [chainConfig(sparse, [node], { index: ['transfers'], completeness: 'logs' })])
    closing.push(() => indexer.stop())
    await complete(store, ['transfers'])
    const wanted = expectedRows(sparse, 0, 60).map((block) => project(block, ['transfers']))
    expect(withTransfers(await contents(store, chainId))).toEqual(withTransfers(wanted))
    expect(node.calls.get('eth_getLogs')).toBeGreaterThan(0)
    expect(node.calls.get('eth_getBlockReceipts') ?? 0).toBeLessThan(60)
    await until('the note says so', () => indexer.notes.get(chainId)?.completeness === 'logs')
  })

  it.each([
    ['log address', 'proven'],
    ['log address', 'logs'],
    ['logs empty', 'proven'],
    ['logs empty', 'logs'],
  ] as const)('survive an endpoint that lies about %s, where another does not (%s)', async (lie, completeness) => {
    const world = createWorld(chain)
    const store = createModelStore()
    // The liar is the quicker one, so that it is asked.
    const honest = await serve(world, [{ kind: 'delay', ms: 20 }], 2)
    run(store, [await serve(world, [{ kind: 'lie', lie }], 1), honest], { index: ['transfers'], completeness })
    await complete(store, ['transfers'])
    const wanted = expectedRows(chain, 0, 60).map((block) => project(block, ['transfers']))
    expect(withTransfers(await contents(store, chainId))).toEqual(withTransfers(wanted))
  })
})

it('a chain without a working endpoint does not stop the others', async () => {
  const store = createModelStore()
  const good = await serve(createWorld(chain))
  const dead = { url: 'http://127.0.0.1:9/' }
  const indexer = startIndexer(store, [chainConfig(chain, [good]), { ...chainConfig(chain, [dead]), chainId: 77 }])
  closing.push(() => indexer.stop())
  await complete(store)
  expect((await store.snapshot(77))?.state.head).toBe(-1)
  expect(await contents(store, chainId)).toEqual(expectedRows(chain, 0, 60))
})
