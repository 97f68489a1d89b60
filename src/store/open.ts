import { join } from 'node:path'
import type { Config } from '../config/types.ts'
import { openLmdbStore } from './lmdb/open.ts'
import { type StoreReader, StoreUnusable, type StoreWriter } from './port.ts'

type Place = Pick<Config, 'data' | 'store'>

/** The embedded store has a folder of its own, so that keys and counters beside it are not taken for parts of it. */
const folderOf = ({ data }: Place): string => join(data, 'store')

export const openStoreReader = (config: Place): StoreReader => {
  if (config.store.kind === 'lmdb') return openLmdbStore(folderOf(config), { mode: 'read' })
  throw new StoreUnusable('the ClickHouse store is not part of this build: set store.kind to lmdb')
}

export const openStoreWriter = (config: Place): StoreWriter => {
  if (config.store.kind === 'lmdb') return openLmdbStore(folderOf(config), { mode: 'write' })
  throw new StoreUnusable('the ClickHouse store is not part of this build: set store.kind to lmdb')
}
