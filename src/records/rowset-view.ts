import { type ByteCursor, byteAt, readAmount, readByte, readU40, readVarint, skipVarint } from './bytes.ts'
import { addressBytes, rowsetBlockBytes, rowsetHeaderBytes } from './rowset.ts'

/** Looks into a row set at one row, without making objects of the others. */

export const fixedTransactionBytes = 38

export const skipAmount = (cursor: ByteCursor): void => {
  const length = readByte(cursor)
  cursor.at += length
}

export const addressesOffset = (bytes: Uint8Array): number => rowsetHeaderBytes + rowsetBlockBytes * byteAt(bytes, 2)

/** Offset of a row. */
export const rowOffset = (bytes: Uint8Array, row: number): number => {
  const cursor = { bytes, at: byteAt(bytes, 6) + byteAt(bytes, 7) * 0x100 }
  for (let i = 0; i < row; i++) {
    cursor.at += 5
    skipVarint(cursor)
    skipVarint(cursor)
    skipAmount(cursor)
    skipAmount(cursor)
  }
  return cursor.at
}

export const transactionOffset = (bytes: Uint8Array, transaction: number): number => {
  const cursor = { bytes, at: addressesOffset(bytes) + addressBytes * byteAt(bytes, 4) }
  for (let i = 0; i < transaction; i++) {
    cursor.at += fixedTransactionBytes
    for (let field = 0; field < 5; field++) skipVarint(cursor)
    skipAmount(cursor)
  }
  return cursor.at
}

export interface RowPlace {
  readonly block: number
  readonly tx: number
  readonly log: number
  readonly batch: number
}

/** Where in chain order a row stands. */
export const placeOfRow = (bytes: Uint8Array, row: number): RowPlace => {
  const cursor = { bytes, at: rowOffset(bytes, row) }
  const transaction = { bytes, at: transactionOffset(bytes, readByte(cursor)) }
  const block = rowsetHeaderBytes + rowsetBlockBytes * byteAt(bytes, transaction.at + 32)
  transaction.at += fixedTransactionBytes
  cursor.at += 4
  return { block: readU40(bytes, block + 32), tx: readVarint(transaction), log: readVarint(cursor), batch: readVarint(cursor) }
}

export const comparePlaces = (a: RowPlace, b: RowPlace): number => a.block - b.block || a.tx - b.tx || a.log - b.log || a.batch - b.batch

/** The first row at or behind a place; the number of rows where there is none. */
export const firstRowAt = (bytes: Uint8Array, place: RowPlace): number => {
  let low = 0
  let high = byteAt(bytes, 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(placeOfRow(bytes, middle), place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** What no index knows of a row. */
export interface RowFilter {
  readonly tokenId?: bigint | undefined
  /** Twenty bytes. */
  readonly operator?: Uint8Array | undefined
}

export const rowMatches = (bytes: Uint8Array, row: number, filter: RowFilter): boolean => {
  const cursor = { bytes, at: rowOffset(bytes, row) }
  if (filter.operator) {
    const address = addressesOffset(bytes) + addressBytes * byteAt(bytes, cursor.at + 4)
    for (let i = 0; i < addressBytes; i++) if (bytes[address + i] !== filter.operator[i]) return false
  }
  if (filter.tokenId === undefined) return true
  cursor.at += 5
  skipVarint(cursor)
  skipVarint(cursor)
  return readAmount(cursor) === filter.tokenId
}
