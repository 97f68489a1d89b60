import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the indexer says of itself stands in a file beside the database: it changes every second, may be lost, and is not worth a commit, which would wait for
 * the disk. Without waiting the database could not take it: a commit that is not on disk puts those before it at risk.
 */
const notePath = (folder: string, chainId: number): string => join(folder, `note-${chainId}.json`)

/** Readers see the old note or the new one, never a part. */
export const writeNote = (folder: string, chainId: number, json: string): void => {
  const path = notePath(folder, chainId)
  writeFileSync(`${path}.new`, json)
  renameSync(`${path}.new`, path)
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
