// Reads the same real blocks again and again from one node, in turn only downloading and parsing them, and taking them all the way into a store.
// Arguments: the node's URL, a folder, first block, last block, rounds. Prints what it took as JSON.

import { fillBlocks } from '../../dist/ingest/fill-blocks.js'
import { limits } from '../../dist/ingest/limits.js'
import { createMeter } from '../../dist/ingest/meter.js'
import { chainClient, knownChain } from '../../dist/ingest/parts.js'
import { createBell, createLock } from '../../dist/ingest/pause.js'
import { createLogger } from '../../dist/log/logger.js'
import { openLmdbStore } from '../../dist/store/lmdb/open.js'

const [url, folder, from, to, rounds] = [process.argv[2], process.argv[3], ...process.argv.slice(4).map(Number)]
const warmUpRounds = 4
const datasets = ['transfers', 'blocks']
const config = {
  chainId: 1,
  endpoints: [{ url, headers: {} }],
  startBlock: 0,
  index: datasets,
  concurrency: 16,
  quirks: [],
}
const log = createLogger({ level: 'error', format: 'text' })
const client = chainClient(config, log)
const store = openLmdbStore(folder, { mode: 'write' })
const { signal } = new AbortController()

const download = async () => {
  let blocks = 0
  for await (const { value } of client.blocks(from, to, { signal })) blocks += value.block.hash.length > 0 ? 1 : 0
  return blocks
}

const ingest = async (round) => {
  const chainId = 1000 + round
  store.openChain(chainId, 0)
  const chain = {
    chainId,
    name: 'bench',
    datasets,
    startBlock: 0,
    finalityDepth: 64,
    client,
    store,
    examiner: knownChain(config).examiner,
    finality: { latest: async () => undefined },
    meter: createMeter(),
    log,
    limits,
    signal,
    lock: createLock(),
    gapBell: createBell(),
    tokenBell: createBell(),
  }
  // The next header is not this bench's to fetch: the range ends at the node's head as far as the fill knows.
  chain.meter.head = { number: to, timestamp: 0 }
  await fillBlocks(chain, { from, to, datasets })
  return chain.meter.rows
}

await client.head()
// Long runs are what is measured: the compiler has seen all of it by then.
for (let round = -warmUpRounds; round < 0; round++) {
  await download()
  await ingest(warmUpRounds + rounds + 1 + round)
}
let [downloadMs, ingestMs, rows] = [0, 0, 0]
for (let round = 1; round <= rounds; round++) {
  const started = performance.now()
  await download()
  const between = performance.now()
  rows += await ingest(round)
  downloadMs += between - started
  ingestMs += performance.now() - between
}
await client.close()
await store.close()
const blocks = rounds * (to - from + 1)
console.log(JSON.stringify({ blocks, rows, downloadMs, ingestMs, maxRssMb: process.resourceUsage().maxRSS / 1024 }))
