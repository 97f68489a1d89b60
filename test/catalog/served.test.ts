import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openCatalog } from '../../src/catalog/open.ts'
import { fileLimits, requestLimits } from '../../src/catalog/report.ts'
import { validateCatalog } from '../../src/catalog/validate.ts'
import type { CatalogConfig } from '../../src/config/types.ts'
import { openStoreReader } from '../../src/store/open.ts'
import { build } from '../built.ts'
import { testFolder } from '../folder.ts'
import { seedStore } from '../http/seeded-store.ts'
import { startTestService, type TestService } from '../http/service.ts'

beforeAll(build)

const publisher: CatalogConfig = {
  publisher: 'An operator',
  contactPoint: 'Data desk',
  mbox: 'data@example.org',
  license: 'https://example.org/licence',
}

/** The real server with the catalog's routes over a real store of 20 blocks, mined on 14 November 2023. */
const start = async (catalog: CatalogConfig | undefined): Promise<TestService> => {
  const data = testFolder()
  await seedStore(data, 20)
  const store = await openStoreReader({ data, store: { kind: 'lmdb' } })
  const opened = openCatalog({ config: { catalog }, store, chains: () => [1], nameOf: (chainId) => `Chain ${chainId}` })
  onTestFinished(async () => {
    await opened.close()
    await store.close()
  })
  return startTestService({ routes: opened.routes })
}

describe('the catalog as served', () => {
  it('is valid, and made from what the store holds', async () => {
    const { get, url } = await start(publisher)
    const reply = await get('/data.json')
    expect(validateCatalog(reply.bytes, fileLimits)).toMatchObject({ verdict: 'valid', warnings: [], entries: 3 })
    expect(JSON.parse(reply.text)[2]).toMatchObject({
      identifier: 'eip155_1_getminedblocks',
      webService: `${url}/v2/api?chainid=1&module=account&action=getminedblocks`,
      temporal: '2023-11-14/2023-11-14',
      ...publisher,
    })
  })

  it('needs no key and may be read by pages of any origin', async () => {
    const { get } = await start(publisher)
    const { status, headers } = await get('/data.json', { headers: { origin: 'https://elsewhere.example' } })
    expect([status, headers['access-control-allow-origin'], headers['content-type']]).toEqual([200, '*', 'application/json; charset=utf-8'])
  })

  it('is not sent again to who has it, and its headers alone to HEAD', async () => {
    const { get } = await start(publisher)
    const first = await get('/data.json')
    const again = await get('/data.json', { headers: { 'if-none-match': first.headers.etag, 'accept-encoding': 'gzip' } })
    const head = await get('/data.json', { method: 'HEAD' })
    expect([again.status, again.text]).toEqual([304, ''])
    expect([head.status, head.text, head.headers.etag, head.headers['content-length']]).toEqual([
      200,
      '',
      first.headers.etag,
      String(first.bytes.length),
    ])
  })

  it('is the same bytes with and without compression asked for', async () => {
    const { get } = await start(publisher)
    expect((await get('/data.json', { headers: { 'accept-encoding': 'gzip, br' } })).bytes).toEqual((await get('/data.json')).bytes)
  })

  it('shows its placeholders to who comes by a loopback address only', async () => {
    const { get } = await start(undefined)
    expect((await get('/data.json')).text).toContain('Placeholder: no publisher is configured')
    expect((await get('/data.json', { headers: { host: 'data.example.org' } })).status).toBe(404)
  })

  it('has a page', async () => {
    const { get } = await start(publisher)
    const { status, headers, text } = await get('/data')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('eip155_1_token1155tx')
    expect((await get('/data.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })
})

describe('a file sent to the service', () => {
  it('is checked', async () => {
    const { get } = await start(publisher)
    const { bytes } = await get('/data.json')
    expect(JSON.parse((await get('/catalog/validate', { method: 'POST', body: bytes })).text)).toMatchObject({
      verdict: 'valid',
      entries: 3,
    })
  })

  it('is refused beyond the limit of its size', async () => {
    const { get } = await start(publisher)
    const body = Buffer.alloc(requestLimits.maxBytes + 1, ' ')
    expect((await get('/catalog/validate', { method: 'POST', body })).status).toBe(413)
  })

  it('is not asked for by GET', async () => {
    const { get } = await start(publisher)
    expect(await get('/catalog/validate')).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
  })
})
