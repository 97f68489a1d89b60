import type { IndexedBlock, Transfer, TransferTransaction } from '../../records/block.ts'
import { writeBlock, writeTail, writeTransaction } from '../../records/packed-row.ts'
import { addressBytes, rowsetBlockBytes, rowsetHeaderBytes, rowsetVersion } from '../../records/rowset.ts'
import { RowBinaryWriter } from './row-binary.ts'

export const transferInsertColumns = ['chain', 'place', 'commit', 'row'] as const

/** About what a row takes; the buffer grows where it is more. */
const rowBytes = 256
const rowAddresses = 4
const rowsetHead = rowsetHeaderBytes + rowsetBlockBytes
/** The row's transaction, contract, sender, recipient and operator: the only transaction, and the addresses in the order they are written. */
const rowReferences = Uint8Array.of(0, 0, 1, 2, 3)
const [maxTransactionBytes, maxTailBytes] = [128, 80]

/** Filling in history writes millions of these: what the transfers of a transaction share is packed for the first and copied for the others. */
export const writeTransfers = (chain: number, commit: number, blocks: readonly IndexedBlock[]): { bytes: Uint8Array; rows: number } => {
  let rows = 0
  for (const { transactions } of blocks) for (const { transfers } of transactions) rows += transfers.length
  const out = new RowBinaryWriter(rows * rowBytes)
  for (const block of blocks)
    for (const transaction of block.transactions) {
      let first: FirstRow | undefined
      for (const transfer of transaction.transfers) {
        out.u64(chain)
        writePlace(out, block.number, transaction.index, transfer)
        out.u64(commit)
        const start = openRow(out)
        if (first === undefined) first = writeFirst(out, block, transaction, transfer)
        else writeNext(out, first, transfer)
        closeRow(out, start)
      }
    }
  return { bytes: out.take(), rows }
}

/** Block, transaction, log and pair as one number of 48, 24, 32 and 24 bits, the least significant first. */
const writePlace = (out: RowBinaryWriter, block: number, tx: number, { logIndex, batchIndex }: Transfer): void => {
  out.uint(batchIndex, 3)
  out.uint(logIndex, 4)
  out.uint(tx, 3)
  out.uint(block, 6)
}

/** Where the parts of a transaction's first row begin, for the others to copy. */
interface FirstRow {
  readonly head: number
  readonly transaction: number
  readonly tail: number
}

/** A row set of one row, but for where its rows begin: one block, one transaction, four addresses. */
const rowsetHeader = Uint8Array.of(rowsetVersion, 1, 1, 1, rowAddresses, 0, 0, 0)
const rowsOffsetAt = 6

const writeFirst = (out: RowBinaryWriter, block: IndexedBlock, plain: TransferTransaction, transfer: Transfer): FirstRow => {
  const head = out.size
  out.raw(rowsetHeader)
  out.packed(rowsetBlockBytes, writeBlock, block)
  writeAddresses(out, transfer)
  const transaction = out.size
  out.packed(maxTransactionBytes, writeTransaction, plain)
  out.setU16(head + rowsOffsetAt, out.size - head)
  out.raw(rowReferences)
  const tail = out.size
  out.packed(maxTailBytes, writeTail, transfer)
  return { head, transaction, tail }
}

const writeNext = (out: RowBinaryWriter, { head, transaction, tail }: FirstRow, transfer: Transfer): void => {
  out.again(head, rowsetHead)
  writeAddresses(out, transfer)
  out.again(transaction, tail - transaction)
  out.packed(maxTailBytes, writeTail, transfer)
}

/** The operator is mostly one of the two sides. */
const writeAddresses = (out: RowBinaryWriter, { contract, from, to, operator }: Transfer): void => {
  const start = out.size
  out.bytes(contract)
  out.bytes(from)
  out.bytes(to)
  if (operator === from) out.again(start + addressBytes, addressBytes)
  else if (operator === to) out.again(start + 2 * addressBytes, addressBytes)
  else out.bytes(operator)
  if (out.size - start !== rowAddresses * addressBytes)
    throw new RangeError(`a transfer has an address that is not ${addressBytes} bytes long: ${[contract, from, to, operator].join(', ')}`)
}

/** The length of a row set of one row always takes two bytes: seven bits, marked as not the last, and the rest. */
const openRow = (out: RowBinaryWriter): number => {
  out.u16(0)
  return out.size
}
const closeRow = (out: RowBinaryWriter, start: number): void => {
  const length = out.size - start
  out.setU16(start - 2, (length & 0x7f) | 0x80 | ((length >> 7) << 8))
}
