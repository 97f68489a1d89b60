import type { IndexedBlock } from '../../src/records/block.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import { testFolder } from '../folder.ts'

export interface GrowingStore {
  readonly store: StoreWriter
  /** Adds blocks on top. */
  readonly grow: (blocks: readonly IndexedBlock[]) => Promise<void>
}

/** The embedded store with a chain 1 from block 0, for one test. */
export const growingStore = async (): Promise<GrowingStore> => {
  const store = openLmdbStore(testFolder(), { mode: 'write' })
  await store.openChain(1, 0)
  return {
    store,
    grow: async (blocks) => {
      const from = blocks[0]?.number ?? 0
      const last = blocks.at(-1)
      const to = last?.number ?? 0
      await store.commit({
        chainId: 1,
        range: { from, to },
        datasets: ['transfers', 'blocks'],
        blocks,
        head: { number: to, timestamp: last?.timestamp ?? 0 },
        finalized: Math.max(0, to - 10),
      })
    },
  }
}
