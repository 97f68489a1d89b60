import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeDatabaseFile } from '../../src/lmdb/new-file.ts'
import { syncNames } from '../../src/lmdb/sync-names.ts'
import { checkFile } from '../../src/store/lmdb/file-header.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { testFolder } from '../folder.ts'

describe('a new database file', () => {
  it('is whole, with nothing left beside it', () => {
    const folder = testFolder()
    makeDatabaseFile(folder)
    expect(readdirSync(folder)).toEqual(['data.mdb'])
    expect(() => checkFile(join(folder, 'data.mdb'), folder)).not.toThrow()
  })

  it('does not take the place of one that is there', () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'data.mdb'), 'somebody else')
    makeDatabaseFile(folder)
    expect(readFileSync(join(folder, 'data.mdb'), 'utf8')).toBe('somebody else')
  })

  it('is made in place where it cannot be made aside', async () => {
    const folder = testFolder()
    // Its name is taken, as it is where links cannot be made.
    writeFileSync(join(folder, 'data.mdb'), '')
    const store = openLmdbStore(folder, { mode: 'write' })
    await store.openChain(1, 0)
    expect(await store.chains()).toEqual([1])
    await store.close()
    expect(readdirSync(folder).sort()).toEqual(['data.mdb', 'lock.mdb', 'turns'])
  })

  it('that cannot be made is left to the library to complain of', () => {
    expect(() => makeDatabaseFile(join(testFolder(), 'absent'))).not.toThrow()
  })
})

it('names are synced up to the root, past folders that are not there', () => {
  const folder = join(testFolder(), 'a')
  mkdirSync(folder)
  expect(() => syncNames(folder)).not.toThrow()
  expect(() => syncNames(join(folder, 'b', 'c'))).not.toThrow()
})
