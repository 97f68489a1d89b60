// A process of its own around a store, driven by messages from a test: what one process does to another cannot be shown within one.
import { openLmdbStore } from '../../dist/store/lmdb/open.js'

const [, , mode, folder] = process.argv
const page = { fromBlock: 0, toBlock: 999_999_999, order: 'asc', skip: 0, limit: 10_000, deadline: Number.POSITIVE_INFINITY, fromTo: 'and' }
const addressOf = (n) => `0x${n.toString(16).padStart(40, '0')}`
const hashOf = (n) => `0x${n.toString(16).padStart(64, '0')}`

/** A block of ten rows, a batch each. */
const batchAt = (number) => ({
  chainId: 7,
  range: { from: number, to: number },
  datasets: ['transfers', 'blocks'],
  head: { number, timestamp: number },
  blocks: [
    {
      number,
      hash: hashOf(number + 1),
      parentHash: hashOf(number),
      timestamp: number,
      uncles: [],
      transactions: [
        {
          hash: hashOf(1_000_000 + number),
          index: 0,
          nonce: 1n,
          gas: 2n,
          gasPrice: 3n,
          gasUsed: 4n,
          cumulativeGasUsed: 5n,
          methodId: '0x',
          transfers: Array.from({ length: 10 }, (_, i) => ({
            contract: addressOf(0x1000),
            operator: addressOf(1),
            from: addressOf(1),
            to: addressOf(2 + (number % 50)),
            tokenId: BigInt(number),
            value: BigInt(i),
            logIndex: i,
            batchIndex: 0,
          })),
        },
      ],
    },
  ],
})

const handlers = {
  /** What a reader sees, counted in two ways: the state says how many rows there are, and the contract's list has them all. */
  look: (store) => {
    const snapshot = store.snapshot(7)
    const { rows } = snapshot.transfers({ ...page, contract: addressOf(0x1000) }, () => {})
    return { head: snapshot.state.head, counted: snapshot.state.transferRows, listed: rows }
  },
  /** Commits blocks until there are so many more, telling of each. */
  write: async (store, count) => {
    store.openChain(7, 0)
    const first = store.snapshot(7).state.head + 1
    for (let number = first; number < first + count; number++) {
      await store.commit(batchAt(number))
      process.send({ committed: number })
    }
    return { done: true }
  },
}

let store
try {
  store = openLmdbStore(folder, { mode })
  process.send({ ready: true })
} catch (error) {
  process.send({ refused: `${error.name}: ${error.message}` })
  process.disconnect()
}
process.on('message', async ([name, argument]) => {
  try {
    process.send({ answer: await handlers[name](store, argument) })
  } catch (error) {
    process.send({ failed: `${error.name}: ${error.message}` })
  }
})
process.on('disconnect', () => store?.close().then(() => process.exit(0)))
