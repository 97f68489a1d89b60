import { describe, expect, it } from 'vitest'
import { project } from '../../src/ingest/commit.ts'
import type { IndexedBlock } from '../../src/records/block.ts'
import type { ChainClient, EndpointId, FetchOptions } from '../../src/rpc/port.ts'
import type { Dataset, StoreWriter } from '../../src/store/port.ts'
import { expectedRows, generateChain } from '../simulate/chain.ts'
import type { Fault } from '../simulate/faults.ts'
import type { SimulatedNode } from '../simulate/server.ts'
import { chainConfig, contents, type RunningIndexer, until } from './harness.ts'
import { createModelStore, isComplete } from './model-store.ts'
import { indexChain, serveChain } from './stage.ts'

const chain = generateChain({ seed: 'linked', blocks: 60, profile: 'work' })
const { chainId } = chain
const head = 60
/** The newest final block of a world of 60 blocks. What is above is filled first, so history ends below a stored block. */
const final = 48

const transfers: readonly Dataset[] = ['transfers']
const both: readonly Dataset[] = ['transfers', 'blocks']

const serve = (seed: number, ...faults: readonly Fault[]): Promise<SimulatedNode> => serveChain(chain, seed, ...faults)

/** Whoever stands first of those that are neither ruled out nor blamed is asked: not speed, and so no chance, decides who that is. */
const inOrder = (client: ChainClient): ChainClient => {
  const ids = client.health().map(({ id }) => id)
  const blamed = new Set<EndpointId>()
  const first = ({ not = [], ...how }: FetchOptions = {}): FetchOptions => {
    const asked = ids.find((id) => !not.includes(id) && !blamed.has(id))
    return { ...how, not: asked === undefined ? not : ids.filter((id) => id !== asked) }
  }
  return {
    ...client,
    header: (ref, how) => client.header(ref, first(how)),
    headers: (from, to, how) => client.headers(from, to, first(how)),
    block: (ref, how) => client.block(ref, first(how)),
    blocks: (from, to, how) => client.blocks(from, to, first(how)),
    blame: (source, reason) => {
      blamed.add(source)
      client.blame(source, reason)
    },
  }
}

const index = (
  store: StoreWriter,
  nodes: readonly SimulatedNode[],
  datasets: readonly Dataset[],
  range?: { readonly from: number; readonly to: number },
): RunningIndexer => indexChain(store, chainConfig(chain, nodes, { index: datasets }), { wrapClient: inOrder, ...(range && { range }) })
const complete = (store: StoreWriter, datasets: readonly Dataset[]) =>
  until('nothing is missing', async () => {
    const state = (await store.snapshot(chainId))?.state
    return state?.head === head && isComplete(state, datasets)
  })
/** With transfers alone, which blocks without any leave their hash is no matter here. */
const held = (blocks: readonly IndexedBlock[], datasets: readonly Dataset[]): readonly IndexedBlock[] =>
  datasets === both ? blocks : blocks.filter(({ transactions }) => transactions.length > 0)
const rows = async (store: StoreWriter, datasets: readonly Dataset[]) => held(await contents(store, chainId), datasets)
const wanted = (datasets: readonly Dataset[]) =>
  held(
    expectedRows(chain, 0, head).map((block) => project(block, datasets)),
    datasets,
  )
const blamed = (indexer: RunningIndexer): boolean[] =>
  indexer.notes.get(chainId)?.endpoints.map(({ faults }) => (faults['blamed'] ?? 0) > 0) ?? []

const madeUp = [0, 13, final, final + 1, 55, head - 1]
const cases = [transfers, both].flatMap((datasets) => madeUp.map((block) => ({ datasets, block })))

/** Made-up blocks that fit each other: shorter and longer than a batch of these tests, which is 7 blocks, in history, across finality and above it. */
const branches = [2, 3, 10, 30].flatMap((blocks) =>
  [1, 13, final - blocks + 1, final, 52].flatMap((block) => (block + blocks <= head ? [{ block, blocks }] : [])),
)

describe('a block that is whole and on no chain', () => {
  it.each(cases)(
    'is taken from another endpoint at once, and whoever made it up is blamed ($datasets, block $block)',
    async ({ datasets, block }) => {
      const store = createModelStore()
      const indexer = index(store, [await serve(1, { kind: 'forge', block }), await serve(2)], datasets)
      await complete(store, datasets)
      expect(await rows(store, datasets)).toEqual(wanted(datasets))
      await until('the one that made it up is noted', () => blamed(indexer)[0] === true)
      expect(blamed(indexer)).toEqual([true, false])
    },
  )

  it.each([transfers, both].flatMap((datasets) => branches.map((branch) => ({ datasets, ...branch }))))(
    'is not stored with others of its branch, made up by one endpoint ($datasets, block $block, $blocks blocks)',
    async ({ datasets, block, blocks }) => {
      const store = createModelStore()
      index(store, [await serve(1, { kind: 'forge', block, blocks }), await serve(2)], datasets)
      await complete(store, datasets)
      expect(await rows(store, datasets)).toEqual(wanted(datasets))
    },
  )

  it.each([{ datasets: transfers }, { datasets: both }])(
    'is not stored, and endpoints are said to disagree, where its branch does not end within the range ($datasets)',
    async ({ datasets }) => {
      const [block, last] = [25, 30]
      const forger = await serve(1, { kind: 'forge', block, blocks: 15 })
      const store = createModelStore()
      const indexer = index(store, [forger, await serve(2)], datasets, { from: 0, to: last })
      const told = `endpoints do not agree on block ${last}: it is not stored before they do; compare them, and remove the one that is wrong`
      await until('it is told', () => indexer.log.some((line) => line.includes(told)))
      const known = new Set(chain.blocks.map((each) => each.block.hash))
      expect((await contents(store, chainId)).filter(({ hash }) => !known.has(hash))).toEqual([])
      forger.setFaults()
      await until('the range is there', async () => {
        const coverage = (await store.snapshot(chainId))?.state.coverage
        return datasets.every((dataset) => JSON.stringify(coverage?.[dataset]) === JSON.stringify([{ from: 0, to: last }]))
      })
      expect(held(await contents(store, chainId), datasets)).toEqual(
        held(
          expectedRows(chain, 0, last).map((each) => project(each, datasets)),
          datasets,
        ),
      )
    },
  )

  it.each(cases)('is taken from the third endpoint where two made it up alike ($datasets, block $block)', async ({ datasets, block }) => {
    const forge: Fault = { kind: 'forge', block }
    const store = createModelStore()
    index(store, [await serve(1, forge), await serve(2, forge), await serve(3)], datasets)
    await complete(store, datasets)
    expect(await rows(store, datasets)).toEqual(wanted(datasets))
  })

  it.each(cases)('is waited for where nobody else can be asked ($datasets, block $block)', async ({ datasets, block }) => {
    const node = await serve(1, { kind: 'forge', block })
    const store = createModelStore()
    const indexer = index(store, [node], datasets)
    const broken = /names 0x\w+ as its parent, but block \d+ is 0x/
    await until('it is noted', () => indexer.notes.get(chainId)?.stuck.some(({ reason }) => broken.test(reason)) === true)
    node.setFaults()
    await complete(store, datasets)
    expect(await rows(store, datasets)).toEqual(wanted(datasets))
  })
})
