import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { etagOf, matchesEtag } from '../../src/catalog/etag.ts'
import type { PublishedChain } from '../../src/catalog/publish.ts'
import { type Publisher, publisherOf } from '../../src/catalog/publisher.ts'
import { type CatalogReport, requestLimits } from '../../src/catalog/report.ts'
import { CatalogInvalid, catalogRoutes } from '../../src/catalog/routes.ts'
import { startValidationThread, ThreadGaveUp, type ValidationThread } from '../../src/catalog/thread.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../src/http/route.ts'
import { build } from '../built.ts'
import { catalogText, goodEntry } from './entries.ts'

const publisher: Publisher = {
  kind: 'configured',
  publisher: '<b>Ops & "Co"</b>',
  contactPoint: 'Data desk',
  mbox: 'data@example.org',
  license: 'https://example.org/licence',
}
const span = { first: 1_438_269_988, last: 1_763_078_400 }
const chain: PublishedChain = {
  name: 'Ethereum <script>alert(1)</script>',
  state: { chainId: 1, coverage: { transfers: [{ from: 0, to: 9 }], blocks: [{ from: 0, to: 9 }] } },
  spans: { transfers: span, blocks: span },
}

let thread: ValidationThread
let ownThread: ValidationThread
beforeAll(() => {
  build()
  thread = startValidationThread()
  ownThread = startValidationThread()
})
afterAll(async () => {
  await thread.close()
  await ownThread.close()
})

const routesWith = (options: Partial<Parameters<typeof catalogRoutes>[0]> = {}): readonly Route[] =>
  catalogRoutes({ publisher, chains: async () => [chain], thread, ownThread, ...options })

const ask = async (routes: readonly Route[], path: string, changes: Partial<RouteRequest> = {}): Promise<RouteAnswer> => {
  const route = routes.find((candidate) => candidate.path === path)
  if (route === undefined) throw new Error(`no route ${path}`)
  return await route.handler({
    method: route.methods[0] ?? 'GET',
    path,
    query: '',
    headers: {},
    body: undefined,
    baseUrl: 'https://data.example.org',
    source: '127.0.0.1',
    signal: new AbortController().signal,
    ...changes,
  })
}

describe('GET /data.json', () => {
  it('is the catalog, for anyone, with a validator', async () => {
    const answer = await ask(routesWith(), '/data.json')
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*', etag: etagOf(answer.body as Buffer) } })
    expect(JSON.parse(String(answer.body))).toHaveLength(3)
  })

  it('answers 304 without a body to who has it already', async () => {
    const routes = routesWith()
    const { headers } = await ask(routes, '/data.json')
    expect(await ask(routes, '/data.json', { headers: { 'if-none-match': `"other", W/${headers?.['etag']}` } })).toMatchObject({
      status: 304,
      body: '',
    })
  })

  it('asks the store once for many callers, and again when time has passed', async () => {
    let [asked, time] = [0, 0]
    const chains = async (): Promise<PublishedChain[]> => {
      asked++
      return [chain]
    }
    const routes = routesWith({ chains, now: () => time })
    await Promise.all([ask(routes, '/data.json'), ask(routes, '/data.json'), ask(routes, '/data')])
    expect(asked).toBe(1)
    time = 10_000
    await ask(routes, '/data.json')
    expect(asked).toBe(2)
  })

  it('asks the store again after it failed', async () => {
    let asked = 0
    const chains = async (): Promise<PublishedChain[]> => {
      if (asked++ === 0) throw new Error('not open yet')
      return [chain]
    }
    const routes = routesWith({ chains, now: () => 0 })
    await expect(ask(routes, '/data.json')).rejects.toThrow('not open yet')
    expect((await ask(routes, '/data.json')).status).toBe(200)
  })

  it('shows placeholders to this machine only', async () => {
    const routes = routesWith({ publisher: publisherOf(undefined) })
    expect((await ask(routes, '/data.json', { baseUrl: 'http://127.0.0.1:8800' })).status).toBe(200)
    expect(await ask(routes, '/data.json')).toMatchObject({ status: 404, body: expect.stringContaining('catalog.publisher') })
  })

  it('refuses a made-up address', async () => {
    expect((await ask(routesWith(), '/data.json', { baseUrl: 'http://[' })).status).toBe(400)
  })

  it('is never served where it is not valid', async () => {
    const routes = routesWith({ publisher: { ...publisher, mbox: 'nobody' } })
    await expect(ask(routes, '/data.json')).rejects.toThrow(CatalogInvalid)
    await expect(ask(routes, '/data')).rejects.toThrow(/mbox is "nobody"; allowed: an e-mail address/)
  })

  it('is checked once for the same bytes', async () => {
    let [checks, time] = [0, 0]
    const counting: ValidationThread = {
      ...ownThread,
      validate: (bytes, limits) => {
        checks++
        return ownThread.validate(bytes, limits)
      },
    }
    const routes = routesWith({ ownThread: counting, now: () => time })
    await ask(routes, '/data.json')
    time = 20_000
    await ask(routes, '/data.json')
    expect(checks).toBe(1)
  })
})

