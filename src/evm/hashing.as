// Keccak-256 and hexadecimal, over one linear memory: callers write hexadecimal text or bytes into it and hash in place, so nothing is copied between the two.
// Compiled by `node tools/evm-wasm.mjs` into hashing-binary.ts. AssemblyScript, not TypeScript: hence the extension.

// The memory below MEMORY_FREE belongs to this file; the rest is the caller's.
const PADDED: usize = 0 // the last, padded block of a message
const ROUND_CONSTANTS: usize = 256
const ROUND_CONSTANTS_END: usize = 448
const RATE: usize = 136 // bytes absorbed a permutation for a 256-bit capacity of 512

function initialise(): void {
  // The constants are the bits of a shift register (FIPS 202, section 3.2.5): bit 2^j - 1 of constant i is step j + 7i.
  let lfsr: u32 = 1
  for (let at = ROUND_CONSTANTS; at < ROUND_CONSTANTS_END; at += 8) {
    let constant: u64 = 0
    for (let j: u64 = 0; j < 7; j++) {
      if (lfsr & 1) constant |= (<u64>1) << ((<u64>1 << j) - 1)
      lfsr <<= 1
      if (lfsr & 0x100) lfsr ^= 0x171
    }
    store<u64>(at, constant)
  }
}
initialise()

/** Keccak-256 (the original padding, as Ethereum uses it) of `length` bytes at `from`; 32 bytes go to `to`, which may overlap the input. */
export function keccak256(from: usize, length: usize, to: usize): void {
  // Six lanes are kept complemented, which leaves 5 of the 25 negations a round (a known trick of the reference code; measured: an eighth faster).
  let a00: u64 = 0
  let a01: u64 = ~0
  let a02: u64 = ~0
  let a03: u64 = 0
  let a04: u64 = 0
  let a05: u64 = 0
  let a06: u64 = 0
  let a07: u64 = 0
  let a08: u64 = ~0
  let a09: u64 = 0
  let a10: u64 = 0
  let a11: u64 = 0
  let a12: u64 = ~0
  let a13: u64 = 0
  let a14: u64 = 0
  let a15: u64 = 0
  let a16: u64 = 0
  let a17: u64 = ~0
  let a18: u64 = 0
  let a19: u64 = 0
  let a20: u64 = ~0
  let a21: u64 = 0
  let a22: u64 = 0
  let a23: u64 = 0
  let a24: u64 = 0
  let last = false
  let block = from
  let left = length
  while (true) {
    if (left < RATE) {
      last = true
      memory.fill(PADDED, 0, RATE)
      memory.copy(PADDED, block, left)
      store<u8>(PADDED + left, 0x01)
      store<u8>(PADDED + RATE - 1, load<u8>(PADDED + RATE - 1) | 0x80)
      block = PADDED
    }
    a00 ^= load<u64>(block, 0)
    a01 ^= load<u64>(block, 8)
    a02 ^= load<u64>(block, 16)
    a03 ^= load<u64>(block, 24)
    a04 ^= load<u64>(block, 32)
    a05 ^= load<u64>(block, 40)
    a06 ^= load<u64>(block, 48)
    a07 ^= load<u64>(block, 56)
    a08 ^= load<u64>(block, 64)
    a09 ^= load<u64>(block, 72)
    a10 ^= load<u64>(block, 80)
    a11 ^= load<u64>(block, 88)
    a12 ^= load<u64>(block, 96)
    a13 ^= load<u64>(block, 104)
    a14 ^= load<u64>(block, 112)
    a15 ^= load<u64>(block, 120)
    a16 ^= load<u64>(block, 128)
    for (let round = ROUND_CONSTANTS; round < ROUND_CONSTANTS_END; round += 8) {
      const c0 = a00 ^ a05 ^ a10 ^ a15 ^ a20
      const c1 = a01 ^ a06 ^ a11 ^ a16 ^ a21
      const c2 = a02 ^ a07 ^ a12 ^ a17 ^ a22
      const c3 = a03 ^ a08 ^ a13 ^ a18 ^ a23
      const c4 = a04 ^ a09 ^ a14 ^ a19 ^ a24
      const d0 = c4 ^ rotl<u64>(c1, 1)
      const d1 = c0 ^ rotl<u64>(c2, 1)
      const d2 = c1 ^ rotl<u64>(c3, 1)
      const d3 = c2 ^ rotl<u64>(c4, 1)
      const d4 = c3 ^ rotl<u64>(c0, 1)
      const b00 = a00 ^ d0
      const b01 = rotl<u64>(a06 ^ d1, 44)
      const b02 = rotl<u64>(a12 ^ d2, 43)
      const b03 = rotl<u64>(a18 ^ d3, 21)
      const b04 = rotl<u64>(a24 ^ d4, 14)
      const b05 = rotl<u64>(a03 ^ d3, 28)
      const b06 = rotl<u64>(a09 ^ d4, 20)
      const b07 = rotl<u64>(a10 ^ d0, 3)
      const b08 = rotl<u64>(a16 ^ d1, 45)
      const b09 = rotl<u64>(a22 ^ d2, 61)
      const b10 = rotl<u64>(a01 ^ d1, 1)
      const b11 = rotl<u64>(a07 ^ d2, 6)
      const b12 = rotl<u64>(a13 ^ d3, 25)
      const b13 = rotl<u64>(a19 ^ d4, 8)
      const b14 = rotl<u64>(a20 ^ d0, 18)
      const b15 = rotl<u64>(a04 ^ d4, 27)
      const b16 = rotl<u64>(a05 ^ d0, 36)
      const b17 = rotl<u64>(a11 ^ d1, 10)
      const b18 = rotl<u64>(a17 ^ d2, 15)
      const b19 = rotl<u64>(a23 ^ d3, 56)
      const b20 = rotl<u64>(a02 ^ d2, 62)
      const b21 = rotl<u64>(a08 ^ d3, 55)
      const b22 = rotl<u64>(a14 ^ d4, 39)
      const b23 = rotl<u64>(a15 ^ d0, 41)
      const b24 = rotl<u64>(a21 ^ d1, 2)
      a00 = b00 ^ (b01 | b02) ^ load<u64>(round)
      a01 = b01 ^ (~b02 | b03)
      a02 = b02 ^ (b03 & b04)
      a03 = b03 ^ (b04 | b00)
      a04 = b04 ^ (b00 & b01)
      a05 = b05 ^ (b06 | b07)
      a06 = b06 ^ (b07 & b08)
      a07 = b07 ^ (b08 | ~b09)
      a08 = b08 ^ (b09 | b05)
      a09 = b09 ^ (b05 & b06)
      const e2 = ~b13
      a10 = b10 ^ (b11 | b12)
      a11 = b11 ^ (b12 & b13)
      a12 = b12 ^ (e2 & b14)
      a13 = e2 ^ (b14 | b10)
      a14 = b14 ^ (b10 & b11)
      const e3 = ~b18
      a15 = b15 ^ (b16 & b17)
      a16 = b16 ^ (b17 | b18)
      a17 = b17 ^ (e3 | b19)
      a18 = e3 ^ (b19 & b15)
      a19 = b19 ^ (b15 | b16)
      const e4 = ~b21
      a20 = b20 ^ (e4 & b22)
      a21 = e4 ^ (b22 | b23)
      a22 = b22 ^ (b23 & b24)
      a23 = b23 ^ (b24 | b20)
      a24 = b24 ^ (b20 & b21)
    }
    if (last) break
    block += RATE
    left -= RATE
  }
  store<u64>(to, a00, 0)
  store<u64>(to, ~a01, 8)
  store<u64>(to, ~a02, 16)
  store<u64>(to, a03, 24)
}

