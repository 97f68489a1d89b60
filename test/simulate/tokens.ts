import type { TokenText } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { toHex, word } from './bytes.ts'
import type { Random } from './random.ts'

/** A token contract as `eth_call` shows it, and the name and symbol that follow from its answers. */
export interface SimulatedToken {
  readonly address: Hex
  readonly text: TokenText
  /** By selector; undefined: the call reverts. */
  readonly answers: Readonly<Record<Hex, Hex | undefined>>
}

const nameSelector: Hex = '0x06fdde03'
const symbolSelector: Hex = '0x95d89b41'

const padded = (text: string): Uint8Array => {
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes, new Uint8Array((32 - (bytes.length % 32)) % 32)])
}
const asString = (text: string): Hex => toHex(Buffer.concat([word(32), word(Buffer.byteLength(text)), padded(text)]))
const asBytes32 = (text: string): Hex => toHex(padded(text))

const shapes: readonly ((index: number) => Omit<SimulatedToken, 'address'>)[] = [
  (index) => both(`Relics ${index}`, `REL${index}`, asString),
  (index) => both(`Old ${index}`, `OLD${index}`, asBytes32),
  () => both('Größe "7" \\ 🎲', 'G\n7', asString),
  () => ({ text: { name: '', symbol: '' }, answers: { [nameSelector]: undefined, [symbolSelector]: undefined } }),
  () => ({ text: { name: '', symbol: '' }, answers: { [nameSelector]: '0x', [symbolSelector]: '0x' } }),
  // A length beyond any answer.
  () => ({
    text: { name: '', symbol: 'ABS' },
    answers: { [nameSelector]: toHex(Buffer.concat([word(32), word(2n ** 255n)])), [symbolSelector]: asString('ABS') },
  }),
]

const both = (name: string, symbol: string, encode: (text: string) => Hex): Omit<SimulatedToken, 'address'> => ({
  text: { name, symbol },
  answers: { [nameSelector]: encode(name), [symbolSelector]: encode(symbol) },
})

export const makeTokens = (random: Random, count: number): SimulatedToken[] =>
  Array.from({ length: count }, (_, index) => {
    const shape = shapes[index % shapes.length]
    if (shape === undefined) throw new Error('no shape')
    return { address: random.hex(20), ...shape(index) }
  })
