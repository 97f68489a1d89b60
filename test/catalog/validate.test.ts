import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/catalog/draft4.ts'
import type { Schema } from '../../src/catalog/mend.ts'
import { type CatalogReport, fileLimits } from '../../src/catalog/report.ts'
import { catalogSchema, entrySchema } from '../../src/catalog/schemas.ts'
import { validateCatalog } from '../../src/catalog/validate.ts'
import { shared } from '../shared.ts'
import { catalogText, goodEntry } from './entries.ts'

const validate = (text: string | Uint8Array, limits = fileLimits): CatalogReport =>
  validateCatalog(typeof text === 'string' ? Buffer.from(text) : text, limits)

/** The report on a catalog of a good self entry and one other, changed. */
const withEntry = (changes: Readonly<Record<string, unknown>>): CatalogReport => validate(catalogText([goodEntry(1, changes)]))
const errorsOf = (report: CatalogReport): string[] => report.errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`)
const warningsOf = (report: CatalogReport): string[] => report.warnings.map(({ pointer, keyword }) => `${pointer} ${keyword}`)

const folder = new URL('data/catalog/', shared.folder)
const expected = <T>(name: string): [string, T][] =>
  shared.present ? Object.entries(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, T>) : []

describe.skipIf(!shared.present)('real and official catalog files', () => {
  it.each(expected<number>('files.expected.json'))('%s has %i errors', (name, errors) => {
    expect(validate(readFileSync(new URL(`files/${name}`, folder))).errorCount).toBe(errors)
  })

  it('each file has its expectation', () => {
    expect(
      expected('files.expected.json')
        .map(([name]) => name)
        .sort(),
    ).toEqual(readdirSync(new URL('files/', folder)).sort())
  })
})

describe.skipIf(!shared.present)('documents with one change', () => {
  it.each(expected<{ errors: string[] }>('mutations.expected.json'))('%s', (name, { errors }) => {
    const bytes = readFileSync(new URL(`mutations/${name}.json`, folder))
    expect(errorsOf(validate(bytes))).toEqual(errors)
  })

  it('are judged alike by the two halves and by the whole schema', () => {
    const whole = compileSchema(catalogSchema as unknown as Schema, { 'single_entry.json': entrySchema as unknown as Schema })
    for (const [name] of expected('mutations.expected.json')) {
      const bytes = readFileSync(new URL(`mutations/${name}.json`, folder))
      const byWhole = whole(JSON.parse(bytes.toString())).map((error) => `${error.instancePath} ${error.keyword}`)
      expect(errorsOf(validate(bytes))).toEqual(byWhole)
    }
  })
})

describe('dates', () => {
  it.each([
    '2014',
    '2014-08',
    '2014-08-31',
    '20140831',
    '2014-W35',
    '2014-W35-7',
    '2014W357',
    '2014-243',
    '2014-08-31T12',
    '2014-08-31T12:00Z',
    '2014-08-31T12:00:00.5+01:00',
    '2014-08-31T24:00',
    '20140831T120000Z',
    '2014-08-31 12:00:00',
    'P1Y2M10DT2H30M',
    'P4W',
    'PT0.5S',
    '2013-01-01/2014-01-01',
    '2009-09-01T12:00:00Z/2010-05-31T12:00:00Z',
    '2013-01-01/P1Y',
    'P1Y/2014-01-01',
    'R/2013-01-01/P1M',
    'R5/2013-01-01T00:00:00Z/PT1H',
  ])('%s is allowed', (date) => {
    expect(withEntry({ modified: date, temporal: date, issued: date }).errors).toEqual([])
  })

  it.each([
    '',
    '08/31/2014',
    '2014-13-01',
    '2014-00-10',
    '2014-08-32',
    '2014-8-1',
    '2014-W54',
    '2014-000',
    '2014-367',
    '2014-08-31T25:00',
    '2014-08-31T12:60',
    '2014-08-31T',
    'P',
    'P1Y2',
    'PT',
    'P1DT',
    '2013-01-01/..',
    '../2013-01-01',
    '2013-01-01/',
    'P1Y/P1Y',
    'R/2013-01-01',
    'yesterday',
    ' 2014-08-31',
    '2014-08-31\n',
    '201408',
  ])('%j is not, with one error a field', (date) => {
    const report = withEntry({ modified: date, temporal: date, issued: date })
    expect(errorsOf(report).sort()).toEqual(['/1/issued anyOf', '/1/modified anyOf', '/1/temporal anyOf'])
  })
})

describe('fields', () => {
  it.each<[string, unknown, string[]]>([
    ['modified', null, ['/1/modified anyOf']],
    ['title', null, ['/1/title type']],
    ['keyword', ['a', '', 3], ['/1/keyword/1 minLength', '/1/keyword/2 type']],
    ['mbox', 'not an address', ['/1/mbox format']],
    ['mbox', 7, ['/1/mbox type']],
    ['identifier', '--', ['/1/identifier pattern']],
    ['accessLevel', null, ['/1/accessLevel enum']],
    ['accessLevelComment', 'x'.repeat(255), []],
    ['accessLevelComment', 'x'.repeat(256), ['/1/accessLevelComment anyOf']],
    ['accessLevelComment', '😀'.repeat(255), []],
    ['accessURL', 'example.org/data', ['/1/accessURL anyOf']],
    ['format', 'text/csv; charset=utf-8', ['/1/format anyOf']],
    ['format', 'csv', ['/1/format anyOf']],
    ['format', 'application/vnd.ms-excel', []],
    ['distribution', [], ['/1/distribution anyOf']],
    ['distribution', [{ accessURL: 'https://example.org/a', format: 'text/csv' }], []],
    ['programCode', ['018:001', '018:001'], ['/1/programCode anyOf']],
    ['bureauCode', ['18:10'], ['/1/bureauCode anyOf']],
    ['language', ['en', 'de-CH-1996', 'zh-Hant-TW', 'x-private', 'i-klingon', 'en-a-bbb-x-a'], []],
    ['language', ['en_US'], ['/1/language anyOf']],
    ['language', [], []],
    ['references', ['see below'], ['/1/references anyOf']],
    ['theme', [''], ['/1/theme anyOf']],
    ['license', '', ['/1/license anyOf']],
    ['dataQuality', 'true', ['/1/dataQuality anyOf']],
    ['PrimaryITInvestmentUII', '023-000000001', []],
    ['PrimaryITInvestmentUII', '23-1', ['/1/PrimaryITInvestmentUII anyOf']],
  ])('%s: %j', (field, value, errors) => {
    expect(errorsOf(withEntry({ [field]: value }))).toEqual(errors)
  })

  it.each(Object.keys(entrySchema.properties).filter((field) => !entrySchema.required.includes(field)))('%s may be null', (field) => {
    expect(withEntry({ [field]: null }).errors).toEqual([])
  })

  it.each(entrySchema.required)('%s must be there', (field) => {
    expect(errorsOf(withEntry({ [field]: undefined }))).toEqual(['/1 required'])
  })
})

describe('an error', () => {
  it('names the place, the field, the value, what is allowed and the entry', () => {
    const text = `[\n${JSON.stringify(goodEntry(0, { keyword: ['catalog'] }))},\n{"title": "x", "modified": "31.8.2014",\n   ${JSON.stringify(
      goodEntry(1),
    )
      .slice(1)
      .replace(/"title":"[^"]*",/, '')
      .replace(/"modified":"[^"]*",/, '')}]`
    expect(validate(text).errors).toEqual([
      {
        line: 3,
        column: 28,
        pointer: '/1/modified',
        keyword: 'anyOf',
        message: expect.stringMatching(/^modified is "31\.8\.2014"; allowed: an ISO 8601 date \(2014-08-31\)/),
        identifier: 'entry-1',
      },
    ])
  })

  it.each<[string, unknown, string]>([
    [
      'distribution',
      [{ accessURL: 'https://example.org', format: 'csv' }],
      'distribution is an array of 1 (distribution/0/format is "csv"); allowed: ',
    ],
    ['distribution', [{ format: 'text/csv' }], 'distribution is an array of 1 (distribution/0 has no "accessURL"); allowed: '],
    ['programCode', ['018:001', '018:001'], 'programCode is an array of 2 (items 0 and 1 are equal); allowed: '],
    ['language', ['en', 'en_US'], 'language is an array of 2 (language/1 is "en_US"); allowed: '],
    ['theme', [], 'theme is an empty array; allowed: '],
    ['theme', 'a', 'theme is "a"; allowed: '],
  ])('in a list names the item: %s %j', (field, value, message) => {
    expect(withEntry({ [field]: value }).errors.map((error) => error.message)).toEqual([expect.stringContaining(message)])
  })

  it('about a version 1.1 file is one, and says so', () => {
    const report = validate('{"conformsTo": "https://project-open-data.cio.gov/v1.1/schema", "dataset": [{}, {}]}')
    expect(report.errors.map(({ message }) => message)).toEqual([expect.stringContaining('version 1.1')])
  })

  it('about equal entries says which, in which lines', () => {
    const entry = JSON.stringify(goodEntry(1, { keyword: ['catalog'] }))
    const report = validate(`[${entry},\n${JSON.stringify(goodEntry(2))},\n${entry}]`)
    expect(report.errors).toMatchObject([
      {
        line: 1,
        column: 1,
        pointer: '',
        keyword: 'uniqueItems',
        message: expect.stringContaining('entry 2 (line 3) equals entry 0 (line 1)'),
      },
    ])
  })

  it('beyond the limit is counted', () => {
    const report = validate(JSON.stringify(Array.from({ length: 50 }, (_, index) => ({ index }))), { ...fileLimits, maxErrors: 3 })
    expect([report.errors.length, report.errorCount]).toEqual([3, 50 * entrySchema.required.length])
  })
})

