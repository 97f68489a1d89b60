import { AbiCoder, encodeBytes32String } from 'ethers'
import { describe, expect, it } from 'vitest'
import { decodeTokenText, tokenTextMaxCharacters } from '../../src/ingest/token-text.ts'
import type { Hex } from '../../src/records/hex.ts'

const abi = (text: string): Hex => AbiCoder.defaultAbiCoder().encode(['string'], [text]) as Hex
const raw = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`
const word = (value: number): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')

describe('the text a contract answers with', () => {
  it.each(['Art Blocks', '名前 🎨', 'a"b\\c', 'x'.repeat(200)])('is the ABI string %j', (text) => {
    expect(decodeTokenText(abi(text))).toBe(text)
  })
  it('is the text of 32 bytes, as older contracts answer', () => {
    expect(decodeTokenText(encodeBytes32String('Maker') as Hex)).toBe('Maker')
  })
  it.each([
    ['a revert', undefined],
    ['no code', '0x'],
    ['half a word', '0x1234'],
    ['an empty string', abi('')],
    ['32 zero bytes', `0x${'0'.repeat(64)}`],
    ['an offset beyond the data', raw(Buffer.concat([word(4096), word(5)]))],
    ['a length beyond the data', raw(Buffer.concat([word(32), word(4096), Buffer.from('abc')]))],
    ['an offset of 256 bits', `0x${'f'.repeat(128)}`],
    ['bytes that are not UTF-8', raw(Buffer.concat([word(32), word(4), Buffer.from('fffefdfc'.padEnd(64, '0'), 'hex')]))],
  ] as const)('is empty for %s', (_, answer) => {
    expect(decodeTokenText(answer as Hex | undefined)).toBe('')
  })
  it('loses its NUL bytes, and keeps everything else', () => {
    expect(decodeTokenText(abi('To\u0000ken\n 7\u0000'))).toBe('Token\n 7')
  })
  it('is cut at a whole character when it is absurdly long', () => {
    const text = decodeTokenText(abi('🎨'.repeat(100_000)))
    expect(text).toBe('🎨'.repeat(tokenTextMaxCharacters))
  })
})
