import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { hasDatabase, makeDatabaseFile } from '../../lmdb/new-file.ts'
import { StoreAbsent, type StoreReader, type StoreWriter } from '../port.ts'
import { checkIntegrity } from './check.ts'
import { openEnvironment } from './database.ts'
import { openFailure } from './failures.ts'
import { checkFile } from './file-header.ts'
import { checkFormat, initialise, isBeingMade } from './format.ts'
import { makeReader } from './reader.ts'
import { makeWriter } from './writer.ts'
import { takeWriterLock } from './writer-lock.ts'

interface OpenReadOptions {
  readonly mode: 'read'
  /** Also reads every list and every row, and compares them: for tests and doctors, not for a start. */
  readonly deep?: boolean
}
interface OpenWriteOptions {
  readonly mode: 'write'
  readonly deep?: boolean
}

/**
 * Opens the embedded store in a folder, which a writer makes where it is missing. Throws `StoreUnusable` where the folder holds something else, a newer
 * format or a damaged store, and where another process writes to it.
 */
export function openLmdbStore(folder: string, options: OpenReadOptions): StoreReader
export function openLmdbStore(folder: string, options: OpenWriteOptions): StoreWriter
export function openLmdbStore(folder: string, options: OpenReadOptions | OpenWriteOptions): StoreReader | StoreWriter {
  const writes = options.mode === 'write'
  let leave = () => {}
  try {
    if (writes) {
      mkdirSync(folder, { recursive: true })
      leave = takeWriterLock(folder)
      makeDatabaseFile(folder)
    } else if (!hasDatabase(folder)) throw noStoreYet(folder)
    if (hasDatabase(folder)) checkFile(join(folder, 'data.mdb'), folder)
    const environment = openEnvironment(folder, !writes)
    try {
      if (writes) initialise(environment, folder)
      else if (isBeingMade(environment)) throw noStoreYet(folder)
      const secret = checkFormat(environment, folder)
      checkIntegrity(environment, folder, options.deep ?? false)
      const close = async () => {
        await environment.close()
        leave()
      }
      const reader = makeReader(environment, folder, secret, close)
      return writes ? makeWriter(environment, reader, folder, reader.moved) : reader
    } catch (error) {
      void environment.close()
      throw error
    }
  } catch (error) {
    leave()
    throw openFailure(error, folder)
  }
}

const noStoreYet = (folder: string): StoreAbsent =>
  new StoreAbsent(`there is no store in ${folder} yet: index something first, or name the folder the indexer writes to`)
