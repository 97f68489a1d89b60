import { afterEach, describe, expect, it } from 'vitest'
import type { BlockWithReceipts, Sourced } from '../../src/rpc/port.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import { expectedRows, generateChain } from '../simulate/chain.ts'
import type { Fault } from '../simulate/faults.ts'
import { type SimulatedNode, serveWorld } from '../simulate/server.ts'
import { createWorld, type World, type WorldOptions } from '../simulate/world.ts'
import { chainConfig, contents, type RunningIndexer, startIndexer, until } from './harness.ts'
import { createModelStore, isComplete } from './model-store.ts'

const chain = generateChain({ seed: 'follow', blocks: 40, profile: 'work' })
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const serve = async (world: World, faults: readonly Fault[] = [], seed = 1): Promise<SimulatedNode> => {
  const node = await serveWorld(world, { seed, faults })
  closing.push(() => node.close())
  return node
}
const run = (store: StoreWriter, nodes: readonly SimulatedNode[], more: Parameters<typeof chainConfig>[2] = {}): RunningIndexer => {
  const indexer = startIndexer(store, [chainConfig(chain, nodes, more)])
  closing.push(() => indexer.stop())
  return indexer
}
const setUp = async (options: WorldOptions = {}, more: Parameters<typeof chainConfig>[2] = {}) => {
  const world = createWorld(chain, options)
  const node = await serve(world)
  const store = createModelStore()
  return { world, node, store, indexer: run(store, [node], more) }
}
const state = async (store: StoreWriter) => (await store.snapshot(chain.chainId))?.state
/** The store holds the world's chain up to its head, whole. */
const settled = (store: StoreWriter, world: World) =>
  until('the store equals the chain', async () => {
    const snapshot = await store.snapshot(chain.chainId)
    if (snapshot === undefined || snapshot.state.head !== world.head || !isComplete(snapshot.state)) return false
    return (await snapshot.blockHash(world.head)) === world.chain.blocks[world.head]?.block.hash
  })

