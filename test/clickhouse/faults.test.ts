import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Engine, EngineError } from '../../src/store/clickhouse/engine.ts'
import { acquireLease } from '../../src/store/clickhouse/lease.ts'
import { readerOver, writerOver } from '../../src/store/clickhouse/store.ts'
import { StoreConflict, type StoreReader, StoreUnusable } from '../../src/store/port.ts'
import { Chdb, chdbPresent } from '../engines/chdb.mjs'
import { address } from '../store/chain.ts'
import { batchOf, transfersOf } from '../store/suite.ts'

const chainId = 7
const times = { ttlMs: 60_000, settleMs: 0 }
const failure = (message: string, kind: 'timeout' | 'passing' | 'final') => new EngineError(message, kind)

const rowsOf = async (store: StoreReader, owner: number) => {
  const snapshot = await store.snapshot(chainId)
  if (snapshot === undefined) throw new Error('the chain is not there')
  const query = { fromTo: 'and', address: address(owner), fromBlock: 0, toBlock: 999, order: 'asc', skip: 0, limit: 1000 } as const
  return (await transfersOf(snapshot, { ...query, deadline: Number.POSITIVE_INFINITY })).rows
}

/** An engine whose next inserts into a table fail, before or after the rows arrived: the caller cannot tell which. */
const failing = (engine: Engine, table: string, when: 'before' | 'after', failures: number, passes = 0): Engine => {
  let left = failures
  let sound = passes
  const around = async (work: () => Promise<void>, hit: boolean): Promise<void> => {
    if (!hit || left === 0 || sound-- > 0) return work()
    left--
    if (when === 'after') await work()
    throw failure('the connection was lost', 'passing')
  }
  return {
    ...engine,
    insert: (into, columns, rows) => around(() => engine.insert(into, columns, rows), into === table),
    run: (sql) => around(() => engine.run(sql), sql.startsWith(`INSERT INTO ${table} `)),
  }
}

