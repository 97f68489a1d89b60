import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEnvironment } from '../../src/store/lmdb/database.ts'
import { formatVersion } from '../../src/store/lmdb/format.ts'
import { chainKey, metaKey, rowsKey } from '../../src/store/lmdb/keys.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { decodeChain } from '../../src/store/lmdb/state.ts'
import { StoreUnusable } from '../../src/store/port.ts'
import { address } from './chain.ts'
import { makeModel } from './model.ts'
import { batchOf, transfersOf } from './suite.ts'

describe('LMDB: a store opened', () => {
  let folder: string
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'ownscan-store-')), 'with.dot')
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

  const fill = async () => {
    const store = openLmdbStore(folder, { mode: 'write' })
    await store.openChain(7, 0)
    await store.commit(batchOf(0, 30))
    await store.close()
  }
  /** Changes the database behind the store's back. */
  const tamper = async (change: (environment: ReturnType<typeof openEnvironment>) => void) => {
    const environment = openEnvironment(folder, false)
    environment.root.transactionSync(() => change(environment))
    await environment.root.close()
  }
  const refusal = (mode: 'read' | 'write' = 'read'): string => {
    try {
      void (mode === 'read' ? openLmdbStore(folder, { mode }) : openLmdbStore(folder, { mode })).close()
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnusable)
      return (error as Error).message
    }
    throw new Error('the store opened')
  }

  it('again has everything it had, and the same secret', async () => {
    const first = openLmdbStore(folder, { mode: 'write' })
    await first.openChain(7, 0)
    await first.commit(batchOf(0, 30))
    const { secret } = first
    const state = (await first.snapshot(7))?.state
    await first.close()
    const second = openLmdbStore(folder, { mode: 'read' })
    expect(second.secret).toEqual(secret)
    expect((await second.snapshot(7))?.state).toEqual(state)
    await second.close()
  })

  it('is refused to a reader before there is one', () => {
    expect(refusal()).toMatch(/there is no store in .* yet: index something first/)
  })

  it('is refused in a newer format', async () => {
    await fill()
    await tamper(({ tables }) => {
      const version = Buffer.alloc(4)
      version.writeUInt32BE(formatVersion + 1)
      tables.meta.putSync(metaKey('format'), version)
    })
    expect(refusal()).toMatch(`has format ${formatVersion + 1} and this program reads up to ${formatVersion}`)
    expect(refusal('write')).toMatch(`has format ${formatVersion + 1}`)
  })

  it('is refused where the file is something else', async () => {
    await fill()
    writeFileSync(join(folder, 'data.mdb'), Buffer.alloc(100_000, 'not a database '))
    expect(refusal()).toMatch(/does not hold a store that can be read/)
  })

  it('is refused where the file is cut short', async () => {
    await fill()
    truncateSync(join(folder, 'data.mdb'), 5_000)
    expect(refusal()).toMatch(/data.mdb was cut short/)
  })

  it('is refused where rows are missing', async () => {
    await fill()
    await tamper(({ tables }) => {
      const chain = decodeChain(tables.meta.getBinary(chainKey(7)) ?? Buffer.alloc(0))
      const run = chain.runs.transfers[0]
      tables.rows.removeSync(rowsKey(run?.id ?? 0, (run?.chunks ?? 1) - 1))
    })
    expect(refusal()).toMatch(/is damaged \(chain 7: chunk \d+ of run \d+ is missing\): restore a copy or index anew/)
  })

  it('takes the lock of a writer that is gone', async () => {
    await fill()
    writeFileSync(join(folder, 'writer.lock'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), began: '1' }))
    await openLmdbStore(folder, { mode: 'write' }).close()
  })

  it('respects the lock of a writer on another machine', async () => {
    await fill()
    writeFileSync(join(folder, 'writer.lock'), JSON.stringify({ pid: 1, host: 'elsewhere', began: '1' }))
    expect(refusal('write')).toMatch(/process 1 on elsewhere already writes/)
  })

  it('joins ranges that arrive in any order into one run', async () => {
    const store = openLmdbStore(folder, { mode: 'write' })
    await store.openChain(7, 0)
    const model = makeModel(7, 0)
    // Steps of 17 in a ring of 40 visit every range once, hardly two neighbours in a row.
    for (let i = 0; i < 40; i++) {
      const from = ((i * 17) % 40) * 3
      const batch = batchOf(from, from + 2)
      await store.commit(batch)
      model.commit(batch)
    }
    const snapshot = await store.snapshot(7)
    if (snapshot === undefined) throw new Error('the chain is not known')
    const query = {
      fromBlock: 0,
      toBlock: 1e9,
      order: 'desc',
      skip: 3,
      limit: 50,
      deadline: Number.POSITIVE_INFINITY,
      fromTo: 'and',
    } as const
    expect(await transfersOf(snapshot, { ...query, address: address(1) })).toEqual(model.transfers({ ...query, address: address(1) }))
    await store.close()
    const { root, tables } = openEnvironment(folder, true)
    const { runs } = decodeChain(tables.meta.getBinary(chainKey(7)) ?? Buffer.alloc(0))
    expect([runs.transfers.length, runs.blocks.length]).toEqual([1, 1])
    await root.close()
  })

  it('says so when a snapshot is used after blocks arrived', async () => {
    const store = openLmdbStore(folder, { mode: 'write' })
    await store.openChain(7, 0)
    await store.commit(batchOf(0, 3))
    const snapshot = await store.snapshot(7)
    await store.commit(batchOf(4, 5))
    expect(() => snapshot?.blockHash(1)).toThrow('was kept while blocks arrived')
    await store.close()
  })

  it('a note outlives its writer, and an empty file that a failing machine left is none', async () => {
    await fill()
    const writer = openLmdbStore(folder, { mode: 'write' })
    await writer.note(7, '{"a":1}')
    await writer.close()
    const reader = openLmdbStore(folder, { mode: 'read' })
    expect(await reader.notes(7)).toBe('{"a":1}')
    writeFileSync(join(folder, 'note-7.json'), '')
    expect(await reader.notes(7)).toBeUndefined()
    await reader.close()
  })

  it('a store of an older format is refused with what to do', async () => {
    await fill()
    await tamper(({ tables }) => {
      const version = Buffer.alloc(4)
      version.writeUInt32BE(formatVersion - 1)
      tables.meta.putSync(metaKey('format'), version)
    })
    expect(refusal()).toMatch(`has format ${formatVersion - 1}`)
    expect(refusal('write')).toMatch('index anew')
  })
})