describe('following a chain', () => {
  it('stores everything from the first block to the head, as the chain has it', async () => {
    const { world, store } = await setUp()
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 0, world.head))
  })

  it('says once that no node answers, and that a node serves another chain, however often it asks', async () => {
    const other = await serve(createWorld(generateChain({ seed: 'other', blocks: 3, chainId: chain.chainId + 1 })))
    const indexer = run(createModelStore(), [{ url: 'http://127.0.0.1:1' } as SimulatedNode, other])
    const asked = (): number => other.calls.get('eth_chainId') ?? 0
    await until('both were asked many times', () => asked() > 5)
    const lines = (part: string): number => indexer.log.filter((line) => line.includes(part)).length
    expect([lines('no endpoint tells the head'), lines('it is not used')]).toEqual([1, 1])
    expect(indexer.notes.get(chain.chainId)?.phase).toBe('stalled')
  })

  it('stores nothing below the start block', async () => {
    const { world, store } = await setUp({}, { startBlock: 25 })
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 25, world.head))
  })

  it('appends new blocks as they come', async () => {
    const { world, store } = await setUp({ head: 20 })
    await settled(store, world)
    world.advance(1)
    await settled(store, world)
    world.advance(5)
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 0, 26))
  })

  it.each([
    { depth: 1, longer: 0 },
    { depth: 1, longer: 1 },
    { depth: 5, longer: 2 },
    { depth: 11, longer: 1 },
  ])('undoes a reorganisation of %o and takes the new branch', async (change) => {
    const { world, store, indexer } = await setUp({ head: 30 })
    await settled(store, world)
    world.reorganise(change)
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 0, world.head))
    await until('it is noted', () => indexer.notes.get(chain.chainId)?.reorganisations.deepest === change.depth)
  })

  it('takes a shorter chain where the nodes no longer know the longer one', async () => {
    const { world, store } = await setUp({ head: 30 })
    await settled(store, world)
    world.show(world.chain, 27)
    await settled(store, world)
    expect((await state(store))?.head).toBe(27)
  })

  it('halts, changing nothing, where the chain leaves what is final, and goes on with other chains', async () => {
    const { world, store, indexer } = await setUp({ head: 30 })
    await settled(store, world)
    await until('finality is known', async () => (await state(store))?.finalized === 18)
    const before = await contents(store, chain.chainId)
    world.reorganise({ depth: 20, longer: 1 })
    await until('it is halted', () => indexer.notes.get(chain.chainId)?.phase === 'halted')
    expect(indexer.notes.get(chain.chainId)?.halted).toMatch(/final up to 18/)
    expect(await contents(store, chain.chainId)).toEqual(before)
    expect((await indexer.stop()).get(chain.chainId)?.kind).toBe('halted')
  })

  it('follows by depth where nodes do not know the finalized tag', async () => {
    const { world, store } = await setUp({ head: 30, finalityDepth: null })
    await settled(store, world)
    await until('finality is known', async () => (await state(store))?.finalized === 18)
  })

  it('takes the head at once however far off it is, and fills what lies between', async () => {
    const long = createWorld(generateChain({ seed: 'long', blocks: 150, transactionsPerBlock: 1 }), { head: 10 })
    const node = await serve(long)
    const store = createModelStore()
    const heads: number[] = []
    const indexer = startIndexer(
      {
        ...store,
        commit: (batch) => {
          heads.push(batch.head?.number ?? -1)
          return store.commit(batch)
        },
      },
      [chainConfig(long.chain, [node])],
    )
    closing.push(() => indexer.stop())
    await settled(store, long)
    long.advance(130)
    await settled(store, long)
    expect(heads.find((head) => head > 10)).toBe(140)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(long.chain, 0, 140))
  })

  it('undoes, at the next start, what was orphaned while it was away', async () => {
    const { world, node, store, indexer } = await setUp({ head: 30 })
    await settled(store, world)
    await indexer.stop()
    world.reorganise({ depth: 4, longer: 3 })
    run(store, [node])
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 0, world.head))
  })

  it.each(['transfers', 'blocks'] as const)('undoes a reorganisation where only %s are indexed', async (dataset) => {
    const { world, store } = await setUp({ head: 30 }, { index: [dataset] })
    const whole = () =>
      until('the store holds the chain', async () => {
        const snapshot = await store.snapshot(chain.chainId)
        if (snapshot?.state.head !== world.head || !isComplete(snapshot.state, [dataset])) return false
        return (await snapshot.blockHash(world.head)) === world.chain.blocks[world.head]?.block.hash
      })
    await whole()
    world.reorganise({ depth: 4, longer: 1 })
    await whole()
  })

  it('undoes it also of a dataset that is no longer indexed', async () => {
    const { world, node, store, indexer } = await setUp({ head: 30 }, { index: ['blocks'] })
    await until('the blocks are stored', async () => {
      const held = await state(store)
      return held?.head === world.head && isComplete(held, ['blocks'])
    })
    await indexer.stop()
    world.reorganise({ depth: 4, longer: 3 })
    run(store, [node], { index: ['transfers'] })
    await until('the transfers are stored', async () => {
      const held = await state(store)
      return held?.head === world.head && isComplete(held, ['transfers'])
    })
    // The last four of thirty were orphaned: nothing of them may count as stored, nor be left beside the new blocks.
    expect((await state(store))?.coverage.blocks).toEqual([{ from: 0, to: 26 }])
    const listed = (await contents(store, chain.chainId)).filter(({ validated }) => validated !== undefined)
    expect(listed.at(-1)?.number).toBe(26)
  })

  it('keeps to the head while nodes hang on the question for the finalized block', async () => {
    const world = createWorld(chain, { head: 30 })
    const store = createModelStore()
    let asked = 0
    const indexer = startIndexer(store, [chainConfig(chain, [await serve(world)])], {
      wrapClient: (client) => ({ ...client, finalized: () => (asked++ === 0 ? client.finalized() : new Promise(() => undefined)) }),
    })
    closing.push(() => indexer.stop())
    await settled(store, world)
    await until('it was asked again', () => asked > 1)
    world.advance(5)
    await settled(store, world)
  })

  it('calls nothing final by depth while nodes only fail to answer for the tag they know', async () => {
    const world = createWorld(chain, { head: 30 })
    const node = await serve(world)
    const store = createModelStore()
    const config = chainConfig(chain, [node])
    let failing = true
    const indexer = startIndexer(store, [config], {
      wrapClient: (client) => ({ ...client, finalized: async () => (failing ? Promise.reject(new Error('busy')) : client.finalized()) }),
    })
    closing.push(() => indexer.stop())
    await settled(store, world)
    expect((await state(store))?.finalized).toBe(-1)
    failing = false
    await until('finality is known', async () => (await state(store))?.finalized === 18)
  })

  it('gives contracts their names, empty ones where they have none', async () => {
    const { world, store } = await setUp()
    await settled(store, world)
    await until('all are named', async () => (await store.tokensMissing(chain.chainId, 10)).length === 0)
    const snapshot = await store.snapshot(chain.chainId)
    for (const { address, text } of chain.tokens) expect(await snapshot?.token(address)).toEqual(text)
  })
})

