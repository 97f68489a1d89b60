import type { RawAddress } from '../../records/raw-address.ts'
import type { Position } from '../port.ts'

/**
 * The key space, all of it. Integers in keys are big-endian, so that keys sort as their numbers do. `chain` is the chain's number in this store, `run` a
 * stretch of chain order written ascending, `list` a posting list that has outgrown its head.
 *
 *   meta      'format'                                   → u32 format version
 *   meta      'secret'                                   → 32 bytes
 *   meta      'lists'                                    → u32 number of the next list
 *   meta      'settling'                                 → key of the fresh postings that are to be settled next
 *   meta      'chain' · u53 chain id                     → the chain's state (state.ts), JSON
 *   tokens    u16 chain · 20 contract                    → [name, symbol], JSON
 *   contracts u16 chain · 20 contract                    → u32 number of the contract, by which postings name it
 *   unnamed   u16 chain · 20 contract                    → nothing: a contract that was numbered and whose name was never put
 *   blocks    u16 chain · u40 number                     → block record (block-record.ts)
 *   rows      u16 run · u32 chunk                        → row set (records/rowset.ts) of the run's next rows
 *   places    u16 run · u40 block · u32 transaction · u32 log · u32 batch → u32 chunk that begins with this row
 *   heads     u16 run · u8 kind · 20 address [· u32 contract]  → list head (posting.ts): count and newest postings
 *   fresh     as heads                                   → the list's postings behind those of the head (fresh.ts)
 *   postings  u32 list · u32 chunk                       → the list's postings 128 × chunk and up (posting.ts)
 *   seals     u32 list · u32 position                    → row set of the list's rows from this position on
 */
export const databaseNames = [
  'meta',
  'tokens',
  'contracts',
  'unnamed',
  'blocks',
  'rows',
  'places',
  'heads',
  'fresh',
  'postings',
  'seals',
] as const
export type DatabaseName = (typeof databaseNames)[number]

/** What a list is of. The number is part of its key. */
export const listKind = { address: 0, contract: 1, pair: 2, sender: 3, recipient: 4, producer: 5, miner: 6 } as const
export type ListKind = (typeof listKind)[keyof typeof listKind]

export const metaKey = (name: 'format' | 'secret' | 'lists' | 'settling'): Buffer => Buffer.from(name)

export const chainKey = (chainId: number): Buffer => {
  const key = Buffer.alloc(12)
  key.write('chain', 'latin1')
  key.writeUIntBE(Math.floor(chainId / 2 ** 32), 5, 3)
  key.writeUInt32BE(chainId % 2 ** 32, 8)
  return key
}

/** The fixed-size keys below are written into one buffer each: the database copies a key before its call returns. */
const reused = (bytes: number): Buffer => Buffer.alloc(bytes)

const chainAddress = reused(22)
export const chainAddressKey = (chain: number, address: RawAddress): Buffer => {
  chainAddress.writeUInt16BE(chain)
  chainAddress.write(address, 2, 'latin1')
  return chainAddress
}

/** The keys of all addresses of a chain lie from this one up to that of the next chain. */
export const chainPrefix = (chain: number): Buffer => Buffer.of(chain >>> 8, chain & 0xff)

/** Not reused: ranges hold two of these at once. */
export const blockKey = (chain: number, number: number): Buffer => {
  const key = Buffer.alloc(7)
  key.writeUInt16BE(chain)
  // Ranges may end beyond any block there can be.
  key.writeUIntBE(Math.min(number, 2 ** 40 - 1), 2, 5)
  return key
}
export const blockOfKey = (key: Uint8Array): number => Buffer.from(key.buffer, key.byteOffset, key.length).readUIntBE(2, 5)

const rows = reused(6)
export const rowsKey = (run: number, chunk: number): Buffer => {
  rows.writeUInt16BE(run)
  rows.writeUInt32BE(chunk, 2)
  return rows
}

/** Not reused: ranges hold two of these at once. */
export const placeKey = (run: number, place: Position): Buffer => {
  const key = Buffer.alloc(19)
  key.writeUInt16BE(run)
  key.writeUIntBE(place.block, 2, 5)
  key.writeUInt32BE(place.tx, 7)
  key.writeUInt32BE(place.log, 11)
  key.writeUInt32BE(place.batch, 15)
  return key
}

/** A list's head is named by the characters of its key: writers hold many at once. */
export type ListName = string

const pairSuffix = Buffer.alloc(4)
export const listName = (run: number, kind: ListKind, address: RawAddress, contract?: number): ListName => {
  const name = String.fromCharCode(run >>> 8, run & 0xff, kind) + address
  if (contract === undefined) return name
  pairSuffix.writeUInt32BE(contract)
  return name + pairSuffix.toString('latin1')
}

const headKeys = new Map([23, 27].map((bytes) => [bytes, reused(bytes)]))
export const headKey = (name: ListName): Buffer => {
  const key = headKeys.get(name.length) ?? Buffer.alloc(name.length)
  key.write(name, 'latin1')
  return key
}
/** The keys of all heads of a run lie from this one up to that of the next run. */
export const runKey = (run: number): Buffer => Buffer.of(run >>> 8, run & 0xff)
/** The keys of all heads of a kind, of a run, lie from this one up to that of the next kind. */
export const kindPrefix = (run: number, kind: number): Buffer => Buffer.of(run >>> 8, run & 0xff, kind)
export const kindOfName = (name: ListName): number => name.charCodeAt(2)
export const runOfName = (name: ListName): number => name.charCodeAt(0) * 256 + name.charCodeAt(1)
/** The address a list is of. */
export const addressOfName = (name: ListName): RawAddress => name.slice(3, 23)

const part = reused(8)
export const postingsKey = (list: number, chunk: number): Buffer => {
  part.writeUInt32BE(list)
  part.writeUInt32BE(chunk, 4)
  return part
}
/** Not reused: ranges hold two of these at once. */
export const sealKey = (list: number, position: number): Buffer => {
  const key = Buffer.alloc(8)
  key.writeUInt32BE(list)
  key.writeUInt32BE(position, 4)
  return key
}
