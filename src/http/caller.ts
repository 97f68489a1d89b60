import type { IncomingMessage } from 'node:http'
import type { SourceFinder } from '../access/source.ts'

/** Who calls and how the service was reached, read from a request only when somebody asks. */
export interface CallerReader {
  source(request: IncomingMessage): string
  baseUrl(request: IncomingMessage): string
}

const hostName = /^[\w.:[\]-]{1,255}$/

/** Without a configured base URL the caller's own `Host` header is used, the proxy's `X-Forwarded-*` only where its source is believed too. */
export const callerReader = (
  findSource: SourceFinder,
  baseUrl: string | undefined,
  fallback: () => string,
  proxied: boolean,
): CallerReader => {
  const configured = baseUrl?.replace(/\/+$/, '')
  return {
    source: (request) => findSource(request.socket.remoteAddress, request.headers['x-forwarded-for']),
    baseUrl: (request) => {
      if (configured !== undefined) return configured
      const { headers } = request
      const host = (proxied ? first(headers['x-forwarded-host']) : undefined) ?? headers.host
      if (host === undefined || !hostName.test(host)) return fallback()
      return `${proxied && first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'}://${host}`
    },
  }
}

const first = (header: string | string[] | undefined): string | undefined => {
  const text = typeof header === 'string' ? header : header?.[0]
  return text?.split(',')[0]?.trim()
}

/** The key from a header, where no parameter carries one: `X-API-Key`, or `Authorization: Bearer`. */
export const keyFromHeaders = (request: Pick<IncomingMessage, 'headers'>): string | undefined => {
  const own = request.headers['x-api-key']
  if (typeof own === 'string' && own !== '') return own
  const { authorization } = request.headers
  return authorization !== undefined && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined
}
