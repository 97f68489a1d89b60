// How fast blocks arrive: the client against the least code that could fetch the same blocks from the same node, and what parsing takes of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { createChainClient } from '../dist/rpc/client.js'
import { parseBody } from '../dist/rpc/parse.js'

const nodeScript = new URL('../../shared/tools/replay-node.mjs', import.meta.url)
/** The contiguous run of real blocks. */
const [first, last] = [14_000_000, 14_000_012]
const blocks = last - first + 1
const passes = 6
const rounds = 5
const concurrency = 8

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const secondsOf = async (work) => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

const startNode = async () => {
  const child = spawn(process.execPath, [fileURLToPath(nodeScript), '--from', String(first), '--to', String(last)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url, stop: () => child.kill() }
}

const callsFor = (number) =>
  JSON.stringify([
    { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, true] },
    { jsonrpc: '2.0', id: 2, method: 'eth_getBlockReceipts', params: [`0x${number.toString(16)}`] },
  ])

const post = async (pool, body) => {
  const response = await pool.request({ path: '/', method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return Buffer.from(await response.body.arrayBuffer())
}

/** Requests and JSON.parse, several at once, nothing else: no order, no checks, no second node. Pass by pass, as the client has to. */
const bareLoop = async (pool) => {
  for (let pass = 0; pass < passes; pass++) {
    const numbers = Array.from({ length: blocks }, (_, index) => last - index)
    const take = async () => {
      for (let number = numbers.pop(); number !== undefined; number = numbers.pop())
        JSON.parse((await post(pool, callsFor(number))).toString())
    }
    await Promise.all(Array.from({ length: concurrency }, take))
  }
}

const clientLoop = async (client) => {
  for (let pass = 0; pass < passes; pass++)
    for await (const { value } of client.blocks(first, last)) if (value.receipts.length === 0) throw new Error('a block without receipts')
}

/** Ways from bytes to values, over the bodies of all blocks. */
const parsers = {
  'as the client does it': (body) => parseBody(body).json,
  'by way of UTF-8': (body) => JSON.parse(body.toString('utf8')),
}

export const measure = async ({ note }) => {
  if (!existsSync(nodeScript)) {
    note('skipped: the node with real blocks (../shared/tools/replay-node.mjs) is not there')
    return []
  }
  const node = await startNode()
  const pool = new Pool(node.url, { connections: concurrency })
  const endpoint = { url: node.url, headers: {}, rateCap: undefined, archive: undefined }
  const client = createChainClient({
    chainId: 1,
    endpoints: [endpoint],
    startBlock: 0,
    index: ['transfers', 'blocks'],
    finalityDepth: undefined,
    concurrency,
    quirks: [],
    custom: undefined,
  })
  try {
    const bodies = await Promise.all(Array.from({ length: blocks }, (_, index) => post(pool, callsFor(first + index))))
    const megabytes = bodies.reduce((sum, body) => sum + body.length, 0) / 1e6
    note(`${blocks} blocks, ${megabytes.toFixed(1)} MB of JSON, ${passes} passes, ${concurrency} at once, median of ${rounds}`)
    await clientLoop(client)
    await bareLoop(pool)
    const seconds = { client: [], bare: [], ...Object.fromEntries(Object.keys(parsers).map((name) => [name, []])) }
    for (let round = 0; round < rounds; round++) {
      seconds.client.push(await secondsOf(() => clientLoop(client)))
      seconds.bare.push(await secondsOf(() => bareLoop(pool)))
      // In turns, so that none always pays for what the one before left behind.
      const inTurn = Object.entries(parsers).toSorted(() => (round % 2 === 0 ? 1 : -1))
      for (let pass = 0; pass < passes; pass++)
        for (const [name, parse] of inTurn) seconds[name].push(await secondsOf(async () => bodies.map(parse)))
    }
    const perSecond = (name) => (blocks * passes) / median(seconds[name])
    return [
      {
        name: 'rpc: mainnet blocks with receipts downloaded and parsed',
        value: perSecond('client'),
        unit: 'blocks/s',
        target: null,
        better: 'higher',
      },
      {
        name: 'rpc: the same, as a share of a bare loop on the same node',
        value: perSecond('client') / perSecond('bare'),
        unit: '×',
        target: 0.9,
        better: 'higher',
      },
      ...Object.keys(parsers).map((name) => ({
        name: `rpc: parsing bodies in memory, ${name}`,
        value: megabytes / median(seconds[name]),
        unit: 'MB/s',
        target: null,
        better: 'higher',
      })),
    ]
  } finally {
    await client.close()
    await pool.close()
    node.stop()
  }
}