describe('warnings, which leave a file valid', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    ['nothing odd', {}, []],
    ['an identifier that stands twice', { identifier: 'entry-0' }, ['/1/identifier duplicateIdentifier']],
    ['an empty required string', { title: ' ' }, ['/1/title emptyString']],
    ['a name wrong only in case', { webservice: 'https://example.org' }, ['/1/webservice keyCase']],
    ['restricted data without a comment', { accessLevel: 'restricted public' }, ['/1/accessLevel restrictedWithoutComment']],
    [
      'non-public data with an empty comment',
      { accessLevel: 'non-public', accessLevelComment: null },
      ['/1/accessLevel restrictedWithoutComment'],
    ],
    ['restricted data with a comment', { accessLevel: 'restricted public', accessLevelComment: 'on request' }, []],
  ])('%s', (_, changes, warnings) => {
    const report = withEntry(changes)
    expect([report.verdict, warningsOf(report)]).toEqual(['valid', warnings])
  })

  it('no entry for the catalog itself', () => {
    expect(warningsOf(validate(JSON.stringify([goodEntry(1)])))).toEqual([' noSelfEntry'])
  })

  it('a byte order mark, which shifts no position', () => {
    const report = validate(`\ufeff${catalogText([goodEntry(1, { title: '' })])}`)
    expect(warningsOf(report)).toEqual([' byteOrderMark', '/1/title emptyString'])
    expect(report.warnings[1]?.column).toBe(validate(catalogText([goodEntry(1, { title: '' })])).warnings[0]?.column)
  })
})

