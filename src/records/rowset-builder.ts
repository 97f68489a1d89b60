import type { IndexedBlock } from './block.ts'
import { copyBytes } from './bytes.ts'
import { blockByteOffset, type PackedRow, type Piece, packRows } from './packed-row.ts'
import type { RawAddress } from './raw-address.ts'
import { addressBytes, rowsetBlockBytes, rowsetHeaderBytes, rowsetMaxRows, rowsetVersion } from './rowset.ts'

const fixedRowBytes = 5
/** Where sets are written; grows with the largest. */
let encoded = Buffer.alloc(16_384)

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

  append({ bytes, start, end }: Piece): number {
    const at = this.extend(end - start)
    copyBytes(this.bytes, at, bytes, start, end - start)
    return at
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
    const { transaction } = row
    const ownBytes = row.end - row.start
    const newBlock = this.#lastBlock !== transaction.block.number
    const newTransaction = newBlock || this.#lastTransaction !== transaction.index
    if (this.#rowCount > 0) {
      let bytes = this.#bytes + fixedRowBytes + ownBytes + addressBytes * this.#unknown(row)
      if (newBlock) bytes += rowsetBlockBytes
      if (newTransaction) bytes += transaction.end - transaction.start
      if (bytes > this.#maxBytes || this.#rowCount >= rowsetMaxRows) return false
    }
    if (newBlock) {
      this.#blocks.append(transaction.block)
      this.#lastBlock = transaction.block.number
    }
    if (newTransaction) {
      const start = this.#transactions.append(transaction)
      this.#transactions.bytes[start + blockByteOffset] = this.#blocks.length / rowsetBlockBytes - 1
      this.#lastTransaction = transaction.index
      this.#transactionCount++
    }
    let at = this.#rows.extend(fixedRowBytes + ownBytes)
    const { bytes } = this.#rows
    bytes[at++] = this.#transactionCount - 1
    bytes[at++] = this.#numberOf(row.contract)
    bytes[at++] = this.#numberOf(row.from)
    bytes[at++] = this.#numberOf(row.to)
    bytes[at++] = this.#numberOf(row.operator)
    copyBytes(bytes, at, row.bytes, row.start, ownBytes)
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
