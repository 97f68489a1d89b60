import { readFileSync } from 'node:fs'
import { keccak256 as reference } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexOfBytes } from '../../src/evm/hex.ts'
import { keccak256, keccak256Hex } from '../../src/evm/keccak.ts'
import { compile } from '../../tools/evm-wasm.mjs'

describe('Keccak-256', () => {
  it('of nothing is the known value', () => {
    expect(keccak256Hex('0x')).toBe('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  })
  it('of every length around a block boundary agrees with another implementation', () => {
    for (const size of [0, 1, 7, 8, 31, 32, 134, 135, 136, 137, 271, 272, 273, 4096]) {
      const data = Uint8Array.from({ length: size }, (_, i) => (i * 7 + size) % 256)
      expect(keccak256Hex(data)).toBe(reference(data))
    }
  })
  it('agrees with another implementation on anything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (data) => {
        expect(hexOfBytes(keccak256(data))).toBe(reference(data))
      }),
    )
  })
  it('of more than the working memory holds at first grows it', () => {
    const large = new Uint8Array(5_000_000).fill(9)
    expect(keccak256Hex(large)).toBe(reference(large))
  })
  it('leaves what it returned alone when it hashes again', () => {
    const first = keccak256(Uint8Array.of(1))
    const kept = hexOfBytes(first)
    keccak256(Uint8Array.of(2))
    expect(hexOfBytes(first)).toBe(kept)
  })
})

describe('the compiled module', () => {
  it('is what its source compiles to (else: node tools/evm-wasm.mjs)', async () => {
    expect(readFileSync(new URL('../../src/evm/hashing-binary.ts', import.meta.url), 'utf8')).toBe(await compile())
  })
})
