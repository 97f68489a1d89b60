import { onTestFinished } from 'vitest'
import type { ChainConfig } from '../../src/config/types.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import type { SimulatedChain } from '../simulate/chain.ts'
import type { Fault } from '../simulate/faults.ts'
import { type SimulatedNode, serveWorld } from '../simulate/server.ts'
import { createWorld } from '../simulate/world.ts'
import { type IndexOptions, type RunningIndexer, startIndexer } from './harness.ts'

/** A node with a world of its own, gone after the test. */
export const serveChain = async (chain: SimulatedChain, seed: number, ...faults: readonly Fault[]): Promise<SimulatedNode> => {
  const node = await serveWorld(createWorld(chain), { seed, faults })
  onTestFinished(() => node.close())
  return node
}

/** An indexer of one chain, stopped after the test, before the nodes it was given go. */
export const indexChain = (store: StoreWriter, config: ChainConfig, options: IndexOptions = {}): RunningIndexer => {
  const indexer = startIndexer(store, [config], options)
  onTestFinished(async () => {
    await indexer.stop()
  })
  return indexer
}
