import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openEnvironment } from '../../src/store/lmdb/database.ts'
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
})
