// What checking costs: hashing, a whole mainnet block beside downloading and parsing it, signers of sealed headers. Real blocks where ../shared has
// them, made ones of the same size otherwise.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { rewardRules } from '../dist/chains/families.js'
import { checkBlock } from '../dist/evm/check-block.js'
import { headerHash } from '../dist/evm/header.js'
import { toIndexedBlock } from '../dist/evm/indexed-block.js'
import { keccak256 } from '../dist/evm/keccak.js'
import { receiptsRootAndBloom } from '../dist/evm/receipt.js'
import { recoverSealer } from '../dist/evm/seal.js'
import { transactionHash, transactionsRoot } from '../dist/evm/transaction.js'

const realBlocks = new URL('../../shared/data/blocks/mainnet/', import.meta.url)
const noble = new URL('../test/node_modules/@noble/hashes/sha3.js', import.meta.url)

const hex = (value) => `0x${value.toString(16)}`
const filled = (bytes, seed) =>
  `0x${Array.from({ length: bytes }, (_, i) => ((seed * 31 + i * 7) % 256).toString(16).padStart(2, '0')).join('')}`

/** A block as mainnet makes them: 200 transactions, 400 logs, roots true. */
const madeBlock = (seed) => {
  const shell = { blockHash: '0x', blockNumber: hex(seed) }
  const transactions = Array.from({ length: 200 }, (_, i) => {
    const bare = {
      ...shell,
      type: '0x2',
      chainId: '0x1',
      nonce: hex(i),
      gas: '0x30d40',
      maxFeePerGas: '0x6fc23ac00',
      maxPriorityFeePerGas: '0x3b9aca00',
      to: filled(20, i),
      value: '0x0',
      input: filled(400, i + seed),
      accessList: [],
      yParity: '0x1',
      r: filled(32, i + 1),
      s: filled(32, i + 2),
      transactionIndex: hex(i),
      from: filled(20, i + 9),
    }
    return { ...bare, hash: transactionHash(bare) }
  })
  const receipts = transactions.map(({ hash }, i) => ({
    ...shell,
    type: '0x2',
    transactionHash: hash,
    transactionIndex: hex(i),
    status: '0x1',
    gasUsed: '0xfde8',
    cumulativeGasUsed: hex(0xfde8 * (i + 1)),
    effectiveGasPrice: hex(0x3b9aca00 + 0x3b9aca00),
    logsBloom: filled(256, i),
    logs: [0, 1].map((j) => ({
      ...shell,
      address: filled(20, i),
      topics: [filled(32, j), filled(32, i), filled(32, i + 1)],
      data: filled(64, i),
      transactionHash: hash,
      transactionIndex: hex(i),
      logIndex: hex(2 * i + j),
      removed: false,
    })),
  }))
  const { root, bloom } = receiptsRootAndBloom(receipts)
  const header = {
    number: hex(seed),
    parentHash: filled(32, 1),
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    miner: filled(20, 3),
    stateRoot: filled(32, 4),
    transactionsRoot: transactionsRoot(transactions),
    receiptsRoot: root,
    logsBloom: bloom,
    difficulty: '0x0',
    gasLimit: '0x1c9c380',
    gasUsed: hex(0xfde8 * 200),
    timestamp: '0x64000000',
    extraData: '0x',
    mixHash: filled(32, 5),
    nonce: '0x0000000000000000',
    baseFeePerGas: '0x3b9aca00',
    uncles: [],
  }
  const blockHash = headerHash(header)
  const placed = (item) => ({ ...item, blockHash })
  const block = { ...header, hash: blockHash, transactions: transactions.map(placed) }
  return { block, receipts: receipts.map((receipt) => ({ ...placed(receipt), logs: receipt.logs.map(placed) })) }
}

const texts = () => {
  if (!existsSync(realBlocks)) return Array.from({ length: 20 }, (_, seed) => JSON.stringify(madeBlock(15_600_000 + seed)))
  const files = readdirSync(realBlocks).filter((name) => Number.parseInt(name, 10) >= 14_000_000)
  return files.map((name) => gunzipSync(readFileSync(new URL(name, realBlocks))).toString())
}

if (!isMainThread && workerData === 'serve') {
  const bodies = texts().map((text) => Buffer.from(text))
  const server = createServer(({ url }, response) => response.end(bodies[Number(url.slice(1))]))
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
}

