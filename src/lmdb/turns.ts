import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { makeDatabaseFile } from './new-file.ts'

/**
 * Turns at an environment: of all processes, one at a time opens it or commits to it. LMDB's own lock is between those that commit. Whoever opens reads the
 * number of the newest commit, and a moment later writes it where every process looks for it, without that lock: a commit in between is undone, unnoticed by
 * the process that made it, and a second one damages the file (LMDB's ITS#9496, mended there in 2021, not in the copy inside `lmdb` 3.5).
 *
 * Node has no lock between processes. This one is the writing lock of a second environment, which holds nothing: a killed holder frees it, it costs a
 * microsecond, and since no commit is ever made there, opening that environment can undo none.
 */
export interface Turns {
  take<T>(work: () => T): T
  close(): Promise<void>
}

/** Who may read a folder and not write to it opens its environment without locks, and so without undoing anything. */
const withoutTurns: Turns = { take: (work) => work(), close: async () => {} }
const mayNotWrite: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 1, 13, 30])
/** What the library answers where the last process to close the environment took its locks down while this one was opening it. */
const locksGone = 22

export const openTurns = (folder: string, readOnly: boolean): Turns => {
  try {
    const path = join(folder, 'turns')
    mkdirSync(path, { recursive: true })
    makeDatabaseFile(path)
    const empty = open({ path, noSubdir: false, mapSize: 1 << 20, overlappingSync: false })
    return { take: (work) => empty.transactionSync(work), close: () => empty.close() }
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (readOnly && mayNotWrite.has(code)) return withoutTurns
    if (code === locksGone) throw new Error(`${folder} was being closed by another process at this moment: try again`, { cause: error })
    throw error
  }
}
