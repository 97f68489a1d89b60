import type { IndexedBlock, Transfer, TransferTransaction } from './block.ts'
import { writeAmount, writeBigVarint, writeU40, writeVarint } from './bytes.ts'
import type { Hex } from './hex.ts'
import { type RawAddress, rawAddress } from './raw-address.ts'
import { rowsetBlockBytes } from './rowset.ts'
import { fixedTransactionBytes } from './rowset-view.ts'

/** Some bytes of a larger array, as they stand in a row set. An array of its own for each would be most of what packing a row costs. */
export interface Piece {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/**
 * A row in the pieces a row set is made of, so that copying a row into another set moves bytes and decodes nothing.
 * Rows of one block, or transaction, of one source share the object. The row's own piece is log index, batch index, token and value.
 */
export interface PackedRow extends Piece {
  readonly transaction: PackedTransaction
  readonly contract: RawAddress
  readonly from: RawAddress
  readonly to: RawAddress
  readonly operator: RawAddress
  readonly log: number
  readonly batch: number
}

/** The byte that names the block is filled in by the set. */
export interface PackedTransaction extends Piece {
  readonly block: PackedBlock
  readonly index: number
}

export interface PackedBlock extends Piece {
  readonly number: number
}

/** Where in a transaction's piece its block is named. */
export const blockByteOffset = 32

/** More than any piece takes: a transaction has 38 bytes, five varints of ten and an amount of 33. */
const roomForPiece = 160
const arenaBytes = 65_536

/** Where pieces are written, one behind the other. */
class Arena {
  bytes = Buffer.alloc(arenaBytes)
  at = 0

  /** Answers where the next piece begins; the bytes there are zero. */
  start(): number {
    if (this.at + roomForPiece > this.bytes.length) {
      this.bytes = Buffer.alloc(arenaBytes)
      this.at = 0
    }
    return this.at
  }
}

const packBlock = (arena: Arena, block: IndexedBlock): PackedBlock => {
  const start = arena.start()
  const { bytes } = arena
  bytes.write(block.hash.slice(2), start, 'hex')
  writeU40(bytes, start + 32, block.number)
  writeU40(bytes, start + 37, block.timestamp)
  arena.at = start + rowsetBlockBytes
  return { number: block.number, bytes, start, end: arena.at }
}

const packTransaction = (arena: Arena, transaction: TransferTransaction, block: PackedBlock): PackedTransaction => {
  const start = arena.start()
  const { bytes } = arena
  bytes.write(transaction.hash.slice(2), start, 'hex')
  bytes[start + 33] = (transaction.methodId.length - 2) >> 1
  bytes.write(transaction.methodId.slice(2), start + 34, 4, 'hex')
  let at = writeVarint(bytes, start + fixedTransactionBytes, transaction.index)
  at = writeBigVarint(bytes, at, transaction.nonce)
  at = writeBigVarint(bytes, at, transaction.gas)
  at = writeBigVarint(bytes, at, transaction.gasUsed)
  at = writeBigVarint(bytes, at, transaction.cumulativeGasUsed)
  arena.at = writeAmount(bytes, at, transaction.gasPrice)
  return { block, index: transaction.index, bytes, start, end: arena.at }
}

const packTransfer = (arena: Arena, transfer: Transfer, transaction: PackedTransaction, address: (hex: Hex) => RawAddress): PackedRow => {
  const start = arena.start()
  const { bytes } = arena
  let at = writeVarint(bytes, start, transfer.logIndex)
  at = writeVarint(bytes, at, transfer.batchIndex)
  at = writeAmount(bytes, at, transfer.tokenId)
  arena.at = writeAmount(bytes, at, transfer.value)
  const from = address(transfer.from)
  const to = address(transfer.to)
  return {
    transaction,
    contract: address(transfer.contract),
    from,
    to,
    // Mostly one of the two: a comparison is cheaper than a look-up.
    operator: transfer.operator === transfer.from ? from : transfer.operator === transfer.to ? to : address(transfer.operator),
    log: transfer.logIndex,
    batch: transfer.batchIndex,
    bytes,
    start,
    end: arena.at,
  }
}

/** The rows of blocks, in chain order. */
export const packRows = (blocks: readonly IndexedBlock[]): PackedRow[] => {
  const raw = new Map<Hex, RawAddress>()
  const address = (hex: Hex): RawAddress => {
    let found = raw.get(hex)
    if (found !== undefined) return found
    found = rawAddress(hex)
    raw.set(hex, found)
    return found
  }
  const arena = new Arena()
  const rows: PackedRow[] = []
  for (const block of blocks) {
    if (block.transactions.length === 0) continue
    const packedBlock = packBlock(arena, block)
    for (const transaction of block.transactions) {
      const packedTransaction = packTransaction(arena, transaction, packedBlock)
      for (const transfer of transaction.transfers) rows.push(packTransfer(arena, transfer, packedTransaction, address))
    }
  }
  return rows
}
