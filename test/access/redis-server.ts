import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { testFolder } from '../folder.ts'

/** A real redis-server, installed from the distribution where that is possible; undefined, with a word about it, where it is not. */
const find = (): string | undefined => {
  const found = (): boolean => spawnSync('redis-server', ['--version']).status === 0
  if (!found() && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    // The package would start a server of its own; it is told not to.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    const options = { env, stdio: 'ignore', timeout: 90_000 } as const
    if (spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], options).status !== 0) {
      spawnSync('apt-get', ['update'], options)
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], options)
    }
  }
  if (found()) return 'redis-server'
  console.warn('tests with a real Redis server are skipped: redis-server is not there and cannot be installed')
  return undefined
}

export const redisServer = find()

export interface TestRedis {
  readonly url: string
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly command: (...words: readonly string[]) => string
}

/** A server of the test's own, on a free port, gone after it. */
export const startRedis = async (): Promise<TestRedis> => {
  const port = await freePort()
  const folder = testFolder()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--requirepass', 'secret'],
      { stdio: 'ignore' },
    )
    for (let i = 0; i < 200 && !(await answers(port)); i++) await new Promise((resolve) => setTimeout(resolve, 25))
  }
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(stop)
  await start()
  const command = (...words: readonly string[]): string =>
    execFileSync('redis-cli', ['-p', String(port), '-a', 'secret', '--no-auth-warning', ...words], { encoding: 'utf8' })
  return { url: `redis://:secret@127.0.0.1:${port}/1`, start, stop, command }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
