import { readFileSync } from 'node:fs'

/**
 * The two schema files, as published and as run: the same bytes. They stand at the package's root, two levels above this file both in `src/` and in `dist/`.
 * They carry no `id`, so `single_entry.json` is found beside `catalog.json` wherever they are served from.
 */
const read = (name: string): Buffer => readFileSync(new URL(`../../schemas/${name}`, import.meta.url))

export interface EntrySchema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, unknown>>
}

export interface CatalogSchema {
  readonly title: string
  readonly items: { readonly $ref: string }
}

export const catalogSchemaBytes: Buffer = read('catalog.json')
export const entrySchemaBytes: Buffer = read('single_entry.json')
export const catalogSchema = JSON.parse(catalogSchemaBytes.toString()) as CatalogSchema
export const entrySchema = JSON.parse(entrySchemaBytes.toString()) as EntrySchema
