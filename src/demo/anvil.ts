import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A node process of ours. */
export interface LocalNode {
  readonly url: string
  /** Settles when the process is gone: with nothing after `stop`, with the reason else. */
  readonly ended: Promise<Error | undefined>
  stop(): Promise<void>
}

/** Names of platforms as the packages with the node's binary spell them. */
const platforms: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
}

/** A node is up in a fraction of a second; on a machine so loaded that this is not enough, nothing else works either. */
const startTimeoutMs = 30_000
/** Of what the node prints, so much is kept for the message in case it fails. */
const keptOutputCharacters = 2_000

/**
 * The keeper stands between us and the node: it ends the node as soon as its standard input closes, which also happens when we are killed and can no
 * longer clean up. A process group of its own keeps the terminal's Ctrl-C from ending the node before the service has said goodbye.
 */
const keeper = `
const [binary, ...args] = process.argv.slice(1)
const node = require('node:child_process').spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true })
const end = () => node.kill('SIGKILL')
console.log('process ' + node.pid)
node.on('error', (error) => { console.error(error.message); process.exit(1) })
node.on('exit', (code) => process.exit(code ?? 0))
process.stdin.on('end', end).on('close', end).on('error', end).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
`

const binaryPath = (): string => {
  const platform = platforms[`${process.platform}-${process.arch}`]
  const refuse = (reason: string): never => {
    throw new Error(`the demo chain cannot run here: ${reason}; give a node of yours instead: --rpc CHAIN=URL`)
  }
  if (platform === undefined) return refuse(`its node has no build for ${process.platform} on ${process.arch}`)
  try {
    const own = createRequire(import.meta.url)
    // The binary's package is the wrapper's dependency, not ours: it is found from there.
    const path = createRequire(own.resolve('@foundry-rs/anvil/package.json')).resolve(
      `@foundry-rs/anvil-${platform}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`,
    )
    return existsSync(path) ? path : refuse(`${path} is missing`)
  } catch {
    return refuse(`the package @foundry-rs/anvil-${platform} is not installed`)
  }
}

const endProcess = (id: string | undefined): void => {
  if (id === undefined) return
  try {
    process.kill(Number(id), 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Starts anvil on a free port of loopback; resolves once it listens. */
export const launchAnvil = async (args: readonly string[]): Promise<LocalNode> => {
  const command = [binaryPath(), '--host', '127.0.0.1', '--port', '0', ...args]
  const child = spawn(process.execPath, ['-e', keeper, ...command], { stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true })
  let opening = ''
  let output = ''
  let stopping = false
  const ended = new Promise<Error | undefined>((resolve) => {
    child.on('error', resolve)
    // A keeper that was killed could not end the node: then the node is ours to end, and the pipes it holds close with it.
    child.on('exit', (_, signal) => signal !== null && endProcess(/^process (\d+)$/m.exec(opening)?.[1]))
    child.on('close', (code) =>
      resolve(
        stopping ? undefined : new Error(`the demo node ended by itself (code ${code}): ${output.trim().slice(-300) || 'it said nothing'}`),
      ),
    )
  })
  const stop = async (): Promise<void> => {
    stopping = true
    child.stdin.destroy()
    await ended
  }
  // A pipe that breaks because the keeper is gone is told by its end.
  child.stdin.on('error', () => {})
  const port = new Promise<string>((resolve) => {
    const read = (text: Buffer): void => {
      output = (output + text.toString()).slice(-keptOutputCharacters)
      if (opening.length < keptOutputCharacters) opening += text.toString()
      const listening = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (listening) resolve(listening)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const late = new Promise<Error>((resolve) => {
    const timer = setTimeout(() => resolve(new Error(`the demo node did not listen within ${startTimeoutMs / 1_000} s`)), startTimeoutMs)
    void Promise.race([port, ended]).then(() => clearTimeout(timer))
  })
  const first = await Promise.race([port, ended, late])
  if (typeof first !== 'string') {
    await stop()
    throw first ?? new Error('the demo node was stopped while it started')
  }
  return { url: `http://127.0.0.1:${first}`, ended, stop }
}
