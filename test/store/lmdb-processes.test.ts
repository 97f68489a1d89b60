import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEnvironment } from '../../src/store/lmdb/database.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import { StoreUnusable } from '../../src/store/port.ts'
import { batchOf } from './suite.ts'

const script = fileURLToPath(new URL('store-process.mjs', import.meta.url))

interface Message {
  readonly ready?: true
  readonly refused?: string
  readonly failed?: string
  readonly committed?: number
  readonly answer?: { readonly head: number; readonly counted: number; readonly listed: number }
}

/** Messages in the order they came; `next` waits for the next one that fits. */
const inbox = (child: ChildProcess) => {
  const waiting: { fits: (message: Message) => boolean; resolve: (message: Message) => void; reject: (error: Error) => void }[] = []
  const messages: Message[] = []
  const settle = () => {
    for (const wait of [...waiting]) {
      const at = messages.findIndex(wait.fits)
      if (at === -1) continue
      waiting.splice(waiting.indexOf(wait), 1)
      wait.resolve(messages.splice(at, 1)[0] ?? {})
    }
  }
  child.on('message', (message: Message) => {
    messages.push(message)
    settle()
  })
  child.on('exit', (code, signal) => {
    for (const wait of waiting.splice(0)) wait.reject(new Error(`the process ended with ${code ?? signal}`))
  })
  return (fits: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve, reject) => {
      waiting.push({ fits, resolve, reject })
      settle()
    })
}

describe('LMDB: a store between processes', () => {
  let folder: string
  const children: ChildProcess[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ownscan-store-'))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (mode: 'read' | 'write') => {
    const child = fork(script, [mode, folder], { execArgv: [] })
    children.push(child)
    return { child, next: inbox(child) }
  }

  it('a reader sees each commit of another process at once', async () => {
    const writer = openLmdbStore(folder, { mode: 'write' })
    await writer.openChain(7, 0)
    await writer.commit(batchOf(0, 0))
    const reader = start('read')
    await reader.next((message) => message.ready === true)
    for (let height = 1; height < 40; height++) {
      await writer.commit(batchOf(height, height))
      reader.child.send(['look'])
      const { answer } = await reader.next((message) => message.answer !== undefined)
      expect(answer?.head).toBe(height)
    }
    await writer.close()
  })

  it('a reader sees batches whole while another process writes', async () => {
    const writer = start('write')
    await writer.next((message) => message.ready === true)
    writer.child.send(['write', 120])
    await writer.next((message) => message.committed === 0)
    const reader = openLmdbStore(folder, { mode: 'read' })
    const heads = new Set<number>()
    for (let done = false; !done; ) {
      const snapshot = await reader.snapshot(7)
      if (snapshot === undefined) throw new Error('the chain is not known')
      const { head, transferRows } = snapshot.state
      const query = {
        fromBlock: 0,
        toBlock: 1e9,
        order: 'asc',
        skip: 0,
        limit: 10_000,
        deadline: Number.POSITIVE_INFINITY,
        fromTo: 'and',
      } as const
      const { rows } = await snapshot.transfers({ ...query, contract: `0x${'1000'.padStart(40, '0')}` }, () => {})
      expect({ transferRows, rows }).toEqual({ transferRows: (head + 1) * 10, rows: (head + 1) * 10 })
      heads.add(head)
      done = head === 119
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(heads.size).toBeGreaterThan(1)
    await reader.close()
  })

  it('an idle reader holds no instant of the database', async () => {
    const writer = openLmdbStore(folder, { mode: 'write' })
    await writer.openChain(7, 0)
    await writer.commit(batchOf(0, 5))
    const reader = start('read')
    await reader.next((message) => message.ready === true)
    reader.child.send(['look'])
    await reader.next((message) => message.answer !== undefined)
    await writer.close()
    const { root } = openEnvironment(folder, true)
    const held = () =>
      root
        .readerList()
        .split('\n')
        .filter((line) => line.trim().startsWith(`${reader.child.pid} `) && !line.trimEnd().endsWith('-'))
    for (let tries = 0; held().length > 0 && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(held()).toEqual([])
    await root.close()
  })

  it('a writer killed at any instant leaves a store at a batch boundary', async () => {
    let height = -1
    for (let kill = 0; kill < 6; kill++) {
      const { child, next } = start('write')
      await next((message) => message.ready === true)
      child.send(['write', 1_000])
      const seen = height + 1 + kill * 3
      await next((message) => message.committed === seen)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      const store = openLmdbStore(folder, { mode: 'read', deep: true })
      const snapshot = await store.snapshot(7)
      if (snapshot === undefined) throw new Error('the chain is not known')
      const { head, transferRows, coverage } = snapshot.state
      expect(head).toBeGreaterThanOrEqual(seen)
      expect({ transferRows, coverage }).toEqual({
        transferRows: (head + 1) * 10,
        coverage: { transfers: [{ from: 0, to: head }], blocks: [{ from: 0, to: head }] },
      })
      height = head
      await store.close()
    }
  })

  it('a second writer is refused, by name, while the first lives, and let in after it', async () => {
    const first = start('write')
    await first.next((message) => message.ready === true)
    expect(() => openLmdbStore(folder, { mode: 'write' })).toThrow(`process ${first.child.pid} `)
    const ended = new Promise((resolve) => first.child.once('exit', resolve))
    first.child.kill('SIGKILL')
    await ended
    await openLmdbStore(folder, { mode: 'write' }).close()
  })

  it('a second writer within one process is refused', async () => {
    const first = openLmdbStore(folder, { mode: 'write' })
    expect(() => openLmdbStore(folder, { mode: 'write' })).toThrow(StoreUnusable)
    await first.close()
    await openLmdbStore(folder, { mode: 'write' }).close()
  })

  // A limit on the size of files stands for a full disk: it needs no disk of its own.
  it.skipIf(process.platform === 'win32')('a full disk is told as such, and nothing stored before is lost', async () => {
    const child = spawn('sh', ['-c', 'trap "" XFSZ; ulimit -f 1500; exec "$@"', 'sh', process.execPath, script, 'write', folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.push(child)
    const next = inbox(child)
    await next((message) => message.ready === true)
    let committed = -1
    child.on('message', (message: Message) => {
      committed = message.committed ?? committed
    })
    child.send(['write', 100_000])
    const { failed } = await next((message) => message.failed !== undefined)
    expect(failed).toMatch(/^StoreUnusable: the disk that holds .* is full( or fails)?: the batch was not stored, all before it were/)
    child.kill('SIGKILL')
    const store = openLmdbStore(folder, { mode: 'read', deep: true })
    expect((await store.snapshot(7))?.state).toMatchObject({ head: committed, transferRows: (committed + 1) * 10 })
    await store.close()
  })
})
