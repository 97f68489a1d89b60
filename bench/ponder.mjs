// Ponder, indexing the events of the demo token from a node, in a process of its own: how long its historical sync and indexing take.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, root } from '../tools/setup.mjs'

const folder = join(root, 'bench/peers')
/** Past this the peer is stuck, not slow. */
const timeoutMs = 300_000
const pollMs = 100

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const text = async (url) => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}
const gauge = (metrics, name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(metrics ?? '')?.[1] ?? Number.NaN)

const startPonder = async (settings) => {
  const port = String(await freePort())
  const command = [join(folder, 'node_modules/ponder/dist/esm/bin/ponder.js'), 'start', '--schema', 'bench']
  const child = spawn(process.execPath, [...command, '--hostname', '127.0.0.1', '--port', port], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings, PONDER_TELEMETRY_DISABLED: '1' },
  })
  let output = ''
  const keep = (part) => {
    output = (output + part).slice(-4_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const gone = new Promise((resolve) => child.on('close', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    /** When the condition first held. */
    until: async (what, holds) => {
      const deadline = performance.now() + timeoutMs
      while (!(await holds())) {
        if (child.exitCode !== null || performance.now() > deadline) throw new Error(`Ponder did not ${what}: ${output}`)
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
      return performance.now()
    },
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Rows indexed, and the seconds from the start of its history to being ready: its start-up and compiling are not counted. */
export const indexWithPonder = async ({ url: rpc, chainId, contract, lastBlock }) => {
  install('bench/peers')
  const data = mkdtempSync(join(tmpdir(), 'ownscan-bench-ponder-'))
  const { url, until, stop } = await startPonder({
    BENCH_DATA: data,
    BENCH_RPC: rpc,
    BENCH_CHAIN: String(chainId),
    BENCH_CONTRACT: contract,
    BENCH_LAST_BLOCK: String(lastBlock),
  })
  try {
    const begun = async () => gauge(await text(`${url}/metrics`), 'ponder_historical_start_timestamp_seconds') > 0
    const started = await until('start its history', begun)
    const ended = await until('get ready', async () => (await text(`${url}/ready`)) !== undefined)
    const seconds = (ended - started) / 1_000
    const rows = JSON.parse((await text(`${url}/rows`)) ?? '[]')[0]?.rows
    if (!(rows > 0)) throw new Error('Ponder says that it is ready, but has no rows')
    return { seconds, rows }
  } finally {
    await stop()
    for (const made of [data, ...['.ponder', 'generated', 'ponder-env.d.ts'].map((name) => join(folder, name))])
      rmSync(made, { recursive: true, force: true })
  }
}
