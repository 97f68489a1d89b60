/** One string for each JSON value: the same for equal values, whatever the order of their members, and different for different ones. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`).join()}}`
}

/** Texts longer than this count by their length alone in a fingerprint: hashing them would cost what it is meant to save. */
const fingerprintMaxChars = 64

/** Two numbers to one of 32 bits, well spread: multiplied by odd constants (of the golden ratio, and of MurmurHash3), high bits folded into low ones. */
const mix = (a: number, b: number): number => {
  const product = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b)
  return Math.imul(product ^ (product >>> 15), 0xc2b2ae35)
}

/** A number that equal values share and different ones seldom do, for much less than the canonical string: it looks at the first level only. */
const fingerprinter = (): ((value: unknown) => number) => {
  const numbers = new Map<unknown, number>()
  const numberOf = (scalar: unknown): number => {
    const known = numbers.get(scalar)
    if (known !== undefined) return known
    numbers.set(scalar, numbers.size + 1)
    return numbers.size
  }
  const memberNumber = (value: unknown): number => {
    if (typeof value === 'string') return value.length > fingerprintMaxChars ? value.length : numberOf(value)
    return typeof value === 'object' && value !== null ? 0 : numberOf(value)
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0
    // A sum of whole numbers of 32 bits, so that the order of members does not count.
    let sum = 0
    for (const [name, member] of Object.entries(value)) sum = (sum + mix(numberOf(name), memberNumber(member))) | 0
    return sum
  }
}

/** The first element that equals an earlier one, with that one; in time linear in the size of the array. */
export const firstEqualPair = (items: readonly unknown[]): readonly [earlier: number, later: number] | undefined => {
  if (items.length < 2) return undefined
  const fingerprint = fingerprinter()
  /** By fingerprint: the one element that has it, or all that have it by their canonical string. */
  const seen = new Map<number, number | Map<string, number>>()
  for (const [index, item] of items.entries()) {
    const mark = fingerprint(item)
    const alike = seen.get(mark)
    if (alike === undefined) {
      seen.set(mark, index)
      continue
    }
    const byText = typeof alike === 'number' ? new Map([[canonical(items[alike]), alike]]) : alike
    const text = canonical(item)
    const earlier = byText.get(text)
    if (earlier !== undefined) return [earlier, index]
    seen.set(mark, byText.set(text, index))
  }
  return undefined
}
