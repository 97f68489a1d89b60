import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { succeeded } from '../../src/query/answer.ts'
import { failure } from '../../src/query/errors.ts'
import { fakeRows, startTestService } from './service.ts'

const path = '/v2/api?module=account&action=token1155tx&address=0x0000000000000000000000000000000000000001'
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('an answer on the wire', () => {
  it('carries the headers clients know and what it rests on', async () => {
    const { get, key } = await startTestService()
    const { headers, status } = await get(`${path}&apikey=${key}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Content-Type',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'x-frame-options': 'SAMEORIGIN',
      vary: 'Accept-Encoding',
      'x-index-head': '100',
      'x-index-finalized': '90',
      'x-index-coverage': '0-100',
      'x-index-rows': '3',
      connection: 'close',
    })
    for (const name of ['X-Index-Head', 'X-Next-Cursor', 'Link']) expect(headers['access-control-expose-headers']).toContain(name)
  })

  it('sends parts of a body in order, and frees them once, after they are written', async () => {
    let released = 0
    const parts = [Buffer.from('{"a":'), Buffer.alloc(200_000, '1'), Buffer.from('}')]
    const { get, key } = await startTestService({
      answer: () => succeeded(parts, 200_006, 1, { head: 1, finalized: 1, coverage: '' }, undefined, () => released++),
    })
    const reply = await get(`${path}&apikey=${key}`)
    expect(reply.bytes.equals(Buffer.concat(parts))).toBe(true)
    await expect.poll(() => released).toBe(1)
  })

  it('names the next page by a link that repeats the query without the key', async () => {
    const answer = { ...fakeRows(3), nextCursor: 'abc_-1' }
    const { get, key } = await startTestService({ answer: () => answer })
    const plain = await get(`${path}&APIKEY=${key}&page=3&offset=3`)
    const wanted =
      '<?module=account&action=token1155tx&address=0x0000000000000000000000000000000000000001&offset=3&cursor=abc_-1>; rel="next"'
    expect(plain.headers['link']).toBe(wanted)
    expect(plain.headers['x-next-cursor']).toBe('abc_-1')
    const odd = await get(`/v2/api?api%6bey=${key}&to%6benid=%0d%0aX:%20y`)
    expect(odd.headers['link']).toBe('<?tokenid=%0D%0AX%3A+y&cursor=abc_-1>; rel="next"')
    const posted = await get('/v2/api', { method: 'POST', headers: form, body: `apikey=${key}&address=%0d%0a&sort=asc` })
    expect(posted.headers['link']).toBe('<?address=%0D%0A&sort=asc&cursor=abc_-1>; rel="next"')
  })

  it('is found by an absolute URL too, as proxies send it', async () => {
    const { get, key } = await startTestService()
    expect((await get(`http://scan.example${path}&apikey=${key}`)).text).toContain('"OK"')
    expect((await get('http://scan.example')).status).toBe(404)
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const { get, key } = await startTestService()
    const head = await get(`${path}&apikey=${key}`, { method: 'HEAD' })
    expect(head.bytes.length).toBe(0)
    expect(Number(head.headers['content-length'])).toBe(fakeRows(3).bytes)
  })

  it('answers a preflight, naming the key’s header where it is asked for', async () => {
    const { get } = await startTestService()
    const plain = await get('/v2/api', { method: 'OPTIONS' })
    expect(plain.status).toBe(204)
    expect(plain.headers['access-control-allow-headers']).toBe('Content-Type')
    const asked = await get('/v2/api', { method: 'OPTIONS', headers: { 'Access-Control-Request-Headers': 'x-api-key' } })
    expect(asked.headers['access-control-allow-headers']).toBe('Content-Type, X-API-Key')
  })

  it('takes parameters from a form, the query string winning', async () => {
    const seen: string[] = []
    const { get, key } = await startTestService({
      answer: ({ chainid, address }) => {
        seen.push(`${chainid} ${address}`)
        return fakeRows(0)
      },
    })
    await get('/v2/api?chainid=5', { method: 'POST', headers: form, body: `apikey=${key}&chainid=1&address=0xab` })
    await get('/v2/api', { method: 'POST', headers: form, body: `apikey=${key}&chainid=1` })
    expect(seen).toEqual(['5 0xab', '1 '])
  })

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, *', 'gzip', gunzipSync],
  ])('compresses a page for a client that sends Accept-Encoding: %s', async (accepted, chosen, decompress) => {
    let released = 0
    const { get, key } = await startTestService({ answer: () => ({ ...fakeRows(500), release: () => released++ }) })
    for (let round = 0; round < 2; round++) {
      const reply = await get(`${path}&apikey=${key}`, { headers: { 'Accept-Encoding': accepted } })
      expect(reply.headers['content-encoding']).toBe(chosen)
      expect(Number(reply.headers['content-length'])).toBe(reply.bytes.length)
      expect(decompress(reply.bytes)).toEqual(fakeRows(500).body[0])
    }
    expect(released).toBe(2)
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('compresses an answer of the largest size with %s, off the request thread', async (encoding, decompress) => {
    const { get, key } = await startTestService({ answer: () => fakeRows(10_000) })
    const reply = await get(`${path}&apikey=${key}`, { headers: { 'Accept-Encoding': encoding } })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(decompress(reply.bytes).equals(Buffer.concat(fakeRows(10_000).body))).toBe(true)
  })

  it('leaves a small answer and a client that does not ask alone', async () => {
    const { get, key } = await startTestService()
    for (const accepted of ['gzip', 'identity', 'gzip;q=0'])
      expect((await get(`${path}&apikey=${key}`, { headers: { 'Accept-Encoding': accepted } })).headers['content-encoding']).toBeUndefined()
  })

  it('tells of the limits of a key without using them up', async () => {
    const { get, access } = await startTestService({
      answer: (_, caller) => {
        const body = Buffer.from(JSON.stringify(caller.limits()))
        return succeeded([body], body.length, 0, undefined, undefined)
      },
    })
    const { secret } = access.keyring.create({ name: 'k', perSecond: 0, perDay: 10, expiresAt: null })
    await get(`${path}&apikey=${secret}`)
    for (let i = 0; i < 2; i++) {
      const limits = JSON.parse((await get(`/v2/api?module=getapilimit&action=getapilimit&apikey=${secret}`)).text)
      expect(limits).toMatchObject({ creditsUsed: 1, creditsAvailable: 9, creditLimit: 10, limitInterval: 'daily' })
      expect(limits.intervalExpiryTimespan).toMatch(/^\d\d:\d\d:\d\d$/)
    }
  })
})

describe('what is not a call', () => {
  const envelope = (code: 'unknownPath') => failure(code).body.toString()

  it('is answered with an honest status and the envelope', async () => {
    const { get } = await startTestService()
    const unknown = await get('/nope')
    expect([unknown.status, unknown.text]).toEqual([404, envelope('unknownPath')])
    const method = await get('/v2/api', { method: 'DELETE' })
    expect([method.status, method.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    expect((await get('/health', { method: 'POST' })).status).toBe(405)
    const document = await get('/v2/api', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
    expect(document.status).toBe(415)
    const large = await get('/v2/api', { method: 'POST', headers: form, body: 'a'.repeat(70_000) })
    expect(large.status).toBe(413)
    for (const reply of [method, document, large]) expect(JSON.parse(reply.text)).toMatchObject({ status: '0', message: 'NOTOK' })
  })

  it('hides what failed inside', async () => {
    const { get, key } = await startTestService({ answer: () => Promise.reject(new Error('secret detail')) })
    const reply = await get(`${path}&apikey=${key}`)
    expect([reply.status, reply.text]).toEqual([500, failure('internal').body.toString()])
  })
})
