import type { EndpointConfig } from '../config/types.ts'

/** What logs, status and errors call each endpoint: scheme, host and port, and a number where several would be the same. Nothing else of a URL is shown. */
export const endpointNames = (urls: readonly string[]): readonly string[] => {
  const origins = urls.map((url) => {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}`
  })
  return origins.map((origin, index) => {
    const same = origins.flatMap((other, at) => (other === origin ? [at] : []))
    return same.length > 1 ? `${origin}#${same.indexOf(index) + 1}` : origin
  })
}

/** Shorter path segments are words like `v2`, not keys. */
const keyMinChars = 6

/** Makes a function that blanks out every secret part of an endpoint's address and headers, as nodes and libraries repeat them in messages. */
export const scrubberOf = ({ url, headers }: EndpointConfig): ((text: string) => string) => {
  const { username, password, pathname, search, searchParams } = new URL(url)
  const parts = [
    url,
    username,
    password,
    pathname.length > keyMinChars ? pathname + search : '',
    ...pathname.split('/').filter((segment) => segment.length >= keyMinChars),
    ...searchParams.values(),
    ...Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]),
  ]
  const secrets = [...new Set(parts.flatMap((part) => [part, decoded(part)]))]
    .filter((part) => part !== '')
    .sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, '***'), text)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
