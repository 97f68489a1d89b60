import { keccak_256 } from '@noble/hashes/sha3.js'

export const zeroAddress = `0x${'0'.repeat(40)}`

/** Lists repeat addresses, and draw them anew with every step of scrolling; more than these are not in sight. */
const maxRemembered = 2_000
const remembered = new Map<string, string>()

/** With the capitals of EIP-55, which tell a mistyped address. */
export const checksummed = (address: string): string => {
  const known = remembered.get(address)
  if (known !== undefined) return known
  const made = withCapitals(address.slice(2).toLowerCase())
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(address, made)
  return made
}

const withCapitals = (digits: string): string => {
  const hash = keccak_256(new TextEncoder().encode(digits))
  return `0x${Array.from(digits, (digit, i) => ((((hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 15) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

type ReadAddress =
  | { readonly kind: 'address'; readonly address: string; readonly mistyped: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly reason: string }

/** The address in what was pasted: alone, with blanks, or inside a link. `mistyped` where its capitals contradict its checksum. */
export const readAddress = (pasted: string): ReadAddress => {
  const text = pasted.trim()
  if (text === '') return { kind: 'none' }
  const found = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(text)?.[0]
  if (found === undefined) return { kind: 'wrong', reason: wrongness(text) }
  const digits = found.slice(2)
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return { kind: 'address', address: found.toLowerCase(), mistyped: !plain && checksummed(found) !== `0x${digits}` }
}

const wrongness = (text: string): string => {
  if (/^[\w-]+(\.[\w-]+)+$/.test(text)) return 'Names are not resolved here: paste the address itself.'
  if (/^0x[0-9a-f]*$/i.test(text)) return `An address has 40 hexadecimal digits after 0x; this has ${text.length - 2}.`
  return 'This is no address: 0x and 40 hexadecimal digits.'
}
