import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the indexer says of itself stands in a file beside the database: it changes every second, may be lost, and is not worth a commit, which would wait for
 * the disk. Without waiting the database could not take it: a commit that is not on disk puts those before it at risk.
 */
const notePath = (folder: string, chainId: number): string => join(folder, `note-${chainId}.json`)

/** Readers see the old note or the new one, never a part; but where the disk has no room for both, the note that says so goes over the old one. */
export const writeNote = (folder: string, chainId: number, json: string): void => {
  const path = notePath(folder, chainId)
  try {
    writeFileSync(`${path}.new`, json)
    renameSync(`${path}.new`, path)
  } catch (error) {
    if (!overwrite(path, json)) throw error
    rmSync(`${path}.new`, { force: true, recursive: true })
  }
}

/** Writes into the room a file has already; spaces after JSON mean nothing. */
const overwrite = (path: string, json: string): boolean => {
  try {
    const file = openSync(path, 'r+')
    try {
      const bytes = Buffer.from(json)
      const padding = Buffer.alloc(Math.max(0, fstatSync(file).size - bytes.length), ' ')
      writeSync(file, Buffer.concat([bytes, padding]), 0, undefined, 0)
      return true
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

/** Undefined where there is none, also where a failing machine left an empty file. */
export const readNote = (folder: string, chainId: number): string | undefined => {
  try {
    return readFileSync(notePath(folder, chainId), 'utf8') || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
