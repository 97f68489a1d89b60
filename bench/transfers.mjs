// Transfers alone, three ways: the receipts of every block, every header and the receipts of those blocks whose bloom leaves room, ranged logs and the receipts
// of the blocks they name. How many calls each takes and how fast it is, on a quiet chain and on a busy one, of the same node, in one run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillBlocks } from '../dist/ingest/fill-blocks.js'
import { fillHeaders } from '../dist/ingest/fill-headers.js'
import { fillLogs } from '../dist/ingest/fill-logs.js'
import { limits } from '../dist/ingest/limits.js'
import { createMeter } from '../dist/ingest/meter.js'
import { chainClient, knownChain } from '../dist/ingest/parts.js'
import { createBell, createLock } from '../dist/ingest/pause.js'
import { createLogger } from '../dist/log/logger.js'
import { openLmdbStore } from '../dist/store/lmdb/open.js'
import { chainId, startBusyNode } from './busy-node.mjs'

const blocks = 1000
const deedsPerBlock = 8
const rounds = 5
const ways = { receipts: fillBlocks, headers: fillHeaders, logs: fillLogs }
/** Of how many blocks one holds transfers. */
const chains = { quiet: 50, busy: 1 }
const datasets = ['transfers']

export const measure = async ({ note }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ownscan-bench-'))
  const store = openLmdbStore(folder, { mode: 'write' })
  const figures = []
  try {
    for (const [name, every] of Object.entries(chains)) figures.push(...(await chainFigures(store, name, every, note)))
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

/** Chains of the store, one for each fill. */
let opened = 0

const chainFigures = async (store, name, every, note) => {
  const node = await startBusyNode({ blocks, deedsPerBlock, every })
  const took = Object.fromEntries(Object.keys(ways).map((way) => [way, { ms: [], calls: 0, requests: 0, rows: 0 }]))
  try {
    // The first round is not counted: the compiler has seen all of it by then. The ways take turns, so that what else the machine does meets all of them.
    for (let round = 0; round <= rounds; round++) {
      for (const [way, fill] of Object.entries(ways)) {
        const { ms, ...counted } = await fillOnce(store, node, fill)
        if (round > 0) took[way].ms.push(ms)
        Object.assign(took[way], counted)
      }
    }
  } finally {
    await node.stop()
  }
  note(
    `${name}: one block in ${every} holds transfers; ${took.receipts.rows} rows each way: ${Object.values(took).every(({ rows }) => rows === took.receipts.rows)}`,
  )
  return Object.entries(took).flatMap(([way, { ms, calls, requests }]) => [
    figure(`${name} chain, ${way}: calls per 1,000 blocks`, calls, 'calls', 'lower'),
    figure(`${name} chain, ${way}: requests per 1,000 blocks`, requests, 'requests', 'lower'),
    figure(
      `${name} chain, ${way}: speed, median of ${rounds}`,
      (blocks * 1000) / ms.sort((a, b) => a - b)[rounds >> 1],
      'blocks/s',
      'higher',
    ),
  ])
}

const figure = (name, value, unit, better) => ({ name, value, unit, target: null, better })

const fillOnce = async (store, node, fill) => {
  const config = { chainId, endpoints: [{ url: node.url, headers: {} }], startBlock: 0, index: datasets, concurrency: 16, quirks: [] }
  const log = createLogger({ level: 'error', format: 'text' })
  const client = chainClient(config, log)
  const storeChainId = 1_000_000 + opened++
  store.openChain(storeChainId, 0)
  const chain = {
    chainId: storeChainId,
    name: 'bench',
    datasets,
    startBlock: 0,
    client,
    store,
    examiner: knownChain(config).examiner,
    meter: createMeter(),
    log,
    limits,
    signal: new AbortController().signal,
    lock: createLock(),
    gapBell: createBell(),
    tokenBell: createBell(),
  }
  try {
    await client.head()
    // The range ends at the node's head as far as the fill knows: there is no header above to ask for.
    chain.meter.head = { number: blocks, timestamp: 0 }
    await node.count()
    const started = performance.now()
    await fill(chain, { from: 1, to: blocks, datasets })
    return { ms: performance.now() - started, ...(await node.count()), rows: chain.meter.rows }
  } finally {
    await client.close()
  }
}
