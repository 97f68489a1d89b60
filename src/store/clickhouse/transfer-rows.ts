import type { IndexedBlock, Transfer, TransferTransaction } from '../../records/block.ts'
import { copyBytes, writeHex, writeU40 } from '../../records/bytes.ts'
import { writeBlock, writeTail, writeTransaction } from '../../records/packed-row.ts'
import { addressBytes, rowsetBlockBytes, rowsetHeaderBytes, rowsetVersion } from '../../records/rowset.ts'

export const transferInsertColumns = ['chain', 'place', 'commit', 'row'] as const

/** More than any row takes, so that there is room for a whole one before it is written. */
const maxRowBytes = 512
/** About what a row takes; the buffer grows where it is more. */
const rowBytes = 256
const rowAddresses = 4
const rowsetHead = rowsetHeaderBytes + rowsetBlockBytes
/** The columns before the row: chain, place and commit; and the two bytes of the row's length. */
const [commitAt, lengthAt, rowAt] = [24, 32, 34]

/** Filling in history writes millions of these: what the transfers of a transaction share is packed for the first and copied for the others. */
export const writeTransfers = (chain: number, commit: number, blocks: readonly IndexedBlock[]): { bytes: Uint8Array; rows: number } => {
  let rows = 0
  for (const { transactions } of blocks) for (const { transfers } of transactions) rows += transfers.length
  let out: Buffer = Buffer.allocUnsafe(rows * rowBytes + maxRowBytes)
  let at = 0
  for (const block of blocks)
    for (const transaction of block.transactions) {
      let first: FirstRow | undefined
      for (const transfer of transaction.transfers) {
        if (at + maxRowBytes > out.length) out = larger(out, at)
        writeU64(out, at, chain)
        writePlace(out, at + 8, block.number, transaction.index, transfer)
        writeU64(out, at + commitAt, commit)
        const start = at + rowAt
        if (first === undefined) {
          first = writeFirst(out, start, block, transaction, transfer)
          at = first.end
        } else at = writeNext(out, start, first, transfer)
        // The length of a row set of one row always takes two bytes: seven bits, marked as not the last, and the rest.
        const length = at - start
        out[start - rowAt + lengthAt] = (length & 0x7f) | 0x80
        out[start - rowAt + lengthAt + 1] = length >> 7
      }
    }
  return { bytes: out.subarray(0, at), rows }
}

const larger = (buffer: Buffer, used: number): Buffer => {
  const twice = Buffer.allocUnsafe(2 * buffer.length)
  buffer.copy(twice, 0, 0, used)
  return twice
}

/** An integer below 2^53 in eight bytes, the least significant first. */
const writeU64 = (out: Uint8Array, at: number, value: number): void => {
  writeU32(out, at, value)
  writeU32(out, at + 4, value / 0x1_0000_0000)
}

const writeU32 = (out: Uint8Array, at: number, value: number): void => {
  out[at] = value
  out[at + 1] = value >>> 8
  out[at + 2] = value >>> 16
  out[at + 3] = value >>> 24
}

const writeU24 = (out: Uint8Array, at: number, value: number): void => {
  out[at] = value
  out[at + 1] = value >>> 8
  out[at + 2] = value >>> 16
}

/** Block, transaction, log and pair as one number of 48, 24, 32 and 24 bits, the least significant first. */
const writePlace = (out: Uint8Array, at: number, block: number, tx: number, { logIndex, batchIndex }: Transfer): void => {
  if (block > 0xff_ffff_ffff || tx > 0xff_ffff || batchIndex > 0xff_ffff || logIndex > 0xffff_ffff)
    throw new RangeError(`transaction ${tx}, log ${logIndex}, pair ${batchIndex} of block ${block} is more than a place has room for`)
  writeU24(out, at, batchIndex)
  writeU32(out, at + 3, logIndex)
  writeU24(out, at + 7, tx)
  writeU40(out, at + 10, block)
  out[at + 15] = 0
}

/** Where the parts of a transaction's first row begin and end, for the others to copy. */
interface FirstRow {
  readonly transfer: Transfer
  readonly start: number
  readonly transaction: number
  readonly tail: number
  readonly end: number
}

/** A row set of one row, but for where its rows begin: one block, one transaction, four addresses. */
const rowsetHeader = Uint8Array.of(rowsetVersion, 1, 1, 1, rowAddresses, 0, 0, 0)
const rowsOffsetAt = 6

const writeFirst = (out: Buffer, start: number, block: IndexedBlock, plain: TransferTransaction, transfer: Transfer): FirstRow => {
  copyBytes(out, start, rowsetHeader, 0, rowsetHeaderBytes)
  const addresses = writeBlock(out, start + rowsetHeaderBytes, block)
  const transaction = writeAddresses(out, addresses, transfer)
  const references = writeTransaction(out, transaction, plain)
  out[start + rowsOffsetAt] = references - start
  out[start + rowsOffsetAt + 1] = (references - start) >> 8
  // The row's transaction, contract, sender, recipient and operator: the only transaction, and the addresses in the order they are written.
  out[references] = 0
  for (let address = 0; address < rowAddresses; address++) out[references + 1 + address] = address
  const tail = references + 1 + rowAddresses
  return { transfer, start, transaction, tail, end: writeTail(out, tail, transfer) }
}

const writeNext = (out: Buffer, start: number, first: FirstRow, transfer: Transfer): number => {
  // As the pairs of a batch are.
  if (isBetweenTheSame(first.transfer, transfer)) {
    const same = first.tail - first.start
    out.copyWithin(start, first.start, first.tail)
    return writeTail(out, start + same, transfer)
  }
  copyBytes(out, start, out, first.start, rowsetHead)
  const transaction = writeAddresses(out, start + rowsetHead, transfer)
  const shared = first.tail - first.transaction
  copyBytes(out, transaction, out, first.transaction, shared)
  return writeTail(out, transaction + shared, transfer)
}

const isBetweenTheSame = (one: Transfer, other: Transfer): boolean =>
  one.contract === other.contract && one.from === other.from && one.to === other.to && one.operator === other.operator

/** The operator is mostly one of the two sides. */
const writeAddresses = (out: Buffer, start: number, { contract, from, to, operator }: Transfer): number => {
  const sender = writeHex(out, start, contract)
  const recipient = writeHex(out, sender, from)
  const last = writeHex(out, recipient, to)
  let end = last + addressBytes
  if (operator === from) copyBytes(out, last, out, sender, addressBytes)
  else if (operator === to) copyBytes(out, last, out, recipient, addressBytes)
  else end = writeHex(out, last, operator)
  if (end - start !== rowAddresses * addressBytes)
    throw new RangeError(`a transfer has an address that is not ${addressBytes} bytes long: ${[contract, from, to, operator].join(', ')}`)
  return end
}
