import type { IndexedBlock } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { openStoreWriter } from '../../src/store/open.ts'

const hex = (value: number, digits: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
export const holder = hex(1, 40)
export const producer = hex(0xaa, 40)
export const contract = hex(0xc0, 40)

const blockOf = (number: number): IndexedBlock => ({
  number,
  hash: hex(number + 1, 64),
  parentHash: hex(number, 64),
  timestamp: 1_700_000_000 + number,
  uncles: [],
  validated: {
    producer,
    feeRecipient: producer,
    staticReward: 2n * 10n ** 18n,
    inclusionReward: 0n,
    tips: 5n,
    burnt: 1n,
    transactionCount: 1,
  },
  transactions: [
    {
      hash: hex(number * 7 + 1000, 64),
      index: 0,
      nonce: 1n,
      gas: 21_000n,
      gasPrice: 10n ** 9n,
      gasUsed: 20_000n,
      cumulativeGasUsed: 20_000n,
      methodId: '0xf242432a',
      transfers: [0, 1, 2].map((i) => ({
        contract,
        operator: hex(9, 40),
        from: holder,
        to: hex(2 + i, 40),
        tokenId: BigInt(number),
        value: 1n,
        logIndex: i,
        batchIndex: 0,
      })),
    },
  ],
})

/** Chain 1 in a data folder: `blocks` blocks, each with a transaction of three transfers from the holder. */
export const seedStore = async (data: string, blocks: number): Promise<void> => {
  const store = await openStoreWriter({ data, store: { kind: 'lmdb' } })
  await store.openChain(1, 0)
  await store.commit({
    chainId: 1,
    range: { from: 0, to: blocks - 1 },
    datasets: ['transfers', 'blocks'],
    blocks: Array.from({ length: blocks }, (_, number) => blockOf(number)),
    head: { number: blocks - 1, timestamp: 1_700_000_000 + blocks - 1 },
    finalized: blocks - 10,
  })
  await store.close()
}
