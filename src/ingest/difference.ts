/** Where two plain values differ: the path to the field, and both sides as text. */
export interface Difference {
  readonly path: string
  readonly stored: string
  readonly derived: string
}

/** Every field in which `stored` and `derived` differ, in order. A field that one side lacks differs too. */
export const differences = (stored: unknown, derived: unknown, path = ''): Difference[] => {
  if (Object.is(stored, derived)) return []
  if (!isComposite(stored) || !isComposite(derived)) return [{ path, stored: shown(stored), derived: shown(derived) }]
  const names = new Set([...Object.keys(stored), ...Object.keys(derived)])
  return [...names].flatMap((name) => differences(stored[name], derived[name], path === '' ? name : `${path}.${name}`))
}

const isComposite = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)) ?? String(value)
}
