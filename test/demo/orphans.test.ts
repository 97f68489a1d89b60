import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { build, root } from '../built.ts'
import { until } from './ask.ts'
import { alive, descendants } from './processes.ts'

/** Starts the demo as the built program does and prints what becomes of it. */
const program = `
const { startDemo } = await import(${JSON.stringify(pathToFileURL(join(root, 'dist/demo/start.js')).href)})
const demo = await startDemo({ log: () => {} })
console.log('up')
const reason = await demo.ended
console.log('ended: ' + reason?.message)
`
let parent: ChildProcess | undefined
beforeAll(build)
afterEach(() => parent?.kill('SIGKILL'))

const start = async (): Promise<{ readonly process: ChildProcess; readonly output: () => string }> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  parent = child
  let text = ''
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString()
  })
  await until(async () => text.includes('up'))
  return { process: child, output: () => text }
}

describe.skipIf(process.platform === 'win32')('processes of the demo', () => {
  it('end when their parent is killed', async () => {
    const { process: child } = await start()
    const family = descendants(child.pid)
    expect(family.length).toBe(2)
    child.kill('SIGKILL')
    await until(async () => !family.some(alive), 20)
  })

  it('end when the one between parent and node is killed, and the reason is told', async () => {
    const { process: child, output } = await start()
    const [keeper = 0, node = 0] = descendants(child.pid)
    process.kill(keeper, 'SIGKILL')
    await until(async () => !alive(node), 20)
    await until(async () => output().includes('ended: the demo node ended by itself'), 20)
  })

  it('end with the reason told when the node is killed', async () => {
    const { process: child, output } = await start()
    const [, node = 0] = descendants(child.pid)
    process.kill(node, 'SIGKILL')
    await until(async () => output().includes('ended: the demo node ended by itself'), 20)
    expect(await until(async () => child.exitCode ?? false, 20)).toBe(0)
  })
})
