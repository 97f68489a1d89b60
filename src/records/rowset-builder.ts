import type { IndexedBlock, Transfer, TransferTransaction } from './block.ts'
import {
  byteAt,
  readByte,
  readBytes,
  readU40,
  readVarint,
  skipVarint,
  writeAmount,
  writeBigVarint,
  writeU40,
  writeVarint,
} from './bytes.ts'
import type { Hex } from './hex.ts'
import { addressBytes, rowsetBlockBytes, rowsetHeaderBytes, rowsetMaxRows, rowsetRows, rowsetVersion } from './rowset.ts'
import { addressesOffset, fixedTransactionBytes, rowOffset, skipAmount, transactionOffset } from './rowset-view.ts'

/** Twenty bytes as a string of twenty characters: compares, hashes and copies faster than hexadecimal. */
export type RawAddress = string

/**
 * A row in the pieces a row set is made of, so that copying a row into another set moves bytes and decodes nothing.
 * Rows of one block, or transaction, of one source share the object.
 */
export interface PackedRow {
  readonly transaction: PackedTransaction
  readonly contract: RawAddress
  readonly from: RawAddress
  readonly to: RawAddress
  readonly operator: RawAddress
  readonly log: number
  readonly batch: number
  /** Log index, batch index, token and value, as they stand in a row. */
  readonly tail: Uint8Array
}

interface PackedTransaction {
  readonly block: PackedBlock
  readonly index: number
  /** As it stands in a row set; the byte that names the block is filled in there. */
  readonly bytes: Uint8Array
}

interface PackedBlock {
  readonly number: number
  readonly bytes: Uint8Array
}

const blockByteOffset = 32
const fixedRowBytes = 5
const scratch = Buffer.alloc(256)
const addressScratch = Buffer.alloc(addressBytes)
/** Where sets are written; grows with the largest. */
let encoded = Buffer.alloc(16_384)

export const rawAddress = (address: Hex): RawAddress => {
  const written = address.length === 2 + 2 * addressBytes ? addressScratch.write(address.slice(2), 'hex') : 0
  if (written !== addressBytes) throw new RangeError(`${address} is not an address`)
  return addressScratch.toString('latin1')
}

const packBlock = (block: IndexedBlock): PackedBlock => {
  const bytes = Buffer.alloc(rowsetBlockBytes)
  bytes.write(block.hash.slice(2), 'hex')
  writeU40(bytes, 32, block.number)
  writeU40(bytes, 37, block.timestamp)
  return { number: block.number, bytes }
}

const packTransaction = (transaction: TransferTransaction, block: PackedBlock): PackedTransaction => {
  scratch.fill(0, 0, fixedTransactionBytes)
  scratch.write(transaction.hash.slice(2), 'hex')
  scratch[33] = (transaction.methodId.length - 2) >> 1
  scratch.write(transaction.methodId.slice(2), 34, 4, 'hex')
  let at = writeVarint(scratch, fixedTransactionBytes, transaction.index)
  for (const value of [transaction.nonce, transaction.gas, transaction.gasUsed, transaction.cumulativeGasUsed])
    at = writeBigVarint(scratch, at, value)
  at = writeAmount(scratch, at, transaction.gasPrice)
  return { block, index: transaction.index, bytes: Uint8Array.prototype.slice.call(scratch, 0, at) }
}

const packTail = (transfer: Transfer): Uint8Array => {
  let at = writeVarint(scratch, 0, transfer.logIndex)
  at = writeVarint(scratch, at, transfer.batchIndex)
  at = writeAmount(scratch, at, transfer.tokenId)
  return Uint8Array.prototype.slice.call(scratch, 0, writeAmount(scratch, at, transfer.value))
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
  return blocks.flatMap((block) => {
    if (block.transactions.length === 0) return []
    const packedBlock = packBlock(block)
    return block.transactions.flatMap((plain) => {
      const transaction = packTransaction(plain, packedBlock)
      return plain.transfers.map((transfer) => ({
        transaction,
        contract: address(transfer.contract),
        from: address(transfer.from),
        to: address(transfer.to),
        operator: address(transfer.operator),
        log: transfer.logIndex,
        batch: transfer.batchIndex,
        tail: packTail(transfer),
      }))
    })
  })
}

/** The rows of a row set. Copies what it keeps: the bytes may be overwritten afterwards. */
export const unpackRowset = (source: Uint8Array): PackedRow[] => {
  const bytes = Buffer.from(source)
  const cursor = { bytes, at: rowsetHeaderBytes }
  const [blockCount, transactionCount, addressCount] = [bytes[2] ?? 0, bytes[3] ?? 0, bytes[4] ?? 0]
  const blocks: PackedBlock[] = []
  for (let i = 0; i < blockCount; i++) {
    const block = readBytes(cursor, rowsetBlockBytes)
    blocks.push({ number: readU40(block, 32), bytes: block })
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
    if (block) transactions.push({ block, index, bytes: bytes.subarray(start, cursor.at) })
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
    rows.push({ transaction, contract, from, to, operator, log, batch, tail: bytes.subarray(start, cursor.at) })
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
  const tailStart = cursor.at
  const [log, batch] = [readVarint(cursor), readVarint(cursor)]
  skipAmount(cursor)
  skipAmount(cursor)
  const block = { number: readU40(source, blockStart + 32), bytes: source.slice(blockStart, blockStart + rowsetBlockBytes) }
  return {
    transaction: { block, index, bytes: source.slice(transactionStart, transaction.at) },
    contract,
    from,
    to,
    operator,
    log,
    batch,
    tail: source.slice(tailStart, cursor.at),
  }
}

/** Bytes that grow at their end. */
class Grown {
  bytes = Buffer.allocUnsafe(256)
  length = 0

  /** Makes room for more bytes and answers where they begin. */
  extend(count: number): number {
    const start = this.length
    this.length = start + count
    if (this.length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.length))
      larger.set(this.bytes.subarray(0, start))
      this.bytes = larger
    }
    return start
  }

  append(source: Uint8Array): number {
    const start = this.extend(source.length)
    this.bytes.set(source, start)
    return start
  }

  copyTo(target: Buffer, at: number): number {
    return at + this.bytes.copy(target, at, 0, this.length)
  }
}

