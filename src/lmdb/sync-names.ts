import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Waits until the names that lead to a folder, and those in it, are on disk. A file that was synced is lost all the same where power fails before the folder
 * that names it is written; most file systems write both together, none promises to.
 */
export const syncNames = (folder: string): void => {
  for (let path = resolve(folder), last = ''; path !== last; last = path, path = dirname(path)) syncFolder(path)
}

/** Folders that may not be read, and systems that do not sync them, are passed over; a disk that fails is not. */
const syncFolder = (path: string): void => {
  let folder: number | undefined
  try {
    folder = openSync(path, 'r')
    fsyncSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') throw error
  } finally {
    if (folder !== undefined) closeSync(folder)
  }
}
