/** Longer values are cut: a message is read by a person. */
const shownMaxChars = 80

/** A value as a message may repeat it. Whatever could hold a secret, a URL above all, shows only what cannot. */
export const shown = (value: unknown): string | undefined => {
  if (value === undefined) return undefined
  if (typeof value === 'string' && /:\/\/|@|[?&=]/.test(value)) return hidden(value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > shownMaxChars ? `${text.slice(0, shownMaxChars)}…` : text
}

const hidden = (value: string): string => {
  if (!URL.canParse(value)) return '(a text that may hold a secret)'
  const { protocol, host } = new URL(value)
  return `"${protocol}//${host}…"`
}
