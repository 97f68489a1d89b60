import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { root } from '../built.ts'

/** The program as a user runs it. */
export interface RunningProgram {
  readonly child: ChildProcess
  readonly port: number
  readonly url: string
  /** The key of a first start. */
  readonly key: string
  readonly stdout: () => string
  readonly stderr: () => string
  /** Settles with the exit code. */
  readonly ended: Promise<number | null>
}

/** Starts `ownscan …` and waits until it listens; whatever the test leaves running is killed. */
export const startProgram = async (args: readonly string[]): Promise<RunningProgram> => {
  const child = spawn(process.execPath, ['bin/ownscan.mjs', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const answering = /Ownscan answers at (http:\S+:(\d+))/
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    const look = (): void => {
      const match = answering.exec(stdout)
      if (match !== null) resolve(match)
    }
    child.stdout.on('data', look)
    void ended.then((code) => reject(new Error(`the program ended with ${code}:\n${stdout}\n${stderr}`)))
  })
  return {
    child,
    port: Number(found[2]),
    url: found[1] ?? '',
    key: /osk_\w+/.exec(stdout)?.[0] ?? '',
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
  }
}
