import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { familyRules, rewardRules } from '../../src/chains/families.ts'
import { transferBatchTopic, transferSingleTopic } from '../../src/evm/decode-transfers.ts'
import { toIndexedBlock } from '../../src/evm/indexed-block.ts'
import type { RpcBlock, RpcLog, RpcReceipt } from '../../src/evm/json-rpc.ts'
import { UncleOutOfReach } from '../../src/evm/reward.ts'
import type { Hex } from '../../src/records/hex.ts'
import { shared } from '../shared.ts'
import { type RealBlock, realBlock, realNumbers } from './blocks.ts'
import { addressOf, blockOf, hashOf, hex, receiptOf, transactionOf } from './make.ts'

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

describe('a block to its rows', () => {
  const topic = (byte: number): Hex => `0x${'00'.repeat(12)}${addressOf(byte).slice(2)}`
  const word = (value: number): string => value.toString(16).padStart(64, '0')
  const transferLog = (index: number, data: Hex = `0x${word(7)}${word(3)}`): RpcLog => ({
    address: addressOf(0xcc),
    topics: [transferSingleTopic, topic(1), topic(2), topic(3)],
    data,
    blockNumber: '0x1',
    blockHash: hashOf(1),
    transactionHash: hashOf(1000),
    transactionIndex: '0x0',
    logIndex: hex(index),
  })
  const made = (block: RpcBlock, receipts: readonly RpcReceipt[], options = {}) =>
    toIndexedBlock({ block, receipts, uncles: [], rules: mainnet, transfers: true, blocks: true, ...options })

  it.each([
    ['0x', '0x'],
    ['0xab', '0xab'],
    ['0xABCDEF', '0xabcdef'],
    ['0xf242432a', '0xf242432a'],
    ['0xf242432a00ff', '0xf242432a'],
  ] as const)('takes the method of input %s as %s', (input, methodId) => {
    const block = blockOf({ transactions: [transactionOf(0, { input })] })
    expect(made(block, [receiptOf(0, { logs: [transferLog(0)] })]).block.transactions[0]?.methodId).toBe(methodId)
  })
  it('lists only transactions that moved tokens, with the price that was paid', () => {
    const transactions = [0, 1].map((i) => transactionOf(i, { nonce: hex(2n ** 63n), gasPrice: '0x9' }))
    const receipts = [receiptOf(0), receiptOf(1, { logs: [transferLog(4), transferLog(5)], effectiveGasPrice: '0x8' })]
    const [only, ...others] = made(blockOf({ transactions }), receipts).block.transactions
    expect(others).toEqual([])
    expect(only).toMatchObject({ index: 1, nonce: 2n ** 63n, gasPrice: 8n })
    expect(only?.transfers.map(({ logIndex }) => logIndex)).toEqual([4, 5])
  })
  it('counts what does not decode, and gives no row for it', () => {
    const block = blockOf({ transactions: [transactionOf(0)] })
    const { block: rows, malformed } = made(block, [receiptOf(0, { logs: [transferLog(0, '0x01'), transferLog(1)] })])
    expect(malformed).toBe(1)
    expect(rows.transactions[0]?.transfers.map(({ logIndex }) => logIndex)).toEqual([1])
  })
  it('takes a batch of more pairs than a call takes arguments', () => {
    const pairs = 150_000
    const array = `${word(pairs)}${word(5).repeat(pairs)}`
    const data: Hex = `0x${word(64)}${word(64)}${array}`
    const batch = { ...transferLog(1, data), topics: [transferBatchTopic, topic(1), topic(2), topic(3)] }
    const { block, malformed } = made(blockOf({ transactions: [transactionOf(0)] }), [receiptOf(0, { logs: [transferLog(0), batch] })])
    expect([malformed, block.transactions[0]?.transfers.length]).toEqual([0, 1 + pairs])
  })
  it('keeps the transfers of a receipt whose transaction the block does not list (bor’s state sync)', () => {
    const beyond = receiptOf(1, { transactionHash: hashOf(77), logs: [transferLog(0)], gasUsed: '0x0' })
    const { block } = made(blockOf({ transactions: [transactionOf(0)] }), [receiptOf(0), beyond])
    expect(block.transactions).toMatchObject([{ hash: hashOf(77), index: 1, nonce: 0n, gas: 0n, gasPrice: 0n, methodId: '0x' }])
    expect(block.validated?.tips).toBe(0n)
  })
  it('makes only the part that is wanted', () => {
    const block = blockOf({ transactions: [transactionOf(0)] })
    const receipts = [receiptOf(0, { logs: [transferLog(0)] })]
    expect(made(block, receipts, { transfers: false }).block.transactions).toEqual([])
    expect(made(block, receipts, { blocks: false }).block).not.toHaveProperty('validated')
  })
  it('of genesis earns nothing', () => {
    expect(made(blockOf({ number: '0x0' }), []).block.validated).toMatchObject({
      staticReward: 0n,
      inclusionReward: 0n,
      tips: 0n,
      transactionCount: 0,
    })
  })
  it('with an uncle no rule pays is refused', () => {
    const block = blockOf({ number: '0x64', uncles: [hashOf(3)] })
    expect(() => made(block, [], { uncles: [{ ...block, number: '0x1' }] })).toThrow(UncleOutOfReach)
  })

  it('of a chain whose rewards are not known has neither block nor uncle rows, and keeps its transfers', () => {
    const rules = rewardRules({ chainId: 424242, family: 'configured', quirks: ['reward-unknown'] })
    const block = blockOf({ number: '0x64', uncles: [hashOf(3)], transactions: [transactionOf(0)] })
    const { block: rows } = made(block, [receiptOf(0, { logs: [transferLog(0)] })], { rules, uncles: [{ ...block, number: '0x63' }] })
    expect(rows.uncles).toEqual([])
    expect(rows).not.toHaveProperty('validated')
    expect(rows.transactions.length).toBe(1)
  })

  describe('on BNB', () => {
    const miner = addressOf(0xbb)
    const deposit = (value: bigint) =>
      transactionOf(1, { from: miner, to: '0x0000000000000000000000000000000000001000', gasPrice: '0x0', value: hex(value) })
    const blockPaying = (value: bigint): RpcBlock =>
      blockOf({ miner, baseFeePerGas: '0x0', transactions: [transactionOf(0, { gasPrice: '0x2' }), deposit(value)] })
    const receipts = [receiptOf(0, { gasUsed: '0xa', effectiveGasPrice: '0x2' }), receiptOf(1, { effectiveGasPrice: '0x0' })]
    it('confirms the fees by the deposit that ends the block', () => {
      const { block, warnings } = made(blockPaying(20n), receipts, { rules: familyRules.parlia })
      expect(block.validated).toMatchObject({ producer: miner, tips: 20n, burnt: 0n })
      expect(warnings).toEqual([])
    })
    it('warns where the deposit is another sum', () => {
      expect(made(blockPaying(19n), receipts, { rules: familyRules.parlia }).warnings[0]).toMatch(/sum to 20 wei of fees, .* pay out 19/)
    })
  })
})
