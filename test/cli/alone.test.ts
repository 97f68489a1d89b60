import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../built.ts'
import { testFolder } from '../folder.ts'

/** Appends `+` when it begins and `-` when it ends: overlapping work would show as `++`. */
const script = (file: string, log: string): string => `
  import { appendFileSync } from 'node:fs'
  import { alone } from './tools/alone.mjs'
  alone(${JSON.stringify(file)}, () => alone(${JSON.stringify(file)}, () => {
    appendFileSync(${JSON.stringify(log)}, '+')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    appendFileSync(${JSON.stringify(log)}, '-')
  }))`

const run = (source: string): Promise<number | null> =>
  new Promise((resolve) => {
    spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: root, stdio: 'ignore' }).once('exit', resolve)
  })

describe('one set-up at a time', () => {
  it('commands started side by side take turns', async () => {
    const folder = testFolder()
    const [file, log] = [join(folder, 'new', 'running'), join(folder, 'log')]
    expect(await Promise.all([1, 2, 3, 4].map(() => run(script(file, log))))).toEqual([0, 0, 0, 0])
    expect(readFileSync(log, 'utf8')).toBe('+-+-+-+-')
    expect(existsSync(file)).toBe(false)
  })

  it('one that was killed holds up nobody', async () => {
    const folder = testFolder()
    const [file, log] = [join(folder, 'running'), join(folder, 'log')]
    // The highest number a process can have, and more than any machine runs.
    writeFileSync(file, '4194303')
    expect(await run(script(file, log))).toBe(0)
    expect(readFileSync(log, 'utf8')).toBe('+-')
  })
})
