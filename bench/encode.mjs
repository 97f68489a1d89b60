// The bytes of a 100-row page: the WebAssembly encoder beside JSON.stringify on rows that are already objects, which is the least a plain service does.
import { plainEncoder } from '../dist/query/encode/plain.js'
import { transferEncoder } from '../dist/query/encode/wasm.js'
import { rowsetsOf } from '../dist/records/rowset-builder.js'

const rowsPerPage = 100

/** Numbers below a bound, always the same ones. */
const random = (seed) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Pages as wallets have them: mostly one transfer a transaction, some batches, a third of the identifiers 256 bits wide. */
const pageOf = (seed) => {
  const pick = random(seed)
  const bytes = (count) => `0x${Array.from({ length: count }, () => pick(256).toString(16).padStart(2, '0')).join('')}`
  const contracts = Array.from({ length: 12 }, () => bytes(20))
  const me = bytes(20)
  const transfer = (index) => ({
    contract: contracts[pick(contracts.length)],
    operator: me,
    from: pick(2) ? me : bytes(20),
    to: me,
    tokenId: pick(3) === 0 ? BigInt(bytes(32)) : BigInt(pick(100_000)),
    value: BigInt(1 + pick(20)),
    logIndex: pick(400),
    batchIndex: index,
  })
  const transaction = (transfers) => ({
    hash: bytes(32),
    index: pick(300),
    nonce: BigInt(pick(10_000)),
    gas: BigInt(100_000 + pick(900_000)),
    gasPrice: BigInt(5e9 + pick(4e10)),
    gasUsed: BigInt(60_000 + pick(300_000)),
    cumulativeGasUsed: BigInt(1e6 + pick(29e6)),
    methodId: ['0xf242432a', '0x2eb2c2d6', '0xfb0f3ee1'][pick(3)],
    transfers: Array.from({ length: transfers }, (_, index) => transfer(index)),
  })
  const blocks = []
  for (let rows = 0, number = 17e6; rows < rowsPerPage; number += 1 + pick(500)) {
    const transfers = Math.min(rowsPerPage - rows, pick(6) === 0 ? 1 + pick(5) : 1)
    rows += transfers
    blocks.push({
      number,
      hash: bytes(32),
      parentHash: bytes(32),
      timestamp: 1.68e9 + pick(1e7),
      transactions: [transaction(transfers)],
      uncles: [],
    })
  }
  return rowsetsOf(blocks, 8192)
}

const names = new Map([
  ['0xf242432a', 'safeTransferFrom(address _from,address _to,uint256 _id,uint256 _amount,bytes _data)'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom(address _from,address _to,uint256[] _ids,uint256[] _amounts,bytes _data)'],
])
const token = (contract) => ({ name: `Collection ${contract.slice(2, 8)}`, symbol: contract.slice(2, 6).toUpperCase() })

const body = (encoder, sets) => {
  const page = encoder.open({ chainId: 1, head: 20e6, extended: false })
  for (const set of sets) page.take(set, 0, set[1], 1)
  return page.finish(token)
}

/** Processor time in microseconds: other work on the machine does not count. */
const processorTime = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** The best microseconds a call of each of several kinds of work, in turns, so that none gets the better moments. */
const race = (works) => {
  const best = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 60; round++)
    for (const [index, { work, calls }] of works.entries()) {
      const start = processorTime()
      for (let call = 0; call < calls; call++) work(call)
      best[index] = Math.min(best[index], (processorTime() - start) / calls)
    }
  return best
}

export const measure = async ({ note }) => {
  const pages = Array.from({ length: 40 }, (_, seed) => pageOf(seed + 1))
  const encoder = transferEncoder(names)
  const plain = plainEncoder(names)
  const objects = []
  for (const sets of pages) {
    const text = Buffer.concat((await body(plain, sets)).body)
    const page = body(encoder, sets)
    if (!Buffer.concat(page.body).equals(text)) throw new Error('the encoders disagree')
    page.release()
    objects.push(JSON.parse(text))
  }
  const [wasm, stringify] = race([
    { work: (call) => body(encoder, pages[call % pages.length]).release(), calls: 400 },
    { work: (call) => Buffer.from(JSON.stringify(objects[call % objects.length])), calls: 40 },
  ])
  note(`${Buffer.byteLength(JSON.stringify(objects[0]))} bytes a page, JSON.stringify ${stringify.toFixed(0)} µs`)
  return [
    { name: 'encode: 100-row page from row sets', value: wasm, unit: 'µs', target: null, better: 'lower' },
    { name: 'encode: share of the time of JSON.stringify', value: wasm / stringify, unit: 'ratio', target: 0.1, better: 'lower' },
  ]
}
