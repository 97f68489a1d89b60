import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { shared } from '../shared.ts'

/** The node that replays real mainnet blocks, in a process of its own. */
export const startReplayNode = async (...args: readonly string[]): Promise<{ url: string; close: () => Promise<void> }> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('tools/replay-node.mjs', shared.folder)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { url, close: () => ended(child) }
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
