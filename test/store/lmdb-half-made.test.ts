import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEnvironment } from '../../src/store/lmdb/database.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ownscan-half-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = () => openLmdbStore(folder, { mode: 'read' })

describe('a reader that comes while the writer makes the store is told that there is none yet', () => {
  it('when the file has no contents', () => {
    writeFileSync(join(folder, 'data.mdb'), '')
    expect(read).toThrow(/there is no store in .* yet/)
  })

  it('when there are no tables', async () => {
    await open({ path: folder, noSubdir: false, maxDbs: 12, keyEncoding: 'binary', encoding: 'binary' }).close()
    expect(read).toThrow(/there is no store in .* yet/)
  })

  it('when there are some tables', async () => {
    const root = open({ path: folder, noSubdir: false, maxDbs: 12, keyEncoding: 'binary', encoding: 'binary' })
    root.openDB('meta', { keyEncoding: 'binary', encoding: 'binary' })
    await root.close()
    expect(read).toThrow(/there is no store in .* yet/)
  })

  it('when there are all tables', async () => {
    await openEnvironment(folder, false).root.close()
    expect(read).toThrow(/there is no store in .* yet/)
  })
})

it("a reader refuses somebody else's database as such", async () => {
  const root = open({ path: folder, noSubdir: false, maxDbs: 12, keyEncoding: 'binary', encoding: 'binary' })
  root.openDB('invoices', { keyEncoding: 'binary', encoding: 'binary' })
  await root.close()
  expect(read).toThrow(/not a store/)
})
