import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failures } from '../../src/query/errors.ts'
import { parameterTable } from '../../src/query/parameters.ts'
import * as columns from '../../src/records/columns.ts'
import { shared } from '../shared.ts'

interface ApiDoc {
  readonly apiDocument: string
  readonly apiTables: (tables: object) => Readonly<Record<string, string>>
  readonly withTables: (document: string, tables: Readonly<Record<string, string>>) => string
}

describe('docs/API.md', () => {
  it('shows the tables the service runs on, all of them and nothing else (node tools/api-doc.mjs)', async () => {
    const { apiDocument, apiTables, withTables } = (await import(new URL('../../tools/api-doc.mjs', import.meta.url).href)) as ApiDoc
    const document = readFileSync(apiDocument, 'utf8')
    expect(document).toBe(withTables(document, apiTables({ columns, parameters: parameterTable, failures })))
  })
})

describe.skipIf(!shared.present)('the parameter table and the specification', () => {
  const seed = shared.present ? readFileSync(new URL('spec/seed.md', shared.folder), 'utf8') : ''
  const [, section = ''] = /## 4\. Endpoints([\s\S]*?)### 4\.4/.exec(seed) ?? []
  const specified = [...section.matchAll(/^\| (\w+) \| (string|integer) \| (.*?) \|/gm)].map(([, name = '', type, byDefault = '']) => ({
    name,
    type,
    byDefault,
  }))

  it('has every parameter of the specification with its type', () => {
    const ours = Object.entries(parameterTable).filter(([, { origin }]) => origin === 'specification')
    expect(ours.map(([name, { type }]) => `${name} ${type}`).sort()).toEqual(specified.map(({ name, type }) => `${name} ${type}`).sort())
  })

  it.each(specified.filter(({ byDefault }) => /^("?)\w+\1$/.test(byDefault)))('$name has the default $byDefault', ({ name, byDefault }) => {
    expect((parameterTable as Readonly<Record<string, { readonly default: string }>>)[name]?.default).toBe(byDefault.replaceAll('"', ''))
  })
})
