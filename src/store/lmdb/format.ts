import { randomBytes } from 'node:crypto'
import { syncNames } from '../../lmdb/sync-names.ts'
import { StoreUnusable } from '../port.ts'
import type { Environment, Table } from './database.ts'
import { databaseNames, metaKey } from './keys.ts'

/** Rises with every change that an older program would misread. */
export const formatVersion = 3

/** Makes an empty database a store. A store is one only once its name is on disk: a commit must not be lost with it. */
export const initialise = ({ change, tables }: Environment, folder: string): void => {
  if (tables.meta.getBinaryFast(metaKey('format'))) return
  syncNames(folder)
  change(() => {
    const version = Buffer.alloc(4)
    version.writeUInt32BE(formatVersion)
    tables.meta.putSync(metaKey('format'), version)
    tables.meta.putSync(metaKey('secret'), randomBytes(32))
  })
}

/**
 * Whether a writer is still at making the store: it makes the tables one by one, and says last that they are a store. A database with other tables is somebody else's.
 */
export const isBeingMade = ({ root, tables }: Environment): boolean => {
  const meta: Table | undefined = tables.meta
  if (meta?.getBinaryFast(metaKey('format')) !== undefined) return false
  const names: readonly string[] = databaseNames
  for (const key of root.getKeys({ limit: names.length + 1 })) if (!names.includes(key.toString().replaceAll('\0', ''))) return false
  return true
}

/** The store's secret; refuses a store this program cannot read. */
export const checkFormat = ({ tables }: Environment, folder: string): Uint8Array => {
  // Somebody else's database need not have the table.
  const meta: Table | undefined = tables.meta
  const version = meta?.getBinaryFast(metaKey('format'))?.readUInt32BE()
  if (version === undefined) throw new StoreUnusable(`${folder} holds a database that is not a store: name another folder`)
  if (version > formatVersion)
    throw new StoreUnusable(
      `the store in ${folder} has format ${version} and this program reads up to ${formatVersion}: use the program that wrote it, or a newer one`,
    )
  if (version < formatVersion)
    throw new StoreUnusable(
      `the store in ${folder} has format ${version}, from before the first release, and this program reads ${formatVersion}: name another folder and index anew`,
    )
  const secret = tables.meta.getBinary(metaKey('secret'))
  if (secret?.length !== 32)
    throw new StoreUnusable(`the store in ${folder} is damaged: its secret is missing; restore a copy or index anew`)
  return Uint8Array.from(secret)
}
