import { randomBytes } from 'node:crypto'
import { StoreUnusable } from '../port.ts'
import type { Environment } from './database.ts'
import { metaKey } from './keys.ts'

/** Rises with every change that an older program would misread. */
export const formatVersion = 1

/** Makes an empty database a store. */
export const initialise = ({ root, tables }: Environment): void => {
  if (tables.meta.getBinaryFast(metaKey('format'))) return
  root.transactionSync(() => {
    const version = Buffer.alloc(4)
    version.writeUInt32BE(formatVersion)
    tables.meta.putSync(metaKey('format'), version)
    tables.meta.putSync(metaKey('secret'), randomBytes(32))
  })
}

/** The store's secret; refuses a store this program cannot read. */
export const checkFormat = ({ tables }: Environment, folder: string): Uint8Array => {
  const version = tables.meta.getBinaryFast(metaKey('format'))?.readUInt32BE()
  if (version === undefined) throw new StoreUnusable(`${folder} holds a database that is not a store: name another folder`)
  if (version > formatVersion)
    throw new StoreUnusable(
      `the store in ${folder} has format ${version} and this program reads up to ${formatVersion}: use the program that wrote it, or a newer one`,
    )
  const secret = tables.meta.getBinary(metaKey('secret'))
  if (secret?.length !== 32)
    throw new StoreUnusable(`the store in ${folder} is damaged: its secret is missing; restore a copy or index anew`)
  return Uint8Array.from(secret)
}
