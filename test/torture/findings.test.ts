import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowsetHeaderBytes } from '../../src/records/rowset.ts'
import { openEnvironment } from '../../src/store/lmdb/database.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { runProgram } from '../../torture/program.ts'
import { build } from '../built.ts'
import { testFolder } from '../folder.ts'
import { seedStore } from '../http/seeded-store.ts'

beforeAll(build)

/** What the torture found and was mended, each as a plain test; those of one module stand with its other tests. */
describe('found by torture', () => {
  it('verify refuses a store whose lists are spoilt while its rows are sound (disk, seed 2)', async () => {
    const data = testFolder()
    await seedStore(data, 100)
    const { root, tables } = openEnvironment(join(data, 'store'), false)
    for (const key of [...tables.postings.getKeys({})]) tables.postings.removeSync(key)
    await root.close()
    const verify = runProgram(['verify', '--data', data, '--chain', '1', '--rpc', '1=http://127.0.0.1:1'])
    expect(await verify.ended).toBe(2)
    expect(verify.output()).toMatch(/is damaged \(chain 1: chunk \d+ of list \d+ is missing\): restore a copy or index anew/)
  })

  it('a seal whose rows are not those stored is told, though it can be read (disk, by review)', async () => {
    const data = testFolder()
    await seedStore(data, 2_000)
    const folder = join(data, 'store')
    await openLmdbStore(folder, { mode: 'read', deep: true }).close()
    const { root, tables } = openEnvironment(folder, false)
    const [key] = [...tables.seals.getKeys({ limit: 1 })]
    const seal = Buffer.from(tables.seals.getBinary(key ?? Buffer.of()) ?? [])
    // A bit of the first block's hash, which stands behind the header.
    seal[rowsetHeaderBytes] = (seal[rowsetHeaderBytes] ?? 0) ^ 1
    tables.seals.putSync(key ?? Buffer.of(), seal)
    await root.close()
    expect(() => openLmdbStore(folder, { mode: 'read', deep: true })).toThrow(/row 0 of seal \d+ of list \d+ is not the row stored/)
  })
})
