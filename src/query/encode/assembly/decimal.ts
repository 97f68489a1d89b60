/** Decimal digits, four at a time from a table. */
import { FOUR_DIGITS, POWERS, WIDE } from './layout'

const EIGHT_DIGITS: u64 = 100_000_000
const ASCII_ZEROS: u32 = 0x30303030

/** Four digits with leading zeros. */
// @ts-ignore: decorator
@inline
function putFour(out: usize, value: u32): usize {
  store<u32>(out, load<u32>(FOUR_DIGITS + (value << 2)))
  return out + 4
}

/** A number below 10^4 without leading zeros. */
// @ts-ignore: decorator
@inline
function putUpToFour(out: usize, value: u32): usize {
  const digits = load<u32>(FOUR_DIGITS + (value << 2))
  // The mark in the last digit keeps one zero of the number zero.
  const zeroBits = ctz((digits ^ ASCII_ZEROS) | 0x01000000) & 0x18
  store<u32>(out, digits >>> zeroBits)
  return out + 4 - <usize>(zeroBits >> 3)
}

// @ts-ignore: decorator
@inline
function putEight(out: usize, value: u32): usize {
  const high = value / 10_000
  return putFour(putFour(out, high), value - high * 10_000)
}

// @ts-ignore: decorator
@inline
function putUpToEight(out: usize, value: u32): usize {
  if (value < 10_000) return putUpToFour(out, value)
  const high = value / 10_000
  return putFour(putUpToFour(out, high), value - high * 10_000)
}

export function putNumber(out: usize, value: u64): usize {
  if (value < EIGHT_DIGITS) return putUpToEight(out, <u32>value)
  const high = value / EIGHT_DIGITS
  const low = <u32>(value - high * EIGHT_DIGITS)
  if (high < EIGHT_DIGITS) return putEight(putUpToEight(out, <u32>high), low)
  const top = high / EIGHT_DIGITS
  return putEight(putEight(putUpToEight(out, <u32>top), <u32>(high - top * EIGHT_DIGITS)), low)
}

/** A length byte and that many bytes, most significant first. */
export function putAmount(out: usize, from: usize): usize {
  const bytes = <u32>load<u8>(from)
  if (bytes > 8) return putWide(out, from + 1, bytes)
  return putNumber(out, bytes == 0 ? 0 : bswap(load<u64>(from, 1)) >>> (64 - 8 * <u64>bytes))
}

/** To be called once. */
export function prepareTables(): void {
  for (let value: u32 = 0; value < 10_000; value++) {
    const digits = value / 1000 | (((value / 100) % 10) << 8) | (((value / 10) % 10) << 16) | ((value % 10) << 24)
    store<u32>(FOUR_DIGITS + value * 4, digits + ASCII_ZEROS)
  }
  store<u32>(POWERS, 1)
  for (let row: u32 = 1; row < 8; row++) {
    let carry: u64 = 0
    for (let place: u32 = 0; place < 12; place++) {
      const product = ((<u64>load<u32>(POWERS + (row - 1) * 48 + place * 4)) << 32) + carry
      carry = product / EIGHT_DIGITS
      store<u32>(POWERS + row * 48 + place * 4, <u32>(product - carry * EIGHT_DIGITS))
    }
  }
}

/**
 * Nine to 32 bytes. The number is the sum of its 32-bit limbs times powers of 2^32; with the powers in base 10^8 all products add up side by side
 * (59 bits each, eight of them: 62), and one pass of carries makes them digits. No long division.
 */
function putWide(out: usize, from: usize, bytes: u32): usize {
  v128.store(WIDE, i64x2.splat(0))
  v128.store(WIDE, i64x2.splat(0), 16)
  v128.store(WIDE + 32 - bytes, v128.load(from))
  v128.store(WIDE + 48 - bytes, v128.load(from, 16))
  let a = i64x2.splat(0)
  let b = i64x2.splat(0)
  let c = i64x2.splat(0)
  let d = i64x2.splat(0)
  let e = i64x2.splat(0)
  const limbs = (bytes + 3) >> 2
  for (let limb: u32 = 0; limb < limbs; limb++) {
    const factor = i32x4.splat(<i32>bswap(load<u32>(WIDE + 28 - 4 * limb)))
    const row: usize = POWERS + limb * 48
    const first = v128.load(row)
    const second = v128.load(row, 16)
    a = i64x2.add(a, i64x2.extmul_low_i32x4_u(first, factor))
    b = i64x2.add(b, i64x2.extmul_high_i32x4_u(first, factor))
    c = i64x2.add(c, i64x2.extmul_low_i32x4_u(second, factor))
    d = i64x2.add(d, i64x2.extmul_high_i32x4_u(second, factor))
    e = i64x2.add(e, i64x2.extmul_low_i32x4_u(v128.load(row, 32), factor))
  }
  v128.store(WIDE, a, 32)
  v128.store(WIDE, b, 48)
  v128.store(WIDE, c, 64)
  v128.store(WIDE, d, 80)
  v128.store(WIDE, e, 96)
  return putPlaces(out)
}

/** Ten sums at WIDE + 32, lowest first. */
function putPlaces(out: usize): usize {
  let carry: u64 = 0
  let top: u32 = 0
  for (let place: u32 = 0; place < 10; place++) {
    const sum = load<u64>(WIDE + 32 + place * 8) + carry
    carry = sum / EIGHT_DIGITS
    const digits = sum - carry * EIGHT_DIGITS
    store<u64>(WIDE + 32 + place * 8, digits)
    if (digits != 0) top = place
  }
  let at = putUpToEight(out, load<u32>(WIDE + 32 + top * 8))
  while (top > 0) {
    top--
    at = putEight(at, load<u32>(WIDE + 32 + top * 8))
  }
  return at
}
