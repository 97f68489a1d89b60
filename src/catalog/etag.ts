import { createHash } from 'node:crypto'

/** A strong validator of a body: the same bytes have the same in every process. */
export const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Whether `If-None-Match` names the validator; comparison is weak there (RFC 9110, 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  const named = (ifNoneMatch ?? '').split(',').map((item) => item.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(etag)
}
