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

/** The service cannot start as configured; the message says which settings to give. */
export class CatalogMisconfigured extends Error {
  override readonly name = 'CatalogMisconfigured'
}

const placeholder: Publisher = {
  kind: 'placeholder',
  publisher: 'Placeholder: no publisher is configured',
  contactPoint: 'Placeholder: no contact is configured',
  mbox: 'nobody@placeholder.invalid',
  license: undefined,
}

/** Whether an address is of this machine, so that nobody else can be reading. */
export const isLoopback = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}

const advice =
  'Give catalog.publisher, catalog.contactPoint, catalog.mbox and catalog.license in the configuration file: they stand in every entry of /data.json.'

/** An operator publishes who configured a catalog, or a public address for the service: then nothing may be missing. */
export const publisherOf = (catalog: CatalogConfig | undefined, baseUrl: string | undefined): Publisher => {
  if (catalog === undefined) {
    if (baseUrl === undefined || isLoopback(baseUrl)) return placeholder
    throw new CatalogMisconfigured(`The service is published at ${baseUrl}, but its catalog has no publisher. ${advice}`)
  }
  const { publisher, contactPoint, mbox, license } = catalog
  const missing = Object.entries({ publisher, contactPoint, mbox, license }).filter(
    ([, value]) => value === undefined || value.trim() === '',
  )
  if (missing.length > 0) {
    const names = missing.map(([name]) => `catalog.${name}`).join(', ')
    throw new CatalogMisconfigured(`The catalog cannot be published without ${names}. ${advice}`)
  }
  return { kind: 'configured', publisher, contactPoint, mbox, license }
}
