import type { Hex } from '../records/hex.ts'
import compiled from './contract/DemoToken.json' with { type: 'json' }

/** Calls of the demo token as transaction data. */
export const deployment = compiled.bytecode as Hex

export const mint = (to: Hex, id: bigint, value: bigint): Hex => encode('mint(address,uint256,uint256)', [to, id, value])

export const mintBatch = (to: Hex, ids: readonly bigint[], values: readonly bigint[]): Hex =>
  encode('mintBatch(address,uint256[],uint256[])', [to, ids, values])

export const burn = (from: Hex, id: bigint, value: bigint): Hex => encode('burn(address,uint256,uint256)', [from, id, value])

export const burnBatch = (from: Hex, ids: readonly bigint[], values: readonly bigint[]): Hex =>
  encode('burnBatch(address,uint256[],uint256[])', [from, ids, values])

/** The last array stands for the empty `bytes`, which is encoded like an array of nothing. */
export const transfer = (from: Hex, to: Hex, id: bigint, value: bigint): Hex =>
  encode('safeTransferFrom(address,address,uint256,uint256,bytes)', [from, to, id, value, []])

export const transferBatch = (from: Hex, to: Hex, ids: readonly bigint[], values: readonly bigint[]): Hex =>
  encode('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [from, to, ids, values, []])

export const approve = (operator: Hex): Hex => encode('setApprovalForAll(address,bool)', [operator, 1n])

type Argument = Hex | bigint | readonly bigint[]

const wordDigits = 64
const word = (value: Hex | bigint): string => (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(wordDigits, '0')

/** Plain values stand in place, arrays behind all of them, each found by its offset in bytes. */
const encode = (signature: keyof typeof compiled.selectors, values: readonly Argument[]): Hex => {
  let head = ''
  let tail = ''
  for (const value of values) {
    if (typeof value === 'object') {
      head += word(BigInt(values.length * 32 + tail.length / 2))
      tail += word(BigInt(value.length)) + value.map(word).join('')
    } else head += word(value)
  }
  return `0x${compiled.selectors[signature]}${head}${tail}`
}
