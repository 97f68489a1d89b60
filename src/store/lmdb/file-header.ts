import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StoreUnusable } from '../port.ts'

/**
 * What stands at the beginning of a database file, twice, in pages 0 and 1; the one with the higher transaction counts. It is looked at before the
 * database library maps the file, because a foreign or shortened file would end the whole process there.
 */
const at = { magic: 24, pageBytes: 48, freeRoot: 88, mainRoot: 136, lastPage: 144, transaction: 152 } as const
const magic = 0xbeefc0de
const headerBytes = 160

/** Pages at the end of the file that were given back before they were ever written may be absent: no transaction leaves more than a few. */
const absentPages = 4_096

/** No page: the root of an empty tree. */
const none = 0xffff_ffff_ffff_ffffn

export const checkFile = (path: string, folder: string): void => {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    // A store that was being made when its process ended has no pages yet, and is made anew.
    if (size === 0) return
    const refuse = (what: string): never => {
      throw new StoreUnusable(
        `${folder} does not hold a store that can be read (${what}): name another folder, restore a copy, or remove it and index anew`,
      )
    }
    const header = (offset: number): Buffer => {
      const bytes = Buffer.alloc(headerBytes)
      readSync(file, bytes, 0, headerBytes, offset)
      return bytes.readUInt32LE(at.magic) === magic ? bytes : refuse('data.mdb is not a database file')
    }
    const first = header(0)
    const pageBytes = first.readUInt32LE(at.pageBytes)
    const second = header(pageBytes)
    const newest = first.readBigUInt64LE(at.transaction) > second.readBigUInt64LE(at.transaction) ? first : second
    const roots = [at.freeRoot, at.mainRoot].map((offset) => newest.readBigUInt64LE(offset)).filter((page) => page !== none)
    const needed = Math.max(...roots.map(Number), Number(newest.readBigUInt64LE(at.lastPage)) - absentPages)
    if (size < (needed + 1) * pageBytes) refuse('data.mdb was cut short')
  } finally {
    closeSync(file)
  }
}
