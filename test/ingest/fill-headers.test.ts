import { describe, expect, it } from 'vitest'
import { project } from '../../src/ingest/commit.ts'
import { knownChain } from '../../src/ingest/parts.ts'
import type { BlockRange, StoreWriter } from '../../src/store/port.ts'
import { expectedRows, generateChain } from '../simulate/chain.ts'
import type { Fault } from '../simulate/faults.ts'
import type { SimulatedNode } from '../simulate/server.ts'
import { chainConfig, contents, type IndexOptions, type RunningIndexer, until } from './harness.ts'
import { createModelStore, isComplete } from './model-store.ts'
import { indexChain, serveChain } from './stage.ts'

/** Sparse, so that headers rule out many blocks; blocks 15, 23 and 26 hold no transfer though their bloom leaves room for one. */
const chain = generateChain({ seed: 'c', blocks: 60, transactionsPerBlock: 1 })
const { chainId } = chain
const head = 60
/** The newest final block of a world of 60 blocks. */
const final = 48
const { examiner } = knownChain(chainConfig(chain, []))
const holding = chain.blocks.filter(({ expected }) => expected.transactions.length > 0).map(({ expected }) => expected.number)
const possible = chain.blocks.filter(({ block }) => examiner.mayHoldTransfers(block)).map(({ expected }) => expected.number)

const serve = (seed: number, ...faults: readonly Fault[]): Promise<SimulatedNode> => serveChain(chain, seed, ...faults)
const index = (
  store: StoreWriter,
  nodes: readonly SimulatedNode[],
  more: Parameters<typeof chainConfig>[2] = {},
  options: IndexOptions = {},
): RunningIndexer => indexChain(store, chainConfig(chain, nodes, { index: ['transfers'], ...more }), options)
const coverage = async (store: StoreWriter): Promise<readonly BlockRange[]> =>
  (await store.snapshot(chainId))?.state.coverage.transfers ?? []
const complete = (store: StoreWriter) =>
  until('nothing is missing', async () => {
    const state = (await store.snapshot(chainId))?.state
    return state?.head === head && isComplete(state, ['transfers'])
  })
const rows = async (store: StoreWriter) => (await contents(store, chainId)).filter(({ transactions }) => transactions.length > 0)
const wanted = (from = 0, to = head) =>
  expectedRows(chain, from, to)
    .map((block) => project(block, ['transfers']))
    .filter(({ transactions }) => transactions.length > 0)

describe('transfers alone, proven from headers', () => {
  it('are all found with a single endpoint whose index of logs leaves blocks out: it is not asked', async () => {
    const node = await serve(1, { kind: 'lie', lie: 'logs empty' })
    const store = createModelStore()
    const indexer = index(store, [node])
    await complete(store)
    expect(await rows(store)).toEqual(wanted())
    expect(node.calls.get('eth_getLogs')).toBeUndefined()
    await until('the note says so', () => indexer.notes.get(chainId)?.completeness === 'headers')
  })

  it('are not passed over where the only endpoint answers with empty receipts: those blocks wait', async () => {
    const node = await serve(1, { kind: 'prune', below: 30, answer: 'empty' })
    const store = createModelStore()
    const indexer = index(store, [node])
    const pruned = possible.filter((number) => number < 30)
    const uncovered = async () => {
      const covered = await coverage(store)
      return Array.from({ length: head + 1 }, (_, number) => number).filter(
        (number) => !covered.some(({ from, to }) => from <= number && number <= to),
      )
    }
    await until('all but those blocks are there', async () => JSON.stringify(await uncovered()) === JSON.stringify(pruned))
    await until('they are noted', () => pruned.every((number) => indexer.notes.get(chainId)?.stuck.some(({ from }) => from === number)))
    node.setFaults()
    await complete(store)
    expect(await rows(store)).toEqual(wanted())
  })

  it('are looked for in a block whose bloom leaves room for one and that holds none, and in no block whose bloom does not', async () => {
    const node = await serve(1)
    const store = createModelStore()
    let looked: number[] = []
    index(
      store,
      [node],
      {},
      {
        range: { from: 0, to: final },
        wrapClient: (client) => ({
          ...client,
          blocks: (from, to, options) => {
            looked = [...looked, ...Array.from({ length: to - from + 1 }, (_, i) => from + i)]
            return client.blocks(from, to, options)
          },
        }),
      },
    )
    await until('the range is there', async () => JSON.stringify(await coverage(store)) === `[{"from":0,"to":${final}}]`)
    const inRange = possible.filter((number) => number <= final)
    expect(looked.sort((a, b) => a - b)).toEqual(inRange)
    expect(inRange.filter((number) => !holding.includes(number))).toEqual([15, 23, 26])
    expect(await rows(store)).toEqual(wanted(0, final))
  })

  it('are not covered where headers do not link, until they do', async () => {
    const node = await serve(1, { kind: 'forge', block: 13 })
    const store = createModelStore()
    index(store, [node])
    const covers = async (number: number) => (await coverage(store)).some(({ from, to }) => from <= number && number <= to)
    await until('what is recent is there', () => covers(final + 1))
    await until('the link was found broken', () => (node.calls.get('eth_getBlockByNumber') ?? 0) > 200)
    expect(await covers(13)).toBe(false)
    node.setFaults()
    await complete(store)
    expect(await rows(store)).toEqual(wanted())
  })

  it.each([13, 0, final])('come from the endpoint whose headers link, where another makes up block %i', async (block) => {
    const forger = await serve(1, { kind: 'forge', block })
    const store = createModelStore()
    index(store, [forger, await serve(2, { kind: 'delay', ms: 5 })])
    await complete(store)
    expect(await rows(store)).toEqual(wanted())
  })

  it('are not ruled out by a bloom that is not under the hash: the block waits, the others go on', async () => {
    const [hidden = 0] = holding
    const node = await serve(1, { kind: 'lie', lie: 'block bloom', when: { blocks: { from: hidden, to: hidden } } })
    const store = createModelStore()
    const indexer = index(store, [node])
    const all = [
      { from: 0, to: hidden - 1 },
      { from: hidden + 1, to: head },
    ].filter(({ from, to }) => from <= to)
    await until('only that block is missing', async () => JSON.stringify(await coverage(store)) === JSON.stringify(all))
    await until('it is noted', () => indexer.notes.get(chainId)?.stuck.some(({ from }) => from === hidden) === true)
    node.setFaults()
    await complete(store)
    expect(await rows(store)).toEqual(wanted())
  })

  it('of a bounded range end with a block the header above it names', async () => {
    const last = 30
    const store = createModelStore()
    const forger = await serve(1, { kind: 'forge', block: last })
    const options = { range: { from: 10, to: last } }
    const outcomes = await index(store, [forger, await serve(2, { kind: 'delay', ms: 20 })], {}, options).ended
    expect(outcomes.get(chainId)).toEqual({ kind: 'done' })
    expect(await rows(store)).toEqual(wanted(10, last))
    // Both ends leave their hash, rows or not, so that what is filled in beside them later is compared with them.
    const snapshot = await store.snapshot(chainId)
    for (const number of [10, last]) expect(await snapshot?.blockHash(number)).toBe(chain.blocks[number]?.block.hash)
  })

  it('come from the receipts of every block where blooms prove nothing', async () => {
    const node = await serve(1)
    const store = createModelStore()
    const indexer = index(store, [node], { quirks: ['bloom-not-recomputable'] })
    await complete(store)
    expect(await rows(store)).toEqual(wanted())
    await until('the note says so', () => indexer.notes.get(chainId)?.completeness === 'receipts')
  })
})
