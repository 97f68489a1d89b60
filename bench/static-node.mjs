// A node that answers from memory, in a thread of its own: it holds a whole chain as JSON text, so that indexers wait for themselves and not for it.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Serves blocks with their receipts, ascending from block 0. `count` tells the calls and requests taken since it was last asked. */
export const serveStatic = async (chainId, entries) => {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { chainId, entries } })
  const port = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  const count = () =>
    new Promise((resolve) => {
      worker.once('message', resolve)
      worker.postMessage('count')
    })
  return { url: `http://127.0.0.1:${port}`, count, stop: () => worker.terminate() }
}

const serve = ({ chainId, entries }) => {
  const stored = entries.map(({ block, receipts }) => ({
    full: JSON.stringify(block),
    light: JSON.stringify({ ...block, transactions: block.transactions.map(({ hash }) => hash) }),
    receipts: JSON.stringify(receipts),
    logs: receipts.flatMap(({ logs }) =>
      logs.map((log) => ({ address: log.address.toLowerCase(), topics: log.topics, text: JSON.stringify(log) })),
    ),
  }))
  const heights = new Map(entries.map(({ block }, height) => [block.hash, height]))
  const byTransaction = new Map(
    entries.flatMap(({ block, receipts }) =>
      receipts.map((receipt, index) => [
        receipt.transactionHash,
        { receipt: JSON.stringify(receipt), transaction: JSON.stringify(block.transactions[index]) },
      ]),
    ),
  )
  const head = entries.length - 1
  const quantity = (value) => `"0x${value.toString(16)}"`
  const height = (tag) => {
    if (typeof tag === 'object' && tag !== null) return height(tag.blockHash ?? tag.blockNumber)
    if (tag === 'earliest') return 0
    if (!/^0x/.test(tag ?? '')) return head
    return tag.length === 66 ? heights.get(tag) : Number(tag)
  }
  const fits = (log, { address, topics = [] }) =>
    (!address || [address].flat().some((one) => one.toLowerCase() === log.address)) &&
    topics.every((topic, at) => topic === null || [topic].flat().includes(log.topics[at]))
  const logs = (filter) => {
    const from = filter.blockHash ? heights.get(filter.blockHash) : height(filter.fromBlock)
    const to = filter.blockHash ? from : height(filter.toBlock)
    const found = stored.slice(from, to + 1).flatMap((entry) => entry.logs.filter((log) => fits(log, filter)))
    return `[${found.map(({ text }) => text).join()}]`
  }
  const block = (tag, full) => stored[height(tag)]?.[full ? 'full' : 'light'] ?? 'null'
  const methods = {
    web3_clientVersion: () => '"static/1"',
    net_version: () => `"${chainId}"`,
    eth_chainId: () => quantity(chainId),
    eth_blockNumber: () => quantity(head),
    eth_syncing: () => 'false',
    eth_getBlockByNumber: ([tag, full]) => block(tag, full),
    eth_getBlockByHash: ([hash, full]) => block(hash, full),
    eth_getBlockReceipts: ([tag]) => stored[height(tag)]?.receipts ?? 'null',
    eth_getTransactionByHash: ([hash]) => byTransaction.get(hash)?.transaction ?? 'null',
    eth_getTransactionReceipt: ([hash]) => byTransaction.get(hash)?.receipt ?? 'null',
    eth_getLogs: ([filter]) => logs(filter),
    eth_call: () => '"0x"',
  }
  const answer = ({ id, method, params }) => {
    const result = methods[method]?.(params ?? [])
    const outcome = result === undefined ? '"error":{"code":-32601,"message":"the method does not exist"}' : `"result":${result}`
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},${outcome}}`
  }
  let taken = { calls: 0, requests: 0 }
  parentPort.on('message', () => {
    parentPort.postMessage(taken)
    taken = { calls: 0, requests: 0 }
  })
  createServer(async (request, response) => {
    const parts = []
    for await (const part of request) parts.push(part)
    const call = JSON.parse(Buffer.concat(parts).toString())
    taken.requests++
    taken.calls += Array.isArray(call) ? call.length : 1
    const body = Array.isArray(call) ? `[${call.map(answer).join()}]` : answer(call)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }).listen(0, '127.0.0.1', function () {
    parentPort.postMessage(this.address().port)
  })
}

if (!isMainThread && workerData?.entries) serve(workerData)
