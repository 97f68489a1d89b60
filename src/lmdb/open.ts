import { type Database, open, type RootDatabase } from 'lmdb'
import { openTurns } from './turns.ts'

type Bytes = Database<Buffer, Buffer>

/** An LMDB environment with keys and values of bytes, kept whole between the processes that open it. */
export interface LmdbEnvironment<Name extends string> {
  readonly root: RootDatabase<Buffer, Buffer>
  /** A table that is missing is made; in an environment opened for reading it is undefined. */
  readonly tables: Readonly<Record<Name, Bytes>>
  /** One transaction, whole or not at all. Whatever is written, is written in one. */
  change<T>(work: () => T): T
  close(): Promise<void>
}

interface LmdbOptions {
  readonly readOnly?: boolean
  readonly mapSize?: number
  readonly maxReaders?: number
  readonly noReadAhead?: boolean
  /** Commits are on disk when they return, unless this says that none need be. */
  readonly noSync?: boolean
}

/** Opens the environment of a folder that exists. */
export const openLmdb = <Name extends string>(folder: string, names: readonly Name[], options: LmdbOptions = {}): LmdbEnvironment<Name> => {
  const bytes = { keyEncoding: 'binary', encoding: 'binary' } as const
  const turns = openTurns(folder, options.readOnly ?? false)
  try {
    // Without `noSubdir` a dot in the folder's name would make it a file.
    const settings = { path: folder, noSubdir: false, maxDbs: names.length + 1, overlappingSync: false, ...bytes, ...options }
    return turns.take(() => {
      const root = open<Buffer, Buffer>(settings)
      const tables = Object.fromEntries(names.map((name) => [name, root.openDB(name, bytes)])) as unknown as Record<Name, Bytes>
      return {
        root,
        tables,
        change: (work) => turns.take(() => root.transactionSync(work)),
        close: async () => {
          // In a turn as well: the last process to leave takes the environment's locks down, and one that comes at that moment would be left without.
          let closed: Promise<void> | undefined
          turns.take(() => {
            closed = root.close()
          })
          await closed
          await turns.close()
        },
      }
    })
  } catch (error) {
    void turns.close()
    throw error
  }
}
