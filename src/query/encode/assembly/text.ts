/** Writing text sixteen bytes at a time. Each function writes at `out`, may write a few bytes more than it means, and returns where the next text goes. */
import { JOINT_BYTES, JOINT_LENGTHS, JOINTS } from './layout'

/** A text between two values: at most 32 bytes. */
// @ts-ignore: decorator
@inline
export function putJoint(out: usize, joint: u32): usize {
  const from: usize = JOINTS + joint * JOINT_BYTES
  v128.store(out, v128.load(from))
  v128.store(out, v128.load(from, 16), 16)
  return out + load<u8>(JOINT_LENGTHS + joint)
}

/** As `putJoint`, up to 48 bytes. */
// @ts-ignore: decorator
@inline
export function putLongJoint(out: usize, joint: u32): usize {
  v128.store(out, v128.load(JOINTS + joint * JOINT_BYTES, 32), 32)
  return putJoint(out, joint)
}

// @ts-ignore: decorator
@inline
function copy64(out: usize, from: usize): void {
  v128.store(out, v128.load(from))
  v128.store(out, v128.load(from, 16), 16)
  v128.store(out, v128.load(from, 32), 32)
  v128.store(out, v128.load(from, 48), 48)
}

/** Most texts are short: what fits 64 bytes is copied without asking how long it is. */
// @ts-ignore: decorator
@inline
export function putText(out: usize, from: usize, length: usize): usize {
  copy64(out, from)
  for (let done: usize = 64; done < length; done += 64) copy64(out + done, from + done)
  return out + length
}

/** The 32 hexadecimal digits of 16 bytes. */
// @ts-ignore: decorator
@inline
function putHex16(out: usize, from: usize): void {
  const bytes = v128.load(from)
  const digits = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102)
  const high = v128.swizzle(digits, v128.shr<u8>(bytes, 4))
  const low = v128.swizzle(digits, v128.and(bytes, i8x16.splat(15)))
  v128.store(out, v128.shuffle<u8>(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
  v128.store(out, v128.shuffle<u8>(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16)
}

// @ts-ignore: decorator
@inline
export function putHash(out: usize, from: usize): usize {
  putHex16(out, from)
  putHex16(out + 32, from + 16)
  return out + 64
}

/** The last sixteen bytes overlap the first: no odd piece is left over. */
// @ts-ignore: decorator
@inline
export function putAddress(out: usize, from: usize): usize {
  putHex16(out, from)
  putHex16(out + 8, from + 4)
  return out + 40
}

/** Up to four bytes. */
// @ts-ignore: decorator
@inline
export function putSelector(out: usize, from: usize, bytes: usize): usize {
  putHex16(out, from)
  return out + 2 * bytes
}
