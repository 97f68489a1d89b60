import type { IndexedBlock } from '../src/records/block.ts'
import type { Hex } from '../src/records/hex.ts'
import { openStoreWriter } from '../src/store/open.ts'

const hex = (value: number, digits: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

export const busyAddress = hex(0xb5, 40)
/** An operator that moved nothing: to find that out every row of an address must be read. */
export const idleOperator = hex(0x1d1e, 40)

const rowsPerBlock = 200

/** Chain 1 in a data folder: an address with so many rows. */
export const fillHeavyStore = async (data: string, rows: number): Promise<void> => {
  const store = await openStoreWriter({ data, store: { kind: 'lmdb' } })
  await store.openChain(1, 0)
  const blocks = Math.ceil(rows / rowsPerBlock)
  const batch = 50
  for (let from = 0; from < blocks; from += batch) {
    const to = Math.min(blocks, from + batch) - 1
    const list = Array.from({ length: to - from + 1 }, (_, i) => blockOf(from + i))
    const head = { number: to, timestamp: 1_700_000_000 + to }
    await store.commit({ chainId: 1, range: { from, to }, datasets: ['transfers', 'blocks'], blocks: list, head })
  }
  await store.close()
}

const blockOf = (number: number): IndexedBlock => ({
  number,
  hash: hex(number + 1, 64),
  parentHash: hex(number, 64),
  timestamp: 1_700_000_000 + number,
  uncles: [],
  transactions: [
    {
      hash: hex(number * 7 + 1_000, 64),
      index: 0,
      nonce: BigInt(number),
      gas: 9_000_000n,
      gasPrice: 10n ** 9n,
      gasUsed: 5_000_000n,
      cumulativeGasUsed: 5_000_000n,
      methodId: '0x2eb2c2d6',
      transfers: Array.from({ length: rowsPerBlock }, (_, i) => ({
        contract: hex(0xc0 + (i % 3), 40),
        operator: hex(9, 40),
        from: busyAddress,
        to: hex(1_000 + ((number * rowsPerBlock + i) % 500), 40),
        tokenId: BigInt(i),
        value: 1n,
        logIndex: 0,
        batchIndex: i,
      })),
    },
  ],
})
