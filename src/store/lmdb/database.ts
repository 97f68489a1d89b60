import { type LmdbEnvironment, openLmdb } from '../../lmdb/open.ts'
import { type DatabaseName, databaseNames } from './keys.ts'

/** The part of the database library that is used, with what its types leave out. */
export interface Table {
  /** The bytes are overwritten by the next read, and belong to a larger buffer: read by index up to `length`, or take a `view`. */
  getBinaryFast(key: Buffer): Buffer | undefined
  getBinary(key: Buffer): Buffer | undefined
  putSync(key: Buffer, value: Uint8Array): void
  removeSync(key: Buffer): boolean
  getRange(options: RangeOptions): Iterable<{ readonly key: Buffer; readonly value: Buffer }>
  getKeys(options: RangeOptions): Iterable<Buffer>
}

interface RangeOptions {
  /** Included. */
  readonly start?: Buffer
  /** Not included, in either direction. */
  readonly end?: Buffer
  readonly reverse?: boolean
  readonly limit?: number
}

export type Tables = Readonly<Record<DatabaseName, Table>>

export type Environment = Omit<LmdbEnvironment<DatabaseName>, 'tables'> & { readonly tables: Tables }

export const openEnvironment = (folder: string, readOnly: boolean): Environment =>
  openLmdb(folder, databaseNames, {
    readOnly,
    // One process of each worker, and tools beside them; a slot costs 64 bytes.
    maxReaders: 256,
    // Pages are read one by one, by key: reading ahead would fetch what nobody asked for.
    noReadAhead: true,
  }) as unknown as Environment

/** Views of the reading buffer by their length: making one anew for each value would be most of the cost of a small read. */
let viewed: ArrayBufferLike | undefined
let viewedOffset = 0
let views: (Uint8Array | undefined)[] = []

/** What a fast read answered, as an ordinary array of its true length; overwritten by the next read. */
export const view = (bytes: Buffer): Uint8Array => {
  if (bytes.buffer !== viewed || bytes.byteOffset !== viewedOffset) {
    viewed = bytes.buffer
    viewedOffset = bytes.byteOffset
    views = []
  }
  const length = bytes.length
  let found = views[length]
  if (found === undefined) {
    found = new Uint8Array(bytes.buffer, bytes.byteOffset, length)
    views[length] = found
  }
  return found
}
