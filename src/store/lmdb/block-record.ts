import type { IndexedBlock, Uncle, ValidatedBlock } from '../../records/block.ts'
import {
  type ByteCursor,
  hexOf,
  readAmount,
  readByte,
  readU40,
  readVarint,
  writeAmount,
  writeHex,
  writeU40,
  writeVarint,
} from '../../records/bytes.ts'
import type { Hex } from '../../records/hex.ts'

/**
 * A block as stored, beside its rows:
 *
 *   u8 flags · 32 hash · u40 timestamp · [32 parent hash, where the block below is not held or has another] ·
 *   [20 producer · [20 fee recipient, where another] · amount static · amount inclusion · amount tips · amount burnt · varint transactions] ·
 *   [u8 uncles, each: 32 hash · varint blocks below this one · u40 timestamp · 20 miner · amount reward]
 */
const flag = { parent: 1, validated: 2, feeRecipient: 4, uncles: 8 } as const

export interface BlockRecord {
  readonly hash: Hex
  readonly timestamp: number
  /** Absent: the hash of the block below. */
  readonly parentHash: Hex | undefined
  readonly validated: ValidatedBlock | undefined
  readonly uncles: readonly Uncle[]
}

interface BufferCursor extends ByteCursor {
  readonly bytes: Buffer
}

const readHex = (cursor: BufferCursor, length: number): Hex => {
  const start = cursor.at
  cursor.at += length
  if (cursor.at > cursor.bytes.length) throw new RangeError(`a block record ends at byte ${cursor.bytes.length}, in the middle of a field`)
  return `0x${cursor.bytes.toString('hex', start, cursor.at)}`
}

/** Two uncles at most on any chain known; the format counts them in a byte. */
const maxUncles = 16
const uncleMaxBytes = 32 + 8 + 5 + 20 + 33
const scratch = Buffer.alloc(1 + 32 + 5 + 32 + 40 + 4 * 33 + 8 + 1 + maxUncles * uncleMaxBytes)

const writeTime = (at: number, value: number): number => {
  writeU40(scratch, at, value)
  return at + 5
}

const writeValidated = (offset: number, validated: ValidatedBlock): number => {
  let at = writeHex(scratch, offset, validated.producer)
  if (validated.feeRecipient !== validated.producer) at = writeHex(scratch, at, validated.feeRecipient)
  for (const wei of [validated.staticReward, validated.inclusionReward, validated.tips, validated.burnt]) at = writeAmount(scratch, at, wei)
  return writeVarint(scratch, at, validated.transactionCount)
}

const writeUncle = (offset: number, uncle: Uncle, including: number): number => {
  let at = writeHex(scratch, offset, uncle.hash)
  at = writeVarint(scratch, at, including - uncle.number)
  at = writeTime(at, uncle.timestamp)
  at = writeHex(scratch, at, uncle.miner)
  return writeAmount(scratch, at, uncle.reward)
}

/** The bytes are the same buffer each time: the database copies a value before its call returns. */
export const encodeBlock = (number: number, record: BlockRecord): Uint8Array => {
  const { validated, uncles, parentHash } = record
  if (uncles.length > maxUncles) throw new RangeError(`block ${number} has ${uncles.length} uncles where ${maxUncles} can be stored`)
  scratch[0] =
    (parentHash ? flag.parent : 0) |
    (validated ? flag.validated : 0) |
    (validated && validated.feeRecipient !== validated.producer ? flag.feeRecipient : 0) |
    (uncles.length > 0 ? flag.uncles : 0)
  let at = writeTime(writeHex(scratch, 1, record.hash), record.timestamp)
  if (parentHash) at = writeHex(scratch, at, parentHash)
  if (validated) at = writeValidated(at, validated)
  if (uncles.length > 0) {
    scratch[at++] = uncles.length
    for (const uncle of uncles) at = writeUncle(at, uncle, number)
  }
  return scratch.subarray(0, at)
}

const readTime = (cursor: BufferCursor): number => {
  const at = cursor.at
  cursor.at += 5
  return readU40(cursor.bytes, at)
}

const readValidated = (cursor: BufferCursor, ownFeeRecipient: boolean): ValidatedBlock => {
  const producer = readHex(cursor, 20)
  return {
    producer,
    feeRecipient: ownFeeRecipient ? readHex(cursor, 20) : producer,
    staticReward: readAmount(cursor),
    inclusionReward: readAmount(cursor),
    tips: readAmount(cursor),
    burnt: readAmount(cursor),
    transactionCount: readVarint(cursor),
  }
}

const readUncle = (cursor: BufferCursor, including: number): Uncle => ({
  hash: readHex(cursor, 32),
  number: including - readVarint(cursor),
  timestamp: readTime(cursor),
  miner: readHex(cursor, 20),
  reward: readAmount(cursor),
})

export const decodeBlock = (number: number, bytes: Uint8Array): BlockRecord => {
  const cursor = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), at: 0 }
  const flags = readByte(cursor)
  const hash = readHex(cursor, 32)
  const timestamp = readTime(cursor)
  const parentHash = flags & flag.parent ? readHex(cursor, 32) : undefined
  const validated = flags & flag.validated ? readValidated(cursor, (flags & flag.feeRecipient) !== 0) : undefined
  const uncles = Array.from({ length: flags & flag.uncles ? readByte(cursor) : 0 }, () => readUncle(cursor, number))
  return { hash, timestamp, parentHash, validated, uncles }
}

export const hashOfBlock = (bytes: Uint8Array): Hex => `0x${hexOf(bytes.subarray(1, 33))}`

/** What a batch says of a block, as a record; `hashBelow` is the stored hash of the block below. */
export const recordOf = (block: IndexedBlock, hashBelow: Hex | undefined, withBlocks: boolean): BlockRecord => ({
  hash: block.hash,
  timestamp: block.timestamp,
  parentHash: block.parentHash === hashBelow ? undefined : block.parentHash,
  validated: withBlocks ? block.validated : undefined,
  uncles: withBlocks ? block.uncles : [],
})