describe('GET /data', () => {
  it('is a page without script or style of its own, everything escaped', async () => {
    const answer = await ask(routesWith(), '/data')
    const html = String(answer.body)
    expect(answer.contentType).toBe('text/html; charset=utf-8')
    expect(answer.headers?.['content-security-policy']).toContain("default-src 'none'")
    expect(html).toContain('&lt;b&gt;Ops &amp; &quot;Co&quot;&lt;/b&gt;')
    expect(html).not.toMatch(/<script|<b>|style=|onload=/)
  })

  it('names every entry of the catalog', async () => {
    const routes = routesWith()
    const entries = JSON.parse(String((await ask(routes, '/data.json')).body)) as { identifier: string }[]
    const html = String((await ask(routes, '/data')).body)
    for (const { identifier } of entries) expect(html).toContain(`id="${identifier}"`)
  })
})

describe('GET /schemas', () => {
  it.each(['/schemas/catalog.json', '/schemas/single_entry.json'])('%s is a draft-04 schema', async (path) => {
    const answer = await ask(routesWith(), path)
    expect(JSON.parse(String(answer.body))).toMatchObject({ $schema: 'http://json-schema.org/draft-04/schema#' })
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' })
  })

  it('the catalog’s is the specified one', async () => {
    expect(JSON.parse(String((await ask(routesWith(), '/schemas/catalog.json')).body))).toMatchObject({
      title: 'Data.json object',
      type: 'array',
      items: { $ref: 'single_entry.json' },
      minItems: 1,
      uniqueItems: true,
    })
  })
})

describe('POST /catalog/validate', () => {
  const post = (text: string | Buffer, query = ''): Promise<RouteAnswer> =>
    ask(routesWith(), '/catalog/validate', { method: 'POST', body: Buffer.from(text), query })

  it('answers with the report', async () => {
    const answer = await post(catalogText([goodEntry(1, { title: 7 })]))
    expect(answer.status).toBe(200)
    expect(JSON.parse(String(answer.body))).toMatchObject({
      verdict: 'invalid',
      errorCount: 1,
      errors: [{ pointer: '/1/title', keyword: 'type' }],
    })
  })

  it('answers with text where asked', async () => {
    expect(await post('[]', 'format=text')).toMatchObject({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: expect.stringMatching(/^data\.json:1:1 /),
    })
  })

  it('lists as many errors as asked for', async () => {
    const report = JSON.parse(String((await post('[{},{"a":1}]', 'max_errors=2')).body)) as CatalogReport
    expect([report.errors.length, report.errorCount]).toEqual([2, 18])
  })

  it.each([
    ['no JSON', '[', '', 422],
    ['too deep', '['.repeat(1000), '', 413],
    ['too many entries', `[${'0,'.repeat(requestLimits.maxEntries)}0]`, '', 413],
    ['too many values', `[[${'0,'.repeat(requestLimits.maxValues)}0]]`, '', 413],
    ['no body', '', '', 400],
    ['a wrong number', '[]', 'max_errors=0', 400],
    ['a wrong format', '[]', 'format=xml', 400],
  ])('%s: answers %s', async (_, text, query, status) => {
    expect((await post(text, query)).status).toBe(status)
  })

  it('lets the rest of the service run while a large file is checked', async () => {
    const text = JSON.stringify(Array.from({ length: 15_000 }, (_, index) => goodEntry(index)))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const answer = await post(text)
    clearInterval(timer)
    expect(JSON.parse(String(answer.body))).toMatchObject({ verdict: 'valid', entries: 15_000 })
    expect(turns).toBeGreaterThan(5)
  })

  it('turns callers away while too many wait', async () => {
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => post('[]')))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(4)
    expect((await post('[]')).status).toBe(200)
  })
})

describe('the thread', () => {
  it('is given up with a file that takes too long, and starts again', async () => {
    const hasty = startValidationThread(1)
    await expect(hasty.validate(Buffer.from('[]'), requestLimits)).rejects.toThrow(ThreadGaveUp)
    await hasty.close()
    expect(await thread.validate(Buffer.from('[]'), requestLimits)).toMatchObject({ verdict: 'invalid' })
  })
})

describe('If-None-Match', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['*', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['a', false],
  ])('%j', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected)
  })
})
