import { afterEach, describe, expect, it } from 'vitest'
import { nodeRpc } from '../../src/demo/node-rpc.ts'
import type { Demo } from '../../src/demo/port.ts'
import { startDemo } from '../../src/demo/start.ts'
import { limits } from '../../src/ingest/limits.ts'
import { createMeter } from '../../src/ingest/meter.ts'
import { chainClient, knownChain } from '../../src/ingest/parts.ts'
import { verifyBlocks } from '../../src/ingest/verify.ts'
import { createLogger } from '../../src/log/logger.ts'
import type { Hex } from '../../src/records/hex.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import { testFolder } from '../folder.ts'
import { startIndexer, until } from './harness.ts'
import { isComplete } from './model-store.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** No block comes by itself: the test says when. */
const neverSeconds = 3600
const quiet = createLogger({ level: 'error', format: 'text', write: () => undefined })

const setUp = async () => {
  const demo = await startDemo({ log: () => undefined, blockTimeSeconds: neverSeconds })
  closing.push(() => demo.stop())
  const store = openLmdbStore(testFolder(), { mode: 'write' })
  closing.push(() => store.close())
  const indexer = startIndexer(store, [demo.chain])
  closing.push(() => indexer.stop())
  return { demo, store, indexer, rpc: nodeRpc(demo.rpcUrl) }
}

type Tip = { readonly number: Hex; readonly hash: Hex }

const atHead = (store: StoreWriter, demo: Demo) =>
  until('the store is at the head', async () => {
    const tip = (await nodeRpc(demo.rpcUrl).call('eth_getBlockByNumber', 'latest', false)) as Tip
    const snapshot = await store.snapshot(demo.chainId)
    if (snapshot === undefined || !isComplete(snapshot.state)) return false
    return snapshot.state.head === Number(tip.number) && (await snapshot.blockHash(Number(tip.number))) === tip.hash
  })

const verifyAll = async (store: StoreWriter, demo: Demo) => {
  const snapshot = await store.snapshot(demo.chainId)
  if (snapshot === undefined) throw new Error('no chain')
  const client = chainClient(demo.chain, quiet)
  try {
    const { examiner } = knownChain(demo.chain)
    const context = { chainId: demo.chainId, datasets: demo.chain.index, client, examiner, meter: createMeter(), log: quiet, limits }
    const numbers = Array.from({ length: snapshot.state.head + 1 }, (_, number) => number)
    return await verifyBlocks({ ...context, signal: new AbortController().signal }, snapshot, numbers)
  } finally {
    await client.close()
  }
}

describe('a real node', () => {
  it('is indexed from its genesis to its head, every block proven', async () => {
    const { demo, store } = await setUp()
    await atHead(store, demo)
    const report = await verifyAll(store, demo)
    expect(report).toEqual(expect.objectContaining({ differences: [], unchecked: [] }))
    expect(report.rows).toBeGreaterThan(100)
  })

  it.each([1, 3, 7])('that reorganises its newest %i blocks is followed', async (depth) => {
    const { demo, store, rpc, indexer } = await setUp()
    await atHead(store, demo)
    await rpc.call('anvil_reorg', depth, [])
    await rpc.call('evm_mine')
    await atHead(store, demo)
    const report = await verifyAll(store, demo)
    expect(report).toEqual(expect.objectContaining({ differences: [], unchecked: [] }))
    await until('it is noted', () => indexer.notes.get(demo.chainId)?.reorganisations.deepest === depth)
  })
})
