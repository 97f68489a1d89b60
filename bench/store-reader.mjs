// Reads pages of a store as fast as it can, beside a writer, until its parent says stop.
import { hubAddress } from './generate.mjs'

const { openLmdbStore } = await import('../dist/store/lmdb/open.js')
const store = openLmdbStore(process.argv[2], { mode: 'read' })
const query = {
  fromBlock: 0,
  toBlock: 999_999_999,
  order: 'asc',
  limit: 100,
  deadline: Number.POSITIVE_INFINITY,
  fromTo: 'and',
  address: hubAddress,
}
let pages = 0
let stopping = false
process.on('message', () => {
  stopping = true
})
process.send('ready')
while (!stopping) {
  for (let i = 0; i < 50; i++) store.snapshot(1).transfers({ ...query, skip: (pages++ % 100) * 100 }, () => {})
  await new Promise((resolve) => setImmediate(resolve))
}
await store.close()
process.send({ pages })
