import type { Hex } from '../records/hex.ts'
import { digestHex } from './keccak.ts'
import { hashing, memory, place } from './memory.ts'
import { closeList, closeString, mark, startRlp, writeByte, writeCopy, writtenAt } from './rlp.ts'

/**
 * The root of the Merkle Patricia trie over a list, keyed by RLP of the index: how a header commits to transactions and receipts. The keys are known
 * beforehand, so the shape is too: nodes are made in key order, each hashed once where it was written, and nothing is kept but the path to the root.
 */

/** No key is longer, so no path has more nodes: three bytes of index and one of length are eight nibbles. */
const MAX_ITEMS = 2 ** 24
/** A branch: sixteen references of at most 33 bytes, an empty value, and before them room for the list header. */
const FRAME_BYTES = 640
const FRAME_HEADER_BYTES = 3

const cursors = new Uint32Array(10)
const frameStart = (level: number): number => place.trieFrames + level * FRAME_BYTES + FRAME_HEADER_BYTES

let items = 0
let writeItem: (index: number) => void = () => undefined

/** `write` writes item `index` by `rlp.ts`; it may hash what it wrote. Items are asked for once each, in key order (1 to 127, 0, 128 …). */
export const orderedTrieRoot = (count: number, write: (index: number) => void): Hex => {
  if (count >= MAX_ITEMS) throw new RangeError(`a list of ${count} items: at most ${MAX_ITEMS} are possible`)
  if (count === 0) return emptyTrieRoot
  items = count
  writeItem = write
  cursors[0] = frameStart(0)
  makeNode(0, count, 0, 1, true)
  return digestHex(frameStart(0) + 1)
}

export const emptyTrieRoot: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** The index whose key comes at a position of the sorted keys: 0x01 … 0x7f, 0x80 (index 0), 0x8180 … */
const indexAt = (position: number): number => {
  const small = Math.min(items - 1, 127)
  if (position < small) return position + 1
  return position === small ? 0 : position
}

const nibbleOf = (index: number, depth: number): number => {
  const byte = keyByte(index, depth >> 1)
  return depth % 2 === 0 ? byte >> 4 : byte & 15
}

const keyByte = (index: number, at: number): number => {
  if (index < 128) return index === 0 ? 0x80 : index
  const size = keyBytes(index) - 1
  return at === 0 ? 0x80 + size : (index >> (8 * (size - at))) & 0xff
}

const keyBytes = (index: number): number => (index < 128 ? 1 : index < 256 ? 2 : index < 65_536 ? 3 : 4)

/** Makes the node over positions `from` to `to` (excluded) and appends its reference to the frame one level up. */
const makeNode = (from: number, to: number, depth: number, level: number, isRoot: boolean): void => {
  if (to - from === 1) {
    makeLeaf(indexAt(from), depth)
    refer(writtenAt(), mark(), level - 1, isRoot)
    return
  }
  const first = indexAt(from)
  const last = indexAt(to - 1)
  let split = depth
  while (nibbleOf(first, split) === nibbleOf(last, split)) split++
  cursors[level] = frameStart(level)
  let start = from
  for (let nibble = 0; nibble < 16; nibble++) {
    let end = start
    while (end < to && nibbleOf(indexAt(end), split) === nibble) end++
    if (end === start) putByte(level, 0x80)
    else makeNode(start, end, split + 1, level + 1, false)
    start = end
  }
  putByte(level, 0x80)
  closeBranch(level)
  const branch = frameStart(level) - FRAME_HEADER_BYTES + branchOffset
  const size = (cursors[level] ?? 0) - branch
  if (split === depth) refer(branch, size, level - 1, isRoot)
  else {
    makeExtension(branch, size, first, depth, split)
    refer(writtenAt(), mark(), level - 1, isRoot)
  }
}

const makeLeaf = (index: number, depth: number): void => {
  startRlp()
  writeItem(index)
  closeString(0)
  writePath(index, depth, 2 * keyBytes(index), 0x20)
  closeList(0)
}

const makeExtension = (branch: number, size: number, index: number, from: number, to: number): void => {
  startRlp()
  if (size < 32) writeCopy(branch, size)
  else {
    hashing.keccak256(branch, size, place.pair)
    writeCopy(place.pair, 32)
    writeByte(0xa0)
  }
  writePath(index, from, to, 0)
  closeList(0)
}

/** Nibbles `from` to `to` of a key in the compact form: a flag, whether the number is odd, then the nibbles. */
const writePath = (index: number, from: number, to: number, flag: number): void => {
  const end = mark()
  let at = to
  for (; at - from >= 2; at -= 2) writeByte((nibbleOf(index, at - 2) << 4) | nibbleOf(index, at - 1))
  writeByte(at > from ? flag | 0x10 | nibbleOf(index, from) : flag)
  closeString(end)
}

const putByte = (level: number, value: number): void => {
  const at = cursors[level] ?? 0
  memory.bytes[at] = value
  cursors[level] = at + 1
}

/** Where the list header of the branch just closed begins, within the room before its frame. */
let branchOffset = 0

const closeBranch = (level: number): void => {
  const start = frameStart(level)
  const size = (cursors[level] ?? 0) - start
  // Sixteen references and a value are 17 bytes at least and 529 at most.
  if (size <= 55) {
    memory.bytes[start - 1] = 0xc0 + size
    branchOffset = 2
  } else if (size <= 255) {
    memory.bytes[start - 2] = 0xf8
    memory.bytes[start - 1] = size
    branchOffset = 1
  } else {
    memory.bytes[start - 3] = 0xf9
    memory.bytes[start - 2] = size >> 8
    memory.bytes[start - 1] = size & 0xff
    branchOffset = 0
  }
}

/** Appends a reference to the node at `address`: its hash, or the node itself where that is shorter. The root is always hashed. */
const refer = (address: number, size: number, level: number, isRoot: boolean): void => {
  const at = cursors[level] ?? 0
  if (size < 32 && !isRoot) {
    memory.bytes.copyWithin(at, address, address + size)
    cursors[level] = at + size
    return
  }
  memory.bytes[at] = 0xa0
  hashing.keccak256(address, size, at + 1)
  cursors[level] = at + 33
}
