import type { IndexedBlock, Transfer, TransferTransaction } from './block.ts'
import { writeAmount, writeBigVarint, writeHex, writeU40, writeVarint } from './bytes.ts'
import type { Hex } from './hex.ts'
import { type RawAddress, rawAddress } from './raw-address.ts'
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
  bytes = new Uint8Array(arenaBytes)
  at = 0

  /** Answers where the next piece begins. */
  start(): number {
    if (this.at + roomForPiece > this.bytes.length) {
      this.bytes = new Uint8Array(arenaBytes)
      this.at = 0
    }
    return this.at
  }
}

/** Writes a block as it stands in a row set and answers the offset behind it; `writeTransaction` and `writeTail` likewise. */
export const writeBlock = (target: Uint8Array, offset: number, { hash, number, timestamp }: IndexedBlock): number => {
  const at = writeHex(target, offset, hash)
  writeU40(target, at, number)
  writeU40(target, at + 5, timestamp)
  return at + 10
}

/** The byte that names the block is left 0. */
export const writeTransaction = (target: Uint8Array, offset: number, transaction: TransferTransaction): number => {
  const { methodId } = transaction
  const fixedEnd = offset + fixedTransactionBytes
  let at = writeHex(target, offset, transaction.hash)
  target[at++] = 0
  target[at++] = (methodId.length - 2) >> 1
  for (at = writeHex(target, at, methodId); at < fixedEnd; at++) target[at] = 0
  at = writeVarint(target, at, transaction.index)
  at = writeBigVarint(target, at, transaction.nonce)
  at = writeBigVarint(target, at, transaction.gas)
  at = writeBigVarint(target, at, transaction.gasUsed)
  at = writeBigVarint(target, at, transaction.cumulativeGasUsed)
  return writeAmount(target, at, transaction.gasPrice)
}

/** Log index, batch index, token and value. */
export const writeTail = (target: Uint8Array, offset: number, transfer: Transfer): number => {
  let at = writeVarint(target, offset, transfer.logIndex)
  at = writeVarint(target, at, transfer.batchIndex)
  at = writeAmount(target, at, transfer.tokenId)
  return writeAmount(target, at, transfer.value)
}

const packBlock = (arena: Arena, block: IndexedBlock): PackedBlock => {
  const start = arena.start()
  const { bytes } = arena
  arena.at = writeBlock(bytes, start, block)
  return { number: block.number, bytes, start, end: arena.at }
}

const packTransaction = (arena: Arena, transaction: TransferTransaction, block: PackedBlock): PackedTransaction => {
  const start = arena.start()
  const { bytes } = arena
  arena.at = writeTransaction(bytes, start, transaction)
  return { block, index: transaction.index, bytes, start, end: arena.at }
}

const packTransfer = (arena: Arena, transfer: Transfer, transaction: PackedTransaction, address: (hex: Hex) => RawAddress): PackedRow => {
  const start = arena.start()
  const { bytes } = arena
  arena.at = writeTail(bytes, start, transfer)
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