/** The values of 16 hexadecimal digits, a byte each; `bad` collects lanes that are none. */
// @ts-ignore: decorator
@inline
function digits(text: v128): v128 {
  const digit = i8x16.sub(text, i8x16.splat(0x30))
  const letter = i8x16.sub(v128.or(text, i8x16.splat(0x20)), i8x16.splat(0x61))
  const isDigit = i8x16.lt_u(digit, i8x16.splat(10))
  const isLetter = i8x16.lt_u(letter, i8x16.splat(6))
  // A lane that is neither becomes 0x80: no valid digit has that bit.
  const value = v128.bitselect(digit, i8x16.add(letter, i8x16.splat(10)), isDigit)
  return v128.or(v128.andnot(value, v128.not(v128.or(isDigit, isLetter))), v128.andnot(i8x16.splat(<i8>0x80), v128.or(isDigit, isLetter)))
}

// @ts-ignore: decorator
@inline
function pairs(values: v128): v128 {
  return v128.and(v128.or(i16x8.shl(values, 4), i16x8.shr_u(values, 8)), i16x8.splat(0xff))
}

function digit(code: u32): u32 {
  const value = code - 0x30
  if (value < 10) return value
  const letter = (code | 0x20) - 0x61
  return letter < 6 ? letter + 10 : 0x80
}

/** Turns `length` hexadecimal digits (even) at `from` into bytes at `to`, which may be `from`. False where a character is no digit; `to` is then undefined. */
export function decodeHex(from: usize, length: usize, to: usize): bool {
  let bad = i8x16.splat(0)
  const end = from + length
  const wideEnd = from + (length & ~31)
  while (from < wideEnd) {
    const high = digits(v128.load(from))
    const low = digits(v128.load(from, 16))
    bad = v128.or(bad, v128.or(high, low))
    v128.store(to, i8x16.narrow_i16x8_u(pairs(high), pairs(low)))
    from += 32
    to += 16
  }
  let badTail: u32 = 0
  while (from < end) {
    const high = digit(load<u8>(from))
    const low = digit(load<u8>(from, 1))
    badTail |= high | low
    store<u8>(to, (high << 4) | low)
    from += 2
    to += 1
  }
  return (badTail & 0x80) == 0 && i8x16.bitmask(bad) == 0
}

/** ORs 256 bytes at `from` into 256 bytes at `to`: how blooms add up. */
export function orBloom(from: usize, to: usize): void {
  for (let at: usize = 0; at < 256; at += 16) v128.store(to + at, v128.or(v128.load(to + at), v128.load(from + at)))
}
