import { join } from 'node:path'
import type { Config } from '../config/types.ts'
import { openLmdbStore } from './lmdb/open.ts'
import type { MaybePromise, StoreReader, StoreWriter } from './port.ts'

type Place = Pick<Config, 'data' | 'store'>

/** The embedded store has a folder of its own, so that keys and counters beside it are not taken for parts of it. */
export const embeddedFolder = (data: string): string => join(data, 'store')

/**
 * The store the configuration names. The cluster's client is loaded only where it is used. `deep` first reads all an embedded store holds beside its rows:
 * the lists and copies that pages are answered from can be spoilt while the rows are sound.
 */
export const openStoreReader = ({ data, store }: Place, { deep = false } = {}): MaybePromise<StoreReader> =>
  store.kind === 'lmdb'
    ? openLmdbStore(embeddedFolder(data), { mode: 'read', deep })
    : import('./clickhouse/store.ts').then(({ openClickHouseReader }) => openClickHouseReader(store.url))

export const openStoreWriter = ({ data, store }: Place): MaybePromise<StoreWriter> =>
  store.kind === 'lmdb'
    ? openLmdbStore(embeddedFolder(data), { mode: 'write' })
    : import('./clickhouse/store.ts').then(({ openClickHouseWriter }) => openClickHouseWriter(store.url, { cluster: store.cluster }))
