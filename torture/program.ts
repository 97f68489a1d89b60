import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Where the project is, from the sources as from their compiled form. */
export const root = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'bin/ownscan.mjs'))) {
    if (folder === dirname(folder)) throw new Error('the project cannot be found above this file')
    folder = dirname(folder)
  }
  return folder
})()

/** The program as a user runs it, in a group of processes of its own, so that all of it can be killed at one instant. */
export interface Program {
  readonly pid: number
  /** Everything written so far, standard output and error together. */
  readonly output: () => string
  /** Settles with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Settles once the service takes requests. */
  readonly listening: Promise<Listening>
  /** Sends a signal to the group, or to the first process alone. */
  kill(signal: NodeJS.Signals, whom?: 'all' | 'supervisor'): void
  /** Waits until no process of the group is left; false where some stay. */
  gone(boundMs: number): Promise<boolean>
}

export interface Listening {
  readonly port: number
  /** Empty unless this was the first start. */
  readonly key: string
  readonly adminToken: string
}

/** Output beyond this is dropped: a service that logs in a loop must not take the memory of its judge. */
const outputLimit = 4 << 20

interface RunOptions {
  /** Run by the shell first, in the same process: limits, mostly. */
  readonly before?: string
  readonly env?: Readonly<Record<string, string>>
}

const running = new Set<number>()
process.once('exit', () => {
  for (const pid of running) killGroup(pid, 'SIGKILL')
})

export const runProgram = (args: readonly string[], { before, env = {} }: RunOptions = {}): Program => {
  const command = [process.execPath, join(root, 'bin/ownscan.mjs'), ...args]
  const [file = '', ...rest] = before === undefined ? command : ['sh', '-c', `${before}; exec "$@"`, 'sh', ...command]
  const child = spawn(file, rest, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const pid = child.pid ?? 0
  running.add(pid)
  let output = ''
  const ended = new Promise<number | string>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')))
  const listening = new Promise<Listening>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        if (output.length < outputLimit) output += chunk
        const port = /Ownscan answers at http:\S+?:(\d+)\n/.exec(output)?.[1]
        if (port !== undefined) resolve({ port: Number(port), key: first(output, /osk_\w+/), adminToken: first(output, /osa_\w+/) })
      })
    void ended.then((how) => reject(new Error(`the service ended with ${how} before it listened:\n${output.slice(-2000)}`)))
  })
  // Whoever waits for it hears of the failure; many kills come before anybody does.
  listening.catch(() => {})
  return {
    pid,
    output: () => output,
    ended,
    listening,
    kill: (signal, whom = 'all') => void (whom === 'all' ? killGroup(pid, signal) : child.kill(signal)),
    gone: (boundMs) => groupGone(pid, child, boundMs),
  }
}

const first = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? ''

const killGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return pid > 1 && process.kill(-pid, signal)
  } catch {
    return false
  }
}

const groupGone = async (pid: number, child: ChildProcess, boundMs: number): Promise<boolean> => {
  const end = performance.now() + boundMs
  while (killGroup(pid, 0) || (child.exitCode === null && child.signalCode === null)) {
    if (performance.now() > end) return false
    await wait(5)
  }
  running.delete(pid)
  return true
}
