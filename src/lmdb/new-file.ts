import { linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'

/** Whether a folder holds a database; a file without contents is one that somebody has just begun. */
export const hasDatabase = (folder: string): boolean => (statSync(join(folder, 'data.mdb'), { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Gives a folder an empty database, unless it has one. The database library writes the first pages of a new file without syncing them: a power cut could leave
 * a part of them, which nobody can tell from a damaged database. So the file gets its name only when it is on disk. Where that cannot be done, as on file
 * systems without links, the library makes it in place.
 */
export const makeDatabaseFile = (folder: string): void => {
  if (hasDatabase(folder)) return
  let aside: string | undefined
  try {
    aside = mkdtempSync(join(folder, 'new-'))
    // Writes what a database begins with. It is copied, since the library tells open databases apart by their files, not by their names.
    void open({ path: aside, noSubdir: false, overlappingSync: false }).close()
    const path = join(aside, 'whole')
    writeFileSync(path, readFileSync(join(aside, 'data.mdb')), { flush: true, mode: 0o664 })
    // Unlike a rename it fails where another process was quicker.
    linkSync(path, join(folder, 'data.mdb'))
  } catch {
    // Whatever is wrong with the folder, the library meets next, and says it.
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true })
  }
}