/** Fills one row set after the other, each up to `maxBytes`. The parts of the set are kept as they will stand in it, so that a set which grows is encoded again by copying. */
export class RowsetBuilder {
  readonly #maxBytes: number
  readonly #known = new Map<RawAddress, number>()
  readonly #blocks = new Grown()
  readonly #addresses = new Grown()
  readonly #transactions = new Grown()
  readonly #rows = new Grown()
  #rowCount = 0
  #transactionCount = 0
  #lastBlock = -1
  #lastTransaction = -1

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get rows(): number {
    return this.#rowCount
  }

  /** Adds the row that follows in chain order; false, and nothing changed, where it does not fit any more. An empty set takes any row. */
  add(row: PackedRow): boolean {
    const { transaction, tail } = row
    const newBlock = this.#lastBlock !== transaction.block.number
    const newTransaction = newBlock || this.#lastTransaction !== transaction.index
    if (this.#rowCount > 0) {
      let bytes = this.#bytes + fixedRowBytes + tail.length + addressBytes * this.#unknown(row)
      if (newBlock) bytes += rowsetBlockBytes
      if (newTransaction) bytes += transaction.bytes.length
      if (bytes > this.#maxBytes || this.#rowCount >= rowsetMaxRows) return false
    }
    if (newBlock) {
      this.#blocks.append(transaction.block.bytes)
      this.#lastBlock = transaction.block.number
    }
    if (newTransaction) {
      const start = this.#transactions.append(transaction.bytes)
      this.#transactions.bytes[start + blockByteOffset] = this.#blocks.length / rowsetBlockBytes - 1
      this.#lastTransaction = transaction.index
      this.#transactionCount++
    }
    let at = this.#rows.extend(fixedRowBytes + tail.length)
    const { bytes } = this.#rows
    bytes[at++] = this.#transactionCount - 1
    bytes[at++] = this.#numberOf(row.contract)
    bytes[at++] = this.#numberOf(row.from)
    bytes[at++] = this.#numberOf(row.to)
    bytes[at++] = this.#numberOf(row.operator)
    // A call would take longer than these few bytes do.
    for (let i = 0; i < tail.length; i++) bytes[at++] = tail[i] ?? 0
    this.#rowCount++
    return true
  }

  get #bytes(): number {
    return rowsetHeaderBytes + this.#blocks.length + this.#addresses.length + this.#transactions.length + this.#rows.length
  }

  /** How many addresses of a row do not stand in the set yet. */
  #unknown({ contract, from, to, operator }: PackedRow): number {
    const known = this.#known
    let count = known.has(contract) ? 0 : 1
    if (!known.has(from) && from !== contract) count++
    if (to !== from && !known.has(to) && to !== contract) count++
    if (operator !== from && operator !== to && !known.has(operator) && operator !== contract) count++
    return count
  }

  #numberOf(address: RawAddress): number {
    let number = this.#known.get(address)
    if (number === undefined) {
      number = this.#known.size
      this.#known.set(address, number)
      const start = this.#addresses.extend(addressBytes)
      this.#addresses.bytes.write(address, start, 'latin1')
    }
    return number
  }

  /** The bytes of the set, which is left as it is: more rows may be added. */
  encode(): Uint8Array {
    return Uint8Array.from(this.encodeShared())
  }

  /** As `encode`, in a buffer that the next call overwrites. */
  encodeShared(): Uint8Array {
    const size = this.#bytes
    if (encoded.length < size) encoded = Buffer.alloc(size)
    const out = encoded
    out[0] = rowsetVersion
    out[1] = this.#rowCount
    out[2] = this.#blocks.length / rowsetBlockBytes
    out[3] = this.#transactionCount
    out[4] = this.#known.size
    out[5] = 0
    out.writeUInt16LE(size - this.#rows.length, 6)
    let at = this.#blocks.copyTo(out, rowsetHeaderBytes)
    at = this.#addresses.copyTo(out, at)
    at = this.#transactions.copyTo(out, at)
    this.#rows.copyTo(out, at)
    return out.subarray(0, size)
  }

  clear(): void {
    for (const part of [this.#blocks, this.#addresses, this.#transactions, this.#rows]) part.length = 0
    this.#known.clear()
    this.#rowCount = 0
    this.#transactionCount = 0
    this.#lastBlock = -1
    this.#lastTransaction = -1
  }
}

/** Row sets of all rows of the blocks, for tests and tools. */
export const rowsetsOf = (blocks: readonly IndexedBlock[], maxBytes: number): Uint8Array[] => {
  const builder = new RowsetBuilder(maxBytes)
  const sets: Uint8Array[] = []
  for (const row of packRows(blocks)) {
    if (builder.add(row)) continue
    sets.push(builder.encode())
    builder.clear()
    builder.add(row)
  }
  if (builder.rows > 0) sets.push(builder.encode())
  return sets
}
