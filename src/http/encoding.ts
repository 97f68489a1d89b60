export type ContentEncoding = 'br' | 'gzip'

/**
 * The encoding to answer with. Brotli where it is accepted: at its fastest it makes a page smaller than gzip does, in less than half the time.
 * A quality of 0 is a refusal; other qualities are not weighed, the choice is ours among what is accepted.
 */
export const acceptedEncoding = (header: string | undefined): ContentEncoding | undefined => {
  if (header === undefined || header === '' || header === 'identity') return undefined
  const known = remembered.get(header)
  if (known !== undefined) return known === 'identity' ? undefined : known
  const chosen = choose(header)
  // Browsers and libraries send a handful of values; somebody who sends many gets no more of our memory.
  if (remembered.size < maxRemembered) remembered.set(header, chosen ?? 'identity')
  return chosen
}

const maxRemembered = 64
const remembered = new Map<string, ContentEncoding | 'identity'>()

const choose = (header: string): ContentEncoding | undefined => {
  const accepted = new Map<string, boolean>()
  for (const part of header.toLowerCase().split(',').slice(0, maxRemembered)) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    accepted.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  const accepts = (name: string): boolean => accepted.get(name) ?? accepted.get('*') ?? false
  return accepts('br') ? 'br' : accepts('gzip') || (accepted.get('x-gzip') ?? false) ? 'gzip' : undefined
}
