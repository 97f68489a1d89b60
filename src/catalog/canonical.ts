/** One string for each JSON value: the same for equal values, whatever the order of their members, and different for different ones. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`).join()}}`
}

/** The first element that equals an earlier one, with that one; in time linear in the size of the array. */
export const firstEqualPair = (items: readonly unknown[]): readonly [earlier: number, later: number] | undefined => {
  if (items.length < 2) return undefined
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const text = canonical(item)
    const earlier = seen.get(text)
    if (earlier !== undefined) return [earlier, index]
    seen.set(text, index)
  }
  return undefined
}
