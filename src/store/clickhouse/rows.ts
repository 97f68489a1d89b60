import type { IndexedBlock, TransferTransaction, Uncle } from '../../records/block.ts'
import type { Hex } from '../../records/hex.ts'
import type { TransferRow } from '../../records/rowset.ts'
import type { BlockRow, UncleRow } from '../port.ts'
import { RowBinaryWriter } from './row-binary.ts'

/** How rows stand in the tables: the columns of an insert in their order, and the select lists they are read back with. Transfers are written in `transfer-rows.ts`. */

const hex = (column: string): string => `lower(hex(${column}))`

const asHex = (value: unknown): Hex => `0x${String(value)}`
const asBig = (value: unknown): bigint => BigInt(String(value))

/** Rows in chain order put back under their transactions and blocks. The parent hash is not a row's to know. */
export const groupTransfers = (rows: Iterable<TransferRow>): IndexedBlock[] => {
  type OpenTransaction = Omit<TransferTransaction, 'transfers'> & { readonly transfers: TransferRow['transfer'][] }
  const blocks: (Omit<IndexedBlock, 'transactions'> & { readonly transactions: OpenTransaction[] })[] = []
  for (const { block, transaction, transfer } of rows) {
    if (blocks.at(-1)?.number !== block.number) blocks.push({ ...block, parentHash: '0x', transactions: [], uncles: [] })
    const transactions = blocks.at(-1)?.transactions ?? []
    if (transactions.at(-1)?.index !== transaction.index) transactions.push({ ...transaction, transfers: [] })
    transactions.at(-1)?.transfers.push(transfer)
  }
  return blocks
}

export const blockInsertColumns = [
  'chain',
  'number',
  'commit',
  'hash',
  'parent_hash',
  'timestamp',
  'validated',
  'producer',
  'fee_recipient',
  'static_reward',
  'inclusion_reward',
  'tips',
  'burnt',
  'transaction_count',
] as const

const zeroAddress: Hex = `0x${'00'.repeat(20)}`

export const writeBlocks = (chain: number, commit: number, blocks: readonly IndexedBlock[]): { bytes: Uint8Array; rows: number } => {
  const out = new RowBinaryWriter(1 << 16)
  for (const { number, hash, parentHash, timestamp, validated } of blocks) {
    out.u64(chain)
    out.u64(number)
    out.u64(commit)
    out.bytes(hash)
    out.bytes(parentHash)
    out.u64(timestamp)
    out.u8(validated === undefined ? 0 : 1)
    out.bytes(validated?.producer ?? zeroAddress)
    out.bytes(validated?.feeRecipient ?? zeroAddress)
    out.u256(validated?.staticReward ?? 0n)
    out.u256(validated?.inclusionReward ?? 0n)
    out.u256(validated?.tips ?? 0n)
    out.u256(validated?.burnt ?? 0n)
    out.u32(validated?.transactionCount ?? 0)
  }
  return { bytes: out.take(), rows: blocks.length }
}

export const blockSelect = [
  'number',
  hex('hash'),
  'timestamp',
  hex('producer'),
  hex('fee_recipient'),
  'static_reward',
  'inclusion_reward',
  'tips',
  'burnt',
  'transaction_count',
].join(', ')

export const readBlock = (row: readonly unknown[]): BlockRow => ({
  number: Number(row[0]),
  hash: asHex(row[1]),
  timestamp: Number(row[2]),
  producer: asHex(row[3]),
  feeRecipient: asHex(row[4]),
  staticReward: asBig(row[5]),
  inclusionReward: asBig(row[6]),
  tips: asBig(row[7]),
  burnt: asBig(row[8]),
  transactionCount: Number(row[9]),
})

export const uncleInsertColumns = ['chain', 'miner', 'block', 'position', 'commit', 'hash', 'number', 'timestamp', 'reward'] as const

export const writeUncles = (chain: number, commit: number, blocks: readonly IndexedBlock[]): { bytes: Uint8Array; rows: number } => {
  const out = new RowBinaryWriter(1 << 12)
  let rows = 0
  const write = (including: number, uncle: Uncle, position: number): void => {
    rows++
    out.u64(chain)
    out.bytes(uncle.miner)
    out.u64(including)
    out.u8(position)
    out.u64(commit)
    out.bytes(uncle.hash)
    out.u64(uncle.number)
    out.u64(uncle.timestamp)
    out.u256(uncle.reward)
  }
  for (const block of blocks) block.uncles.forEach((uncle, position) => void write(block.number, uncle, position))
  return { bytes: out.take(), rows }
}

export const uncleSelect = ['block', 'position', hex('hash'), 'number', 'timestamp', 'reward', hex('miner')].join(', ')

export const readUncle = (row: readonly unknown[]): UncleRow => ({
  includingBlock: Number(row[0]),
  index: Number(row[1]),
  hash: asHex(row[2]),
  number: Number(row[3]),
  timestamp: Number(row[4]),
  reward: asBig(row[5]),
  miner: asHex(row[6]),
})
