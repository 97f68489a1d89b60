import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { shared } from '../shared.ts'

export interface ReplayNode {
  readonly url: string
  stop(): Promise<void>
}

/** The shared material's node, which replays real mainnet blocks. */
export const startReplayNode = async (...args: readonly string[]): Promise<ReplayNode> => {
  const script = fileURLToPath(new URL('tools/replay-node.mjs', shared.folder))
  const child: ChildProcess = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.stdout === null) throw new Error('the replay node has no output')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve)
    child.once('exit', () => reject(new Error('the replay node ended before it listened')))
  })
  return {
    url,
    stop: () => {
      child.kill('SIGKILL')
      return gone
    },
  }
}