describe('hostile files give clean errors', () => {
  const unreadable = (keyword: string, message: RegExp, line = 1, column = expect.any(Number)): object => ({
    verdict: 'unreadable',
    errors: [{ pointer: '', keyword, message: expect.stringMatching(message), line, column, identifier: null }],
  })

  it.each<[string, string | Uint8Array, object]>([
    ['nothing', '', unreadable('json', /empty/)],
    ['white space', ' \n ', unreadable('json', /empty/, 2)],
    ['a million open brackets', '['.repeat(1_000_000), unreadable('limit', /nested more than 64 deep/, 1, 65)],
    ['deep objects', '{"a":'.repeat(100_000), unreadable('limit', /nested/)],
    [
      'bytes that are no UTF-8',
      Uint8Array.from([0x5b, 0x0a, 0x22, 0xc3, 0xa9, 0xff, 0x22, 0x5d]),
      unreadable('utf8', /0xff at offset 5/, 2, 3),
    ],
    ['an overlong encoding', Uint8Array.from([0x22, 0xc0, 0xaf, 0x22]), unreadable('utf8', /0xc0/)],
    ['UTF-16', Buffer.from('\ufeff[]', 'utf16le'), unreadable('utf8', /UTF-16/)],
    ['a cut file', '[{"title": "a', unreadable('json', /string is not closed/, 1, 12)],
    ['a comma too many', '[\n {},\n]', unreadable('json', /nothing stands between/, 3, 1)],
  ])('%s', (_, text, report) => {
    expect(validate(text)).toMatchObject(report)
  })

  it('a name that stands twice, where it stands again', () => {
    const text = catalogText([goodEntry(1)]).replace('"title":', '"title":"first",\n"title":')
    expect(validate(text).errors).toMatchObject([
      { line: 2, column: 1, pointer: '/0/title', keyword: 'duplicateKey', identifier: 'entry-0' },
    ])
  })

  it('a long name that stands twice below a long name is cut in what is said', () => {
    const long = 'n'.repeat(1_000_000)
    const report = validate(`[{"${long}":{"${long}":1,"${long}":2}}]`)
    const double = report.errors.find(({ keyword }) => keyword === 'duplicateKey')
    expect(JSON.stringify(double).length).toBeLessThan(2000)
  })

  it('a huge string', () => {
    const report = withEntry({ modified: 'x'.repeat(5_000_000), title: 'y'.repeat(5_000_000) })
    expect(errorsOf(report)).toEqual(['/1/modified anyOf'])
    expect(report.errors[0]?.message.length).toBeLessThan(1000)
  })

  it.each([
    ['webService', `http://${'a'.repeat(5_000_000)} `],
    ['webService', `http://${'%41'.repeat(2_000_000)}^`],
    ['language', [`en${'-abcde'.repeat(1_000_000)}!`]],
    ['language', [`en-a${'-ab'.repeat(2_000_000)}!`]],
    ['modified', `P${'1'.repeat(5_000_000)}`],
    ['mbox', `${'a.'.repeat(2_000_000)}@example.org`],
    ['format', `a/${'b'.repeat(5_000_000)};`],
    ['bureauCode', ['123:a'.repeat(1_000_000)]],
  ])('%s of megabytes, made to exhaust a pattern', (field, value) => {
    expect(errorsOf(withEntry({ [field]: value }))).toEqual([expect.stringMatching(`^/1/${field} `)])
  })

  it('members named __proto__ and constructor neither satisfy nor change anything', () => {
    const report = validate('[{"__proto__": {"title": "t", "polluted": true}, "constructor": 1, "hasOwnProperty": 2}]')
    expect(report.errorCount).toBe(entrySchema.required.length)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('two entries that differ only in a member named __proto__ are not equal', () => {
    const entry = (extra: string): string => `${JSON.stringify(goodEntry(1)).slice(0, -1)},"__proto__":${extra}}`
    expect(validate(`[${entry('1')},${entry('2')}]`).errors).toEqual([])
  })

  it.each([
    ['maxValues' as const, 1000],
    ['maxEntries' as const, 10],
  ])('more than %s allows', (name, limit) => {
    const text = JSON.stringify(Array.from({ length: limit + 1 }, () => 0))
    expect(validate(text, { ...fileLimits, [name]: limit })).toMatchObject(unreadable('limit', new RegExp(String(limit))))
  })
})