const startServer = async () => {
  const worker = new Worker(new URL(import.meta.url), { workerData: 'serve' })
  const port = await new Promise((done, failed) => worker.once('message', done).once('error', failed))
  return { url: `http://127.0.0.1:${port}/`, stop: () => worker.terminate() }
}

/** The best of several rounds, in milliseconds an item: on a busy machine the least disturbed round is nearest the truth. */
const best = async (rounds, items, round) => {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < rounds; i++) {
    const start = performance.now()
    await round()
    least = Math.min(least, (performance.now() - start) / items)
  }
  return least
}

/** A clique header as Goerli's signers made them; its seal is a valid signature of some key, which is all that costs. */
const sealedHeader = (seed) => {
  const { block } = madeBlock(1)
  const { transactions: _, ...bare } = { ...block, number: hex(seed), difficulty: '0x2', miner: `0x${'00'.repeat(20)}` }
  // r is a point's x for about half of all values; those that are not are skipped below.
  const header = { ...bare, extraData: `0x${'00'.repeat(32)}${filled(32, seed).slice(2)}${filled(32, seed + 1).slice(2)}00` }
  return { ...header, hash: headerHash(header) }
}
const isRecoverable = (header) => {
  try {
    return recoverSealer(header, 0).length === 42
  } catch {
    return false
  }
}

const hashingFigures = async () => {
  const message = new Uint8Array(1024).fill(7)
  const rate = (milliseconds) => 1.024 / milliseconds
  const repeat = (work) => () => {
    for (let i = 0; i < 1000; i++) work(message)
  }
  const own = rate(await best(12, 1000, repeat(keccak256)))
  const figures = [{ name: 'evm: Keccak-256 of 1 kB messages', value: own, unit: 'MB/s', target: null, better: 'higher' }]
  if (!existsSync(noble)) return figures
  const { keccak_256 } = await import(noble)
  const theirs = rate(await best(6, 1000, repeat(keccak_256)))
  return [...figures, { name: 'evm: Keccak-256 beside @noble/hashes', value: own / theirs, unit: 'x', target: 5, better: 'higher' }]
}

const blockFigures = async (note) => {
  const all = texts()
  const parsed = all.map((text) => JSON.parse(text))
  const rules = rewardRules({ chainId: 1, family: 'ethereum', quirks: [] })
  const server = await startServer()
  const check = () => {
    for (const { block, receipts } of parsed)
      if (checkBlock(block, receipts).length > 0) throw new Error(`block ${block.number} fails its checks`)
  }
  const index = () => {
    for (const { block, receipts } of parsed) toIndexedBlock({ block, receipts, uncles: [], rules, transfers: true, blocks: true })
  }
  const download = async () => {
    for (const item of all.keys()) JSON.parse(await (await request(server.url + item)).body.text())
  }
  try {
    const checking = await best(8, all.length, check)
    const indexing = await best(8, all.length, index)
    const fetching = await best(4, all.length, download)
    const parsing = await best(8, all.length, () => all.map((text) => JSON.parse(text)))
    note(`${all.length} blocks of ${Math.round(all.reduce((sum, text) => sum + text.length, 0) / all.length / 1000)} kB on average`)
    note(`download and parse ${fetching.toFixed(2)} ms, of it parse ${parsing.toFixed(2)} ms`)
    return [
      { name: 'evm: checking a mainnet block, all roots and hashes', value: checking, unit: 'ms', target: null, better: 'lower' },
      { name: 'evm: decoding and rewarding a mainnet block', value: indexing, unit: 'ms', target: null, better: 'lower' },
      { name: 'evm: checking as a share of download and parse', value: checking / fetching, unit: 'ratio', target: 1, better: 'lower' },
    ]
  } finally {
    await server.stop()
  }
}

const sealFigure = async () => {
  const headers = Array.from({ length: 400 }, (_, seed) => sealedHeader(seed + 1)).filter(isRecoverable)
  const each = await best(8, headers.length, () => {
    for (const header of headers) recoverSealer(header, 0)
  })
  return {
    name: 'evm: signers of sealed headers, hash checked first',
    value: 1000 / each,
    unit: 'headers/s',
    target: 2000,
    better: 'higher',
  }
}

export const measure = async ({ note }) => [...(await hashingFigures()), ...(await blockFigures(note)), await sealFigure()]
