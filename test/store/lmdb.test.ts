import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { storeSuite } from './suite.ts'

storeSuite('LMDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ownscan-store-'))
  const store = openLmdbStore(folder, { mode: 'write' })
  return {
    store,
    dispose: async () => {
      await store.close()
      // What a test left must fit together to the last row.
      await openLmdbStore(folder, { mode: 'read', deep: true }).close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})
