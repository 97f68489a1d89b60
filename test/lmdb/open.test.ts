import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { open } from 'lmdb'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openLmdb } from '../../src/lmdb/open.ts'
import { build } from '../built.ts'
import { testFolder } from '../folder.ts'

interface Told {
  readonly undone: boolean
  readonly last: number
}

const committer = async (folder: string): Promise<ChildProcess> => {
  const child = fork(fileURLToPath(new URL('committer.mjs', import.meta.url)), [folder], { silent: true })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.once('message', resolve))
  return child
}
/** What it tells at its end; undefined where it ended without a word. */
const told = (child: ChildProcess): Promise<Told | undefined> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Told))
    child.once('exit', () => resolve(undefined))
  })
const stored = async (folder: string): Promise<number | undefined> => {
  const { root, close } = openLmdb(folder, [], { readOnly: true })
  const value = root.getBinary(Buffer.from('n'))?.readDoubleLE(0)
  await close()
  return value
}

describe('an environment that processes open while another commits', () => {
  beforeAll(build)

  it('keeps every commit, however often it is opened for reading or writing', async () => {
    const folder = testFolder()
    const child = await committer(folder)
    for (let i = 0; i < 300; i++) await openLmdb(folder, [], { readOnly: i % 2 === 0 }).close()
    const end = told(child)
    child.send('end')
    expect(await end).toEqual({ undone: false, last: await stored(folder) })
  })

  it('would lose commits, or the process that makes them, were it opened out of turn: where this hangs, turns are needed no more', async () => {
    const folder = testFolder()
    const child = await committer(folder)
    let ended = false
    const end = told(child).finally(() => {
      ended = true
    })
    while (!ended) {
      await open({ path: folder, noSubdir: false, overlappingSync: false }).close()
      await setImmediate()
    }
    expect((await end)?.undone).not.toBe(false)
  })

  it('is opened when the process that was at it is killed in its turn', async () => {
    const folder = testFolder()
    for (let i = 0; i < 10; i++) {
      const child = await committer(folder)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      const { change, close } = openLmdb(folder, [])
      expect(change(() => 'whole')).toBe('whole')
      await close()
    }
  })
})

describe('the turns at an environment', () => {
  beforeAll(build)

  it('are an environment in which nothing is ever written', async () => {
    const folder = testFolder()
    const file = join(folder, 'turns', 'data.mdb')
    await openLmdb(folder, []).close()
    const before = readFileSync(file)
    const { root, tables, change, close } = openLmdb(folder, ['table'])
    change(() => tables.table.putSync(Buffer.from('a'), Buffer.from('b')))
    expect(root.getKeysCount()).toBe(1)
    await close()
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(join(folder, 'turns')).sort()).toEqual(['data.mdb', 'lock.mdb'])
  })

  it('end with a change that fails, which leaves nothing', async () => {
    const { root, change, close } = openLmdb(testFolder(), [])
    const failing = () =>
      change(() => {
        root.putSync(Buffer.from('a'), Buffer.from('b'))
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(root.getKeysCount()).toBe(0)
    change(() => root.putSync(Buffer.from('a'), Buffer.from('c')))
    expect(root.getBinary(Buffer.from('a'))?.toString()).toBe('c')
    await close()
  })

  it.each(['with', 'without'])('are not asked of who may only read, %s a folder for them', async (turns) => {
    const folder = testFolder()
    const { root, change, close } = openLmdb(folder, [])
    change(() => root.putSync(Buffer.from('n'), Buffer.from('7')))
    await close()
    if (turns === 'without') rmSync(join(folder, 'turns'), { recursive: true })
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    for (const path of [folder, ...files]) chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444)
    const script = fileURLToPath(new URL('only-reads.mjs', import.meta.url))
    expect(execFileSync(process.execPath, [script, folder], { encoding: 'utf8' })).toBe('7')
    for (const path of [folder, ...files]) chmodSync(path, 0o755)
  })

  it('say what to do where the last process took their locks down at this moment', async () => {
    const folder = testFolder()
    const child = await committer(folder)
    child.kill('SIGSTOP')
    // As a mutex is when it was destroyed, all of them: everything in the file behind its head.
    const lock = openSync(join(folder, 'turns', 'lock.mdb'), 'r+')
    writeSync(lock, Buffer.alloc(168, 0xff), 0, 168, 24)
    closeSync(lock)
    expect(() => openLmdb(folder, [])).toThrow(`${folder} was being closed by another process at this moment: try again`)
  })
})
