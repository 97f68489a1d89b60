import { isIP } from 'node:net'
import type { CatalogConfig } from '../config/types.ts'

/** Who stands behind the published catalog: the operator as configured, or placeholders that say so and are shown to this machine only. */
export interface Publisher {
  readonly kind: 'configured' | 'placeholder'
  readonly publisher: string
  readonly contactPoint: string
  readonly mbox: string
  readonly license: string | undefined
}

const placeholder: Publisher = {
  kind: 'placeholder',
  publisher: 'Placeholder: no publisher is configured',
  contactPoint: 'Placeholder: no contact is configured',
  mbox: 'nobody@placeholder.invalid',
  license: undefined,
}

/** The configuration has seen to it that a publisher is given whole or not at all. */
export const publisherOf = (catalog: CatalogConfig | undefined): Publisher =>
  catalog === undefined ? placeholder : { kind: 'configured', ...catalog }

/** Whether an address is of this machine, so that nobody else can be reading. */
export const isLoopback = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
