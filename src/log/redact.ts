/**
 * The last line of defence against a secret in a log: callers do not log keys, and what slips through is blanked here. By the name of the field, and by
 * shape inside any text: our own keys and tokens, `apikey=` in a URL, user and password in front of a host, bearer tokens.
 */
const secretName = /^(apikey|api_key|key|token|secret|password|authorization|x-api-key|cookie)$/i

const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/\bos[ka]_[0-9A-Za-z]{8,}/g, '[key]'],
  [/([?&;]\s*(?:api_?key|token|secret|password|auth|key)=)[^&\s"'#]*/gi, '$1[hidden]'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@"']+@/gi, '$1[hidden]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, '$1 [hidden]'],
]

export const redactText = (text: string): string => {
  let out = text
  for (const [shape, replacement] of secretShapes) out = out.replace(shape, replacement)
  return out
}

/** A log field ready to be written: plain JSON values, secrets blanked, errors as their message (the stack only where asked for). */
export const redactField = (name: string, value: unknown, depth = 0): unknown => {
  if (secretName.test(name)) return '[hidden]'
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Error) return redactText(describeError(value))
  if (value === null || typeof value !== 'object') return value
  // Nothing worth a log line is nested deeper; a bound keeps a cyclic object from hanging the logger.
  if (depth >= maxDepth) return '[…]'
  if (Array.isArray(value)) return value.map((item) => redactField('', item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactField(key, item, depth + 1)]))
}

const maxDepth = 4

/** The message of an error and of what caused it, on one line. */
const describeError = (error: Error): string => {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.name}: ${error.message}${cause}`
}
