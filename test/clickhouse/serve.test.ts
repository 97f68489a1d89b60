import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClickHouseWriter } from '../../src/store/clickhouse/store.ts'
import { build } from '../built.ts'
import { Chdb, chdbPresent } from '../engines/chdb.mjs'
import { address } from '../store/chain.ts'
import { batchOf } from '../store/suite.ts'
import { serveChdb } from './http-server.ts'

const program = fileURLToPath(new URL('../../bin/ownscan.mjs', import.meta.url))
const chainId = 7

/** An API node on the shared store; resolves with its address once it listens. */
const startNode = async (storeUrl: string, data: string): Promise<{ readonly url: string; readonly child: ChildProcess }> => {
  const flags = ['--store', 'clickhouse', '--clickhouse-url', storeUrl, '--data', data, '--port', '0', '--workers', '1']
  const child = spawn(process.execPath, [program, 'serve', ...flags, '--auth', 'off', '--log-format', 'json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) if (stream === null) throw new Error('the node has no output')
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the node ended with code ${code}`)))
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null)
        createInterface({ input: stream }).on('line', (line) => {
          const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
          if (line.includes('listening') && url !== undefined) resolve({ url, child })
        })
  })
}

describe.skipIf(!chdbPresent)('two API nodes on one ClickHouse store', () => {
  const folders: string[] = []
  const children: ChildProcess[] = []
  const chdb = chdbPresent ? new Chdb() : undefined
  let served: Awaited<ReturnType<typeof serveChdb>>
  beforeAll(async () => {
    build()
    if (chdb !== undefined) served = await serveChdb(chdb)
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    served?.server.closeAllConnections()
    served?.server.close()
    chdb?.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('answer alike, and when one is killed under load no answer is wrong or partial', async () => {
    const storeUrl = served.url(chdb?.database() ?? '')
    const writer = await openClickHouseWriter(storeUrl, { times: { ttlMs: 60_000, settleMs: 0 } })
    await writer.openChain(chainId, 0)
    await writer.commit(batchOf(0, 59))
    await writer.close()
    const nodes = await Promise.all(
      [0, 1].map(async () => {
        const folder = mkdtempSync(join(tmpdir(), 'ownscan-node-'))
        folders.push(folder)
        const node = await startNode(storeUrl, folder)
        children.push(node.child)
        return node
      }),
    )
    const path = `/v2/api?chainid=${chainId}&module=account&action=token1155tx&address=${address(1)}&startblock=0&endblock=59&offset=50`
    const ask = async (url: string): Promise<string> => (await fetch(url + path)).text()
    const [first, second] = nodes
    if (first === undefined || second === undefined) throw new Error('a node is missing')
    const expected = await ask(first.url)
    expect(expected).toContain('"status":"1","message":"OK"')

    const answers: string[] = []
    const lost: string[] = []
    const load = async (url: string): Promise<void> => {
      for (let call = 0; call < 25; call++)
        await ask(url).then(
          (text) => answers.push(text),
          () => lost.push(url),
        )
    }
    const under = Promise.all([first, first, second, second].map(({ url }) => load(url)))
    setTimeout(() => first.child.kill('SIGKILL'), 100)
    await under
    expect(new Set(answers)).toEqual(new Set([expected]))
    expect(lost.every((url) => url === first.url)).toBe(true)
    expect(answers.length).toBeGreaterThanOrEqual(50)
  })
})
