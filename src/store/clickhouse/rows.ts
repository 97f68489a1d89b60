import type { IndexedBlock, TransferTransaction, Uncle } from '../../records/block.ts'
import type { Hex } from '../../records/hex.ts'
import { type PackedRow, type Piece, packRows } from '../../records/packed-row.ts'
import { addressBytes, rowsetBlockBytes, rowsetHeaderBytes, rowsetVersion, type TransferRow } from '../../records/rowset.ts'
import type { BlockRow, UncleRow } from '../port.ts'
import { RowBinaryWriter } from './row-binary.ts'

/** How rows stand in the tables: the columns of an insert in their order, and the select lists they are read back with. */

export const transferInsertColumns = [
  'chain',
  'block',
  'tx',
  'log',
  'pair',
  'commit',
  'timestamp',
  'block_hash',
  'hash',
  'nonce',
  'gas',
  'gas_price',
  'gas_used',
  'cumulative_gas_used',
  'method',
  'contract',
  'operator',
  'sender',
  'recipient',
  'token_id',
  'value',
  'row',
] as const

export const writeTransfers = (chain: number, commit: number, blocks: readonly IndexedBlock[]): { bytes: Uint8Array; rows: number } => {
  const out = new RowBinaryWriter()
  const packed = packRows(blocks)
  let rows = 0
  for (const block of blocks)
    for (const transaction of block.transactions)
      for (const transfer of transaction.transfers) {
        const row = packed[rows++]
        if (row === undefined) throw new RangeError('a block changed while it was stored')
        out.u64(chain)
        out.u64(block.number)
        out.u32(transaction.index)
        out.u32(transfer.logIndex)
        out.u32(transfer.batchIndex)
        out.u64(commit)
        out.u64(block.timestamp)
        out.raw(partOf(row.transaction.block, 0, 32))
        out.raw(partOf(row.transaction, 0, 32))
        out.u64(transaction.nonce)
        out.u64(transaction.gas)
        out.u256(transaction.gasPrice)
        out.u64(transaction.gasUsed)
        out.u64(transaction.cumulativeGasUsed)
        const methodBytes = (transaction.methodId.length - 2) >> 1
        out.length(methodBytes)
        out.raw(partOf(row.transaction, methodOffset, methodBytes))
        for (const address of [row.contract, row.operator, row.from, row.to]) out.latin1(address)
        out.u256(transfer.tokenId)
        out.u256(transfer.value)
        writeRowset(out, row)
      }
  return { bytes: out.take(), rows }
}

const partOf = ({ bytes, start, end }: Piece, offset = 0, length = end - start): Uint8Array =>
  bytes.subarray(start + offset, start + offset + length)

/** Where the method stands in a row set's transaction (src/records/rowset.ts). */
const methodOffset = 34
const rowAddresses = 4
/** The row's transaction, contract, sender, recipient and operator: the only transaction, and the addresses in the order they are written. */
const rowReferences = Uint8Array.of(0, 0, 1, 2, 3)

/** A row set of one row, written piece by piece: nothing is shared, so nothing need be looked up. */
const writeRowset = (out: RowBinaryWriter, row: PackedRow): void => {
  const { transaction, contract, from, to, operator } = row
  const rowsOffset = rowsetHeaderBytes + rowsetBlockBytes + rowAddresses * addressBytes + transaction.end - transaction.start
  out.length(rowsOffset + rowReferences.length + row.end - row.start)
  out.raw(Uint8Array.of(rowsetVersion, 1, 1, 1, rowAddresses, 0, rowsOffset & 0xff, rowsOffset >> 8))
  out.raw(partOf(transaction.block))
  for (const address of [contract, from, to, operator]) out.latin1(address)
  // The byte that names the block is 0 in a packed transaction, and so is the only block here.
  out.raw(partOf(transaction))
  out.raw(rowReferences)
  out.raw(partOf(row))
}

const hex = (column: string): string => `lower(hex(${column}))`

export const transferSelect = [
  'block',
  'tx',
  'log',
  'pair',
  'timestamp',
  hex('block_hash'),
  hex('hash'),
  'nonce',
  'gas',
  'gas_price',
  'gas_used',
  'cumulative_gas_used',
  hex('method'),
  hex('contract'),
  hex('operator'),
  hex('sender'),
  hex('recipient'),
  'token_id',
  'value',
].join(', ')

const asHex = (value: unknown): Hex => `0x${String(value)}`
const asBig = (value: unknown): bigint => BigInt(String(value))

export const readTransfer = (row: readonly unknown[]): TransferRow => ({
  block: { number: Number(row[0]), timestamp: Number(row[4]), hash: asHex(row[5]) },
  transaction: {
    hash: asHex(row[6]),
    index: Number(row[1]),
    nonce: asBig(row[7]),
    gas: asBig(row[8]),
    gasPrice: asBig(row[9]),
    gasUsed: asBig(row[10]),
    cumulativeGasUsed: asBig(row[11]),
    methodId: asHex(row[12]),
  },
  transfer: {
    logIndex: Number(row[2]),
    batchIndex: Number(row[3]),
    contract: asHex(row[13]),
    operator: asHex(row[14]),
    from: asHex(row[15]),
    to: asHex(row[16]),
    tokenId: asBig(row[17]),
    value: asBig(row[18]),
  },
})

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
