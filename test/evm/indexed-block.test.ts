import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rewardRules } from '../../src/chains/families.ts'
import { toIndexedBlock } from '../../src/evm/indexed-block.ts'
import { shared } from '../shared.ts'
import { type RealBlock, realBlock, realNumbers } from './blocks.ts'

const mainnet = rewardRules({ chainId: 1, family: 'ethereum', quirks: [] })
/** The shared blocks come without their uncles' headers: their rewards are tested elsewhere, here the parts of the block itself count. */
const indexed = ({ block, receipts }: RealBlock) =>
  toIndexedBlock({ block, receipts, uncles: [], rules: mainnet, transfers: true, blocks: true })

const json = <T>(path: string): T => {
  const raw = readFileSync(new URL(`data/${path}`, shared.folder))
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(raw) : raw).toString()) as T
}

type Row = Readonly<Record<string, string | number>>

const rowsOf = (entry: RealBlock): Row[] => {
  const { block } = indexed(entry)
  return block.transactions.flatMap((transaction) =>
    transaction.transfers.map((transfer) => ({
      blockNumber: `${block.number}`,
      timeStamp: `${block.timestamp}`,
      hash: transaction.hash,
      nonce: `${transaction.nonce}`,
      blockHash: block.hash,
      transactionIndex: `${transaction.index}`,
      gas: `${transaction.gas}`,
      gasPrice: `${transaction.gasPrice}`,
      gasUsed: `${transaction.gasUsed}`,
      cumulativeGasUsed: `${transaction.cumulativeGasUsed}`,
      methodId: transaction.methodId,
      contractAddress: transfer.contract,
      from: transfer.from,
      to: transfer.to,
      tokenID: `${transfer.tokenId}`,
      tokenValue: `${transfer.value}`,
      _logIndex: transfer.logIndex,
      _batchIndex: transfer.batchIndex,
      _operator: transfer.operator,
    })),
  )
}

describe.skipIf(!shared.present)('real mainnet blocks', () => {
  const expectedRows = shared.present ? json<Row[]>('expected/mainnet_token1155_rows.json.gz') : []
  const expectedRewards = shared.present ? json<Row[]>('expected/mainnet_block_rewards.json') : []

  it('give every expected transfer row, field by field, and no other', () => {
    const found = realNumbers.flatMap((number) => rowsOf(realBlock(number)))
    const wanted = expectedRows.map(({ input, _event, _txType, _status, ...row }) => row)
    expect(found.length).toBe(816)
    expect(found).toEqual(wanted)
  })

  it.each(expectedRewards.map((row) => [row['blockNumber'], row] as const))(
    'block %s earned what is published, part by part',
    (number, row) => {
      const { validated } = indexed(realBlock(Number(number))).block
      expect(validated).toMatchObject({
        producer: row['miner'],
        feeRecipient: row['miner'],
        staticReward: BigInt(row['staticReward'] as string),
        inclusionReward: BigInt(row['uncleInclusionReward'] as string),
        tips: BigInt(row['txFees'] as string) - BigInt(row['burntFees'] as string),
        burnt: BigInt(row['burntFees'] as string),
      })
      const sum = validated && validated.staticReward + validated.inclusionReward + validated.tips
      expect(`${sum}`).toBe(row['blockReward'])
    },
  )
})
