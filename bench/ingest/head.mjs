// How long after a node shows a new block the store answers with it, on the demo chain, in milliseconds. Arguments: a folder, blocks to wait for.

import { startDemo } from '../../dist/demo/start.js'
import { chainClient, knownChain } from '../../dist/ingest/parts.js'
import { runIndexer } from '../../dist/ingest/run.js'
import { createLogger } from '../../dist/log/logger.js'
import { openLmdbStore } from '../../dist/store/lmdb/open.js'

const [folder, wanted] = [process.argv[2], Number(process.argv[3])]
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const demo = await startDemo({ log: () => {}, blockTimeSeconds: 1 })
const store = openLmdbStore(folder, { mode: 'write' })
const ending = new AbortController()
const log = createLogger({ level: 'error', format: 'text' })
const parts = { store, chainFor: knownChain, clientFor: (chain, chainLog) => chainClient(chain, chainLog) }
const ended = runIndexer({ chains: [demo.chain] }, parts, { signal: ending.signal, log })
const nodeHead = async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const response = await fetch(demo.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return Number((await response.json()).result)
}
const storeHead = () => store.snapshot(demo.chainId)?.state.head ?? -1

while (storeHead() < 0) await pause(20)
const lags = []
let known = await nodeHead()
while (lags.length < wanted) {
  const head = await nodeHead()
  if (head <= known) {
    await pause(5)
    continue
  }
  known = head
  const seen = performance.now()
  while (storeHead() < head) await pause(2)
  lags.push(performance.now() - seen)
}
ending.abort()
await ended
await store.close()
await demo.stop()
console.log(JSON.stringify(lags.map(Math.round).sort((a, b) => a - b)))
