/** Unsigned LEB128: seven bits a byte, the last byte below 128. */

const LAST_BYTE_MARKS: u64 = 0x8080808080808080

// @ts-ignore: decorator
@inline
export function varintBytes(from: usize): u32 {
  const ends = ~load<u64>(from) & LAST_BYTE_MARKS
  if (ends != 0) return (<u32>ctz(ends) >> 3) + 1
  return load<u8>(from, 8) < 0x80 ? 9 : 10
}

/** The value of a varint whose length is known. */
// @ts-ignore: decorator
@inline
export function varint(from: usize, bytes: u32): u64 {
  if (bytes > 8) return longVarint(from, bytes)
  let groups = load<u64>(from) & (~(<u64>0) >>> (64 - 8 * <u64>bytes))
  // Pushes eight groups of seven bits together: in pairs, in fours, in eights.
  groups = (groups & 0x007f007f007f007f) | ((groups & 0x7f007f007f007f00) >>> 1)
  groups = (groups & 0x00003fff00003fff) | ((groups & 0x3fff00003fff0000) >>> 2)
  return (groups & 0x000000000fffffff) | ((groups & 0x0fffffff00000000) >>> 4)
}

function longVarint(from: usize, bytes: u32): u64 {
  let value: u64 = 0
  for (let index: u32 = 0; index < bytes; index++) value |= (<u64>(load<u8>(from + index) & 0x7f)) << (7 * <u64>index)
  return value
}

/** Bit n is set where byte n ends a varint, for sixteen bytes. */
// @ts-ignore: decorator
@inline
export function varintEnds(from: usize): u32 {
  return ~i8x16.bitmask(v128.load(from)) & 0xffff
}

// @ts-ignore: decorator
@inline
export function withoutLowest(bits: u32): u32 {
  return bits & (bits - 1)
}

/** Where a number of varints in a row end. */
export function skipVarints(from: usize, count: u32): usize {
  let at = from
  for (let passed: u32 = 0; passed < count; passed++) at += varintBytes(at)
  return at
}