describe('an endpoint that lies', () => {
  it('is set aside, and the truth is taken from another', async () => {
    const world = createWorld(chain)
    const [liar, honest] = [await serve(world, [{ kind: 'lie', lie: 'log data' }], 1), await serve(world, [], 2)]
    const store = createModelStore()
    run(store, [liar, honest])
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 0, world.head))
  })

  it('about the hash of its head does not keep the store from following the others', async () => {
    const world = createWorld(chain, { head: 34 })
    const [liar, honest] = [await serve(world, [{ kind: 'lie', lie: 'block hash' }], 0), await serve(world, [], 1)]
    const store = createModelStore()
    run(store, [liar, honest])
    await settled(store, world)
    world.advance(2)
    world.reorganise({ depth: 3 })
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 0, world.head))
  })

  it('about the name of an uncle is found out, and the block is taken from another', async () => {
    const world = createWorld(chain)
    const store = createModelStore()
    const renamed = (fetched: Sourced<BlockWithReceipts>): Sourced<BlockWithReceipts> => {
      const { block, receipts } = fetched.value
      if (fetched.source !== 0) return fetched
      return { source: 0, value: { receipts, block: { ...block, uncles: block.uncles.map(() => `0x${'ab'.repeat(32)}` as const) } } }
    }
    // The liar is the quicker one, so that it is asked.
    const nodes = [await serve(world, [], 1), await serve(world, [{ kind: 'delay', ms: 10 }], 2)]
    const indexer = startIndexer(store, [chainConfig(chain, nodes)], {
      wrapClient: (client) => ({
        ...client,
        block: async (ref, options) => renamed(await client.block(ref, options)),
        blocks: async function* (from, to, options) {
          for await (const fetched of client.blocks(from, to, options)) yield renamed(fetched)
        },
      }),
    })
    closing.push(() => indexer.stop())
    await settled(store, world)
    expect(await contents(store, chain.chainId)).toEqual(expectedRows(world.chain, 0, world.head))
    expect(indexer.log.some((line) => /no endpoint has uncle 0 as the block names it/.test(line))).toBe(true)
  })

  it('that is the only one: nothing of it is stored, and the note says which check fails', async () => {
    const world = createWorld(chain)
    const node = await serve(world, [{ kind: 'lie', lie: 'log data' }])
    const store = createModelStore()
    const indexer = run(store, [node])
    await until('the failure is noted', () => Object.keys(indexer.notes.get(chain.chainId)?.failedChecks ?? {}).length > 0)
    const held = new Map(expectedRows(world.chain, 0, world.head).map((block) => [block.number, block]))
    for (const block of await contents(store, chain.chainId)) expect(block).toEqual(held.get(block.number))
  })
})
