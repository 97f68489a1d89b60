/** Decimal digits, eight at a time: a division for eight digits, then multiplications on all of them at once. */
import { POWERS, WIDE } from './layout'

const EIGHT_DIGITS: u64 = 100_000_000
const ASCII_ZEROS: u64 = 0x3030303030303030

/** The digits of a number below 10^8, one a byte, the first in the lowest byte. */
function digitsOf(value: u32): u64 {
  const thousands = value / 10_000
  const fours = <u64>thousands | ((<u64>(value - thousands * 10_000)) << 32)
  // x / 100 for x below 10^4, and x / 10 for x below 100, by a multiplication and a shift in each lane.
  const hundreds = ((fours * 10_486) >>> 20) & 0x0000007f0000007f
  const twos = hundreds | ((fours - hundreds * 100) << 16)
  const tens = ((twos * 103) >>> 10) & 0x000f000f000f000f
  return tens | ((twos - tens * 10) << 8)
}

/** Eight digits with leading zeros. */
function putEight(out: usize, value: u32): usize {
  store<u64>(out, digitsOf(value) + ASCII_ZEROS)
  return out + 8
}

/** A number below 10^8 without leading zeros. */
function putUpToEight(out: usize, value: u32): usize {
  const digits = digitsOf(value)
  // The mark in the last digit keeps one zero of the number zero.
  const zeros = ctz(digits | 0x0100000000000000) >> 3
  store<u64>(out, (digits + ASCII_ZEROS) >>> (zeros << 3))
  return out + 8 - <usize>zeros
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
export function preparePowers(): void {
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
