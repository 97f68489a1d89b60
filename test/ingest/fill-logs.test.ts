import { expect, it, onTestFinished } from 'vitest'
import { project } from '../../src/ingest/commit.ts'
import { expectedRows, generateChain } from '../simulate/chain.ts'
import type { Fault } from '../simulate/faults.ts'
import { serveWorld } from '../simulate/server.ts'
import { createWorld } from '../simulate/world.ts'
import { chainConfig, contents, startIndexer, until } from './harness.ts'
import { createModelStore, isComplete } from './model-store.ts'

const finalityDepth = 12

const thinning: readonly Fault[] = [
  { kind: 'lie', lie: 'logs empty' },
  { kind: 'prune', below: 30, answer: 'empty' },
]

it.each(thinning)(
  'an index of logs that leaves out blocks is made good by a second endpoint (nodes, history 254053415): %o',
  async (fault) => {
    const chain = generateChain({ seed: 'thin', blocks: 60 })
    // The newest final block is empty, so that its header does not give the missing logs away; and the faulty endpoint is the quicker one, so that it is asked.
    const final = chain.blocks.findLastIndex(({ block }, number) => number <= 60 - finalityDepth && block.transactions.length === 0)
    const world = createWorld(chain, { head: final + finalityDepth, finalityDepth })
    const nodes = [
      await serveWorld(world, { seed: 1, faults: [fault] }),
      await serveWorld(world, { seed: 2, faults: [{ kind: 'delay', ms: 20 }] }),
    ]
    const store = createModelStore()
    const indexer = startIndexer(store, [chainConfig(world.chain, nodes, { index: ['transfers'], completeness: 'logs' })])
    onTestFinished(async () => {
      await indexer.stop()
      for (const node of nodes) await node.close()
    })
    await until('everything is filled in', async () => {
      const state = (await store.snapshot(world.chain.chainId))?.state
      return state?.head === world.head && isComplete(state, ['transfers'])
    })
    const held = (await contents(store, world.chain.chainId)).filter(({ transactions }) => transactions.length > 0)
    const wanted = expectedRows(world.chain, 0, world.head).map((block) => project(block, ['transfers']))
    expect(held.map(({ number }) => number)).toEqual(
      wanted.filter(({ transactions }) => transactions.length > 0).map(({ number }) => number),
    )
  },
)
