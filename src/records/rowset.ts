import type { Transfer, TransferTransaction } from './block.ts'
import { byteAt, hexOf, readAmount, readBigVarint, readByte, readBytes, readU40, readVarint } from './bytes.ts'
import type { Hex } from './hex.ts'

/**
 * The row set: up to 63 transfer rows as bytes, the currency between store and encoder. Blocks, transactions and addresses that rows share stand once.
 * Little-endian; `varint` is unsigned LEB128 (up to 2^64 - 1); `amount` is one length byte 0..32 and that many bytes, most significant first, no leading zero.
 *
 *   header   u8 version = 1 · u8 rows (1..63) · u8 blocks · u8 transactions · u8 addresses (≤ 252; a row adds at most 4) · u8 0 · u16 offset of the rows part
 *   block    32 hash · u40 number · u40 timestamp                                                                  × blocks
 *   address  20 bytes                                                                                             × addresses
 *   tx       32 hash · u8 block · u8 methodLength (0..4) · 4 methodId (zero-padded) ·
 *            varint index · varint nonce · varint gas · varint gasUsed · varint cumulativeGasUsed · amount gasPrice × transactions
 *   row      u8 tx · u8 contract · u8 from · u8 to · u8 operator (indexes above) · varint logIndex · varint batchIndex · amount tokenId · amount value   × rows
 *
 * Rows stand in chain order: block, transaction index, log index, batch index. Made by `rowset-builder.ts`.
 */
export const rowsetVersion = 1
/** The most whose addresses, four to a row, can all be counted in a byte. */
export const rowsetMaxRows = 63
export const rowsetHeaderBytes = 8
export const rowsetBlockBytes = 42
export const addressBytes = 20

/** One transfer with the block and transaction it stands in, as plain values. */
export interface TransferRow {
  readonly block: { readonly number: number; readonly hash: Hex; readonly timestamp: number }
  readonly transaction: Omit<TransferTransaction, 'transfers'>
  readonly transfer: Transfer
}

export const rowsetRows = (bytes: Uint8Array): number => byteAt(bytes, 1)

const hex = (bytes: Uint8Array): Hex => `0x${hexOf(bytes)}`

/** The element a row refers to; a set that refers past its end is damaged. */
const referred = <T>(list: readonly T[], index: number, what: string): T => {
  const found = list[index]
  if (found === undefined) throw new RangeError(`a row set refers to ${what} ${index} of ${list.length}`)
  return found
}

/** All rows of a row set as plain objects. Throws where the bytes are not a row set. */
export const readRowset = (bytes: Uint8Array): TransferRow[] => {
  if (bytes[0] !== rowsetVersion) throw new RangeError(`row set version ${bytes[0]} where ${rowsetVersion} is known`)
  const cursor = { bytes, at: rowsetHeaderBytes }
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read)
  const blocks = times(byteAt(bytes, 2), () => {
    const at = cursor.at
    const hash = hex(readBytes(cursor, 32))
    readBytes(cursor, 10)
    return { number: readU40(bytes, at + 32), hash, timestamp: readU40(bytes, at + 37) }
  })
  const addresses = times(byteAt(bytes, 4), () => hex(readBytes(cursor, addressBytes)))
  const transactions = times(byteAt(bytes, 3), () => {
    const hash = hex(readBytes(cursor, 32))
    const block = referred(blocks, readByte(cursor), 'block')
    const methodLength = readByte(cursor)
    const methodId = hex(readBytes(cursor, 4).subarray(0, methodLength))
    const [index, nonce, gas, gasUsed] = [readVarint(cursor), readBigVarint(cursor), readBigVarint(cursor), readBigVarint(cursor)]
    const cumulativeGasUsed = readBigVarint(cursor)
    const gasPrice = readAmount(cursor)
    return { block, transaction: { hash, index, nonce, gas, gasPrice, gasUsed, cumulativeGasUsed, methodId } }
  })
  if (cursor.at !== byteAt(bytes, 6) + byteAt(bytes, 7) * 0x100)
    throw new RangeError(`the rows part of a row set is not at byte ${cursor.at}`)
  return times(rowsetRows(bytes), () => {
    const { block, transaction } = referred(transactions, readByte(cursor), 'transaction')
    const address = () => referred(addresses, readByte(cursor), 'address')
    const [contract, from, to, operator] = [address(), address(), address(), address()]
    const [logIndex, batchIndex] = [readVarint(cursor), readVarint(cursor)]
    const tokenId = readAmount(cursor)
    return { block, transaction, transfer: { contract, operator, from, to, tokenId, value: readAmount(cursor), logIndex, batchIndex } }
  })
}
