import type { Hex } from './hex.ts'
import { addressBytes } from './rowset.ts'

/** Twenty bytes as a string of twenty characters: compares, hashes and copies faster than hexadecimal. */
export type RawAddress = string

const scratch = Buffer.alloc(addressBytes)

export const rawAddress = (address: Hex): RawAddress => {
  const written = address.length === 2 + 2 * addressBytes ? scratch.write(address.slice(2), 'hex') : 0
  if (written !== addressBytes) throw new RangeError(`${address} is not an address`)
  return scratch.toString('latin1')
}
