import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/catalog/draft4.ts'
import { formats } from '../../src/catalog/formats.ts'
import type { Schema } from '../../src/catalog/mend.ts'
import { shared } from '../shared.ts'

interface Group {
  readonly description: string
  readonly schema: Schema
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const suite = new URL('data/json-schema-draft4/', shared.folder)
const load = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, suite), 'utf8')) as T

const jsonFilesBelow = (folder: string): string[] =>
  readdirSync(new URL(folder, suite), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? jsonFilesBelow(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
  )

/** The suite's schemas refer to these by the address its own web server would give them. */
const remotes = (): Record<string, Schema> =>
  Object.fromEntries(jsonFilesBelow('remotes/').map((path) => [path.replace('remotes/', 'http://localhost:1234/'), load<Schema>(path)]))

describe.skipIf(!shared.present)('the official draft-04 suite', () => {
  it('passes in all 618 required cases', () => {
    const others = remotes()
    const wrong: string[] = []
    let cases = 0
    for (const file of readdirSync(new URL('tests/draft4/', suite)).filter((name) => name.endsWith('.json'))) {
      for (const group of load<Group[]>(`tests/draft4/${file}`)) {
        const check = compileSchema(group.schema, others)
        for (const test of group.tests) {
          cases++
          if ((check(test.data).length === 0) !== test.valid) wrong.push(`${file}: ${group.description}: ${test.description}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(cases).toBe(618)
  })

  it.each(['uri', 'email'] as const)('passes in every optional case of the format %s', (name) => {
    const texts = load<Group[]>(`tests/draft4/optional/format/${name}.json`).flatMap((group) => group.tests)
    const wrong = texts.filter((test) => typeof test.data === 'string' && formats[name](test.data) !== test.valid)
    expect(wrong.map((test) => test.data)).toEqual([])
  })
})

describe('the format uri', () => {
  it.each([
    ['http://data.example_agency.gov/x', true],
    ['http://user:pw@example.org:8080/a;b?c#d', true],
    ['http://[v1.a:b]/', true],
    ['http:', false],
    ['http://[::1', false],
    ['http://a@b@c/', false],
    ['http://a/#b#c', false],
    ['http://a/\n', false],
    ['http://a\n', false],
  ])('%j: %s', (text, expected) => {
    expect(formats.uri(text)).toBe(expected)
  })
})

describe('anyOf', () => {
  it('fails with one error, whatever its branches find', () => {
    const check = compileSchema({ anyOf: [{ type: 'array', items: { type: 'string', minLength: 1 } }, { type: 'null' }] })
    expect(check(['', '', 3]).map((error) => [error.instancePath, error.keyword])).toEqual([['', 'anyOf']])
  })

  it('keeps the errors found before it', () => {
    const check = compileSchema({ properties: { a: { type: 'string' }, b: { anyOf: [{ type: 'null' }, { type: 'boolean' }] } } })
    expect(check({ a: 1, b: true }).map((error) => error.instancePath)).toEqual(['/a'])
  })
})

describe('uniqueItems', () => {
  it('names the first two equal items, whatever the order of their members', () => {
    const check = compileSchema({ uniqueItems: true })
    expect(check([{ a: 1 }, { a: 2, b: [3] }, 'x', { b: [3], a: 2 }]).map((error) => error.params)).toEqual([{ earlier: 1, later: 3 }])
  })

  it('asks nothing where it is false', () => {
    expect(compileSchema({ uniqueItems: false })([1, 1])).toEqual([])
  })
})
