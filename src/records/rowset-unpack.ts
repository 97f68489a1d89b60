import { byteAt, copyBytes, readByte, readBytes, readU40, readVarint, skipVarint } from './bytes.ts'
import { blockByteOffset, type PackedBlock, type PackedRow, type PackedTransaction } from './packed-row.ts'
import type { RawAddress } from './raw-address.ts'
import { addressBytes, rowsetBlockBytes, rowsetHeaderBytes, rowsetRows } from './rowset.ts'
import { addressesOffset, fixedTransactionBytes, rowOffset, skipAmount, transactionOffset } from './rowset-view.ts'

/** The rows of a row set. Copies what it keeps: the bytes may be overwritten afterwards. */
export const unpackRowset = (source: Uint8Array): PackedRow[] => {
  const bytes = Buffer.from(source)
  const cursor = { bytes, at: rowsetHeaderBytes }
  const [blockCount, transactionCount, addressCount] = [bytes[2] ?? 0, bytes[3] ?? 0, bytes[4] ?? 0]
  const blocks: PackedBlock[] = []
  for (let i = 0; i < blockCount; i++) {
    const start = cursor.at
    readBytes(cursor, rowsetBlockBytes)
    blocks.push({ number: readU40(bytes, start + 32), bytes, start, end: cursor.at })
  }
  const addresses: RawAddress[] = []
  for (let i = 0; i < addressCount; i++) {
    addresses.push(bytes.toString('latin1', cursor.at, cursor.at + addressBytes))
    cursor.at += addressBytes
  }
  const transactions: PackedTransaction[] = []
  for (let i = 0; i < transactionCount; i++) {
    const start = cursor.at
    const block = blocks[bytes[start + blockByteOffset] ?? 0]
    cursor.at += fixedTransactionBytes
    const index = readVarint(cursor)
    for (let field = 0; field < 4; field++) skipVarint(cursor)
    readBytes(cursor, readByte(cursor))
    if (block) transactions.push({ block, index, bytes, start, end: cursor.at })
  }
  const rows: PackedRow[] = []
  const address = (): RawAddress => addresses[readByte(cursor)] ?? ''
  for (let i = rowsetRows(bytes); i > 0; i--) {
    const transaction = transactions[readByte(cursor)]
    const [contract, from, to, operator] = [address(), address(), address(), address()]
    const start = cursor.at
    const [log, batch] = [readVarint(cursor), readVarint(cursor)]
    readBytes(cursor, readByte(cursor))
    readBytes(cursor, readByte(cursor))
    if (transaction === undefined) throw new RangeError('a row set refers past its transactions')
    rows.push({ transaction, contract, from, to, operator, log, batch, bytes, start, end: cursor.at })
  }
  return rows
}

/** One row of a row set, copied. */
export const unpackRow = (source: Uint8Array, row: number): PackedRow => {
  const cursor = { bytes: source, at: rowOffset(source, row) }
  const transaction = { bytes: source, at: transactionOffset(source, readByte(cursor)) }
  const transactionStart = transaction.at
  const blockStart = rowsetHeaderBytes + rowsetBlockBytes * byteAt(source, transactionStart + blockByteOffset)
  transaction.at += fixedTransactionBytes
  const index = readVarint(transaction)
  for (let field = 0; field < 4; field++) skipVarint(transaction)
  skipAmount(transaction)
  const addresses = addressesOffset(source)
  const buffer = Buffer.from(source.buffer, source.byteOffset, source.length)
  const address = (): RawAddress => {
    const at = addresses + addressBytes * readByte(cursor)
    return buffer.toString('latin1', at, at + addressBytes)
  }
  const [contract, from, to, operator] = [address(), address(), address(), address()]
  const rowStart = cursor.at
  const [log, batch] = [readVarint(cursor), readVarint(cursor)]
  skipAmount(cursor)
  skipAmount(cursor)
  // All three pieces into one array: block, transaction, row.
  const transactionAt = rowsetBlockBytes
  const rowAt = transactionAt + transaction.at - transactionStart
  const bytes = new Uint8Array(rowAt + cursor.at - rowStart)
  copyBytes(bytes, 0, source, blockStart, rowsetBlockBytes)
  copyBytes(bytes, transactionAt, source, transactionStart, rowAt - transactionAt)
  copyBytes(bytes, rowAt, source, rowStart, bytes.length - rowAt)
  const block = { number: readU40(source, blockStart + 32), bytes, start: 0, end: transactionAt }
  return {
    transaction: { block, index, bytes, start: transactionAt, end: rowAt },
    contract,
    from,
    to,
    operator,
    log,
    batch,
    bytes,
    start: rowAt,
    end: bytes.length,
  }
}