describe.skipIf(!chdbPresent)('a ClickHouse store whose engine fails', () => {
  const chdb = chdbPresent ? new Chdb() : undefined
  afterAll(() => chdb?.close())
  const engineOf = (): Engine => {
    if (chdb === undefined) throw new Error('chdb is not there')
    return chdb.engine(chdb.database(), failure)
  }

  for (const table of ['transfers_in', 'blocks_in', 'commits'])
    for (const when of ['before', 'after'] as const)
      it(`shows a batch once though its insert into ${table} failed ${when} the rows arrived`, async () => {
        const engine = engineOf()
        const sound = await writerOver(engine, { times })
        await sound.openChain(chainId, 0)
        await sound.commit(batchOf(0, 9))
        const before = (await rowsOf(sound, 1)).length
        await sound.close()
        const unreliable = await writerOver(failing(engine, table, when, 1), { times })
        await unreliable.openChain(chainId, 0)
        await unreliable.commit(batchOf(10, 19))
        const rows = await rowsOf(unreliable, 1)
        const places = rows.map(({ block, transaction, transfer }) =>
          [block.number, transaction.index, transfer.logIndex, transfer.batchIndex].join(),
        )
        expect(rows.length).toBeGreaterThan(before)
        expect(new Set(places).size).toBe(places.length)
        await unreliable.close()
      })

  it('shows a batch once though its record could not be written until it was inserted anew', async () => {
    const engine = engineOf()
    // The writer's own first record goes through; then as many fail as it tries for one attempt at a batch.
    const writer = await writerOver(failing(engine, 'commits', 'before', 4, 1), { times })
    await writer.openChain(chainId, 0)
    await writer.commit(batchOf(0, 9))
    const fresh = await writerOver(engineOf(), { times })
    await fresh.openChain(chainId, 0)
    await fresh.commit(batchOf(0, 9))
    expect(await rowsOf(writer, 1)).toEqual(await rowsOf(fresh, 1))
    await writer.close()
    await fresh.close()
  })

  it('waits for the inserts of a batch that are under way before it tells of the one that failed', async () => {
    const engine = engineOf()
    let underWay = 0
    const watched: Engine = {
      ...engine,
      insert: async (table, columns, rows) => {
        if (table === 'blocks_in') throw failure('the disk is full', 'final')
        underWay++
        await engine.insert(table, columns, rows)
        underWay--
      },
    }
    const writer = await writerOver(watched, { times })
    await writer.openChain(chainId, 0)
    await expect(writer.commit(batchOf(0, 9))).rejects.toThrow('the disk is full')
    expect(underWay).toBe(0)
    await writer.close()
  })

  it('deletes what is left of failed attempts only when none of their inserts can be under way any more', async () => {
    const engine = engineOf()
    const deleted: string[] = []
    let fails = false
    const watched: Engine = {
      ...engine,
      insert: (table, columns, rows) =>
        fails && table === 'blocks_in' ? Promise.reject(failure('the disk is full', 'final')) : engine.insert(table, columns, rows),
      run: async (sql) => {
        if (sql.startsWith('DELETE')) deleted.push(sql)
        return engine.run(sql)
      },
    }
    const writer = await writerOver(watched, { times: { ttlMs: 3_600_000, settleMs: 0 } })
    await writer.openChain(chainId, 0)
    fails = true
    for (let i = 0; i < 8; i++) await expect(writer.commit(batchOf(0, 9))).rejects.toThrow('the disk is full')
    fails = false
    await writer.commit(batchOf(0, 9))
    await writer.commit(batchOf(10, 19))
    expect(deleted).toEqual([])
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 601_000)
    await writer.commit(batchOf(20, 29))
    await writer.close()
    vi.restoreAllMocks()
    expect(deleted.some((sql) => sql.includes('transfer_lists'))).toBe(true)
    const rows = await rowsOf(await readerOver(engine), 1)
    expect(new Set(rows.map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))).size).toBe(
      rows.length,
    )
  })

  it('shows nothing of a batch that never came to its end', async () => {
    const engine = engineOf()
    const writer = await writerOver(engine, { times })
    await writer.openChain(chainId, 0)
    await writer.commit(batchOf(0, 9))
    await writer.close()
    const dying = await writerOver(failing(engine, 'blocks_in', 'before', 99), { times })
    await dying.openChain(chainId, 0)
    await expect(dying.commit(batchOf(10, 19))).rejects.toThrow('the connection was lost')
    const reader = await readerOver(engine)
    const snapshot = await reader.snapshot(chainId)
    expect(snapshot?.state.coverage.transfers).toEqual([{ from: 0, to: 9 }])
    expect((await rowsOf(reader, 1)).every(({ block }) => block.number <= 9)).toBe(true)
    await dying.close()
  })

  it('lets one indexer write a chain, and refuses the other with its reason', async () => {
    const engine = engineOf()
    await (await writerOver(engine, { times })).close()
    const lease = await acquireLease(engine, chainId, { ttlMs: 400, settleMs: 0 })
    await expect(acquireLease(engine, chainId, { ttlMs: 400, settleMs: 0 })).rejects.toThrow('is being written by another indexer')
    await lease.release()
    await expect(acquireLease(engine, chainId, { ttlMs: 60_000, settleMs: 0 })).resolves.toMatchObject({ epoch: lease.epoch + 1 })
  })

  it('never shows what a writer commits after another took its chain over, and tells that writer', async () => {
    const engine = engineOf()
    const stalled = await writerOver(engine, { times })
    await stalled.openChain(chainId, 0)
    await stalled.commit(batchOf(0, 9))
    // It believes in its lease for a minute; to its successor two seconds without renewal are enough.
    const successor = await writerOver(engine, { times: { ttlMs: 2000, settleMs: 0 } })
    await successor.openChain(chainId, 0)
    await expect(stalled.commit(batchOf(10, 19))).rejects.toThrow(StoreConflict)
    const reader = await readerOver(engine)
    expect((await reader.snapshot(chainId))?.state.coverage.transfers).toEqual([{ from: 0, to: 9 }])
    expect((await rowsOf(reader, 1)).every(({ block }) => block.number <= 9)).toBe(true)
    await successor.commit(batchOf(10, 19))
    expect((await rowsOf(reader, 1)).some(({ block }) => block.number > 9)).toBe(true)
  })

  it('refuses to read a database that holds no store, and says what to do', async () => {
    await expect(readerOver(engineOf())).rejects.toThrow(StoreUnusable)
    await expect(readerOver(engineOf())).rejects.toThrow('ownscan index')
  })

  it('refuses a schema of a newer program', async () => {
    const engine = engineOf()
    await (await writerOver(engine, { times })).close()
    await engine.run('INSERT INTO schema_versions (version) VALUES (99)')
    await expect(readerOver(engine)).rejects.toThrow('newer')
    await expect(writerOver(engine, { times })).rejects.toThrow('newer')
  })
})
