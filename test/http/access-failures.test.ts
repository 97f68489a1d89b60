import { describe, expect, it } from 'vitest'
import { failures } from '../../src/query/errors.ts'
import { type Reply, resultOf, startTestService } from './service.ts'

const query = '/v2/api?module=account&action=token1155tx&address=0x0000000000000000000000000000000000000001'

describe('the first five checks of a call', () => {
  it('answers a call without a key with row 1 of the table', async () => {
    const { get } = await startTestService()
    for (const sent of ['', '&apikey=']) {
      const reply = await get(query + sent)
      expect(reply.status).toBe(200)
      expect(reply.text).toBe('{"status":"0","message":"NOTOK","result":"Missing/Invalid API Key"}')
    }
  })

  it('answers an unknown key, and a revoked and an expired one, with row 2', async () => {
    const { get, access } = await startTestService()
    const revoked = access.keyring.create({ name: 'revoked', perSecond: 0, perDay: 0, expiresAt: null })
    const expired = access.keyring.create({ name: 'expired', perSecond: 0, perDay: 0, expiresAt: Date.now() - 1 })
    access.keyring.revoke('revoked')
    for (const key of ['YourApiKeyToken', revoked.secret, expired.secret]) {
      const reply = await get(`${query}&apikey=${key}`)
      expect(reply.text).toBe('{"status":"0","message":"NOTOK","result":"Invalid API Key (#err2)"}')
    }
  })

  it('lets a source wait from its sixth bad key on, its good keys too, with row 3', async () => {
    const { get, key } = await startTestService()
    for (let i = 0; i < 5; i++) expect(resultOf(await get(`${query}&apikey=bad${i}`))).toBe('Invalid API Key (#err2)')
    const sixth = await get(`${query}&apikey=bad5`)
    expect(resultOf(sixth)).toBe('Too many invalid api key attempts, please try again later')
    expect(sixth.headers['retry-after']).toBe('30')
    expect(resultOf(await get(`${query}&apikey=${key}`))).toBe('Too many invalid api key attempts, please try again later')
    expect(resultOf(await get(query))).toBe('Missing/Invalid API Key')
  })

  it('names the key’s own figure when its calls of a second are used up, with row 4', async () => {
    const { get, access } = await startTestService()
    const { secret } = access.keyring.create({ name: 'slow', perSecond: 2, perDay: 0, expiresAt: null })
    let refused: Reply | undefined
    // Three calls fall into one second unless the machine stands still between them: then again.
    for (let round = 0; round < 50 && refused === undefined; round++) {
      const replies = await Promise.all(Array.from({ length: 3 }, () => get(`${query}&apikey=${secret}`)))
      refused = replies.find((reply) => reply.text.includes('NOTOK'))
    }
    expect(refused?.text).toBe('{"status":"0","message":"NOTOK","result":"Max calls per sec rate limit reached (2/sec)"}')
    expect(refused?.headers['retry-after']).toBe('1')
  })

  it('names the figures when the calls of a day are used up, with row 5', async () => {
    const { get, access } = await startTestService()
    const { secret } = access.keyring.create({ name: 'small', perSecond: 0, perDay: 3, expiresAt: null })
    for (let i = 0; i < 3; i++) expect((await get(`${query}&apikey=${secret}`)).text).toContain('"OK"')
    const reply = await get(`${query}&apikey=${secret}`)
    expect(reply.text).toBe('{"status":"0","message":"NOTOK","result":"Max daily rate limit reached. 3 (100%) of 3 day/limit"}')
  })

  it('gives them their honest status when asked to', async () => {
    const { get, access } = await startTestService()
    const { secret } = access.keyring.create({ name: 'none', perSecond: 0, perDay: 1, expiresAt: null })
    const honest = `${query}&errors=http`
    expect((await get(honest)).status).toBe(failures.missingKey.status)
    expect((await get(`${honest}&apikey=bad`)).status).toBe(failures.invalidKey.status)
    await get(`${honest}&apikey=${secret}`)
    expect((await get(`${honest}&apikey=${secret}`)).status).toBe(failures.dailyLimit.status)
  })

  it('asks nobody for a key where auth is off', async () => {
    const { get } = await startTestService({
      config: { auth: 'off', host: '', port: 0, baseUrl: undefined, trustedProxies: [], queryTimeoutMs: 1 },
    })
    expect((await get(query)).text).toContain('"OK"')
  })

  it('takes the key from the parameter in any case, from X-API-Key and from a bearer token', async () => {
    const { get, key } = await startTestService()
    expect((await get(`${query}&apiKey=${key}`)).text).toContain('"OK"')
    expect((await get(query, { headers: { 'X-API-Key': key } })).text).toContain('"OK"')
    expect((await get(query, { headers: { Authorization: `Bearer ${key}` } })).text).toContain('"OK"')
  })

  it('logs no key, good or bad', async () => {
    const { get, key, logged } = await startTestService({
      answer: () => {
        throw new Error('the store is gone')
      },
    })
    await get(`${query}&apikey=${key}`)
    expect(logged()).toContain('the store is gone')
    expect(logged()).not.toContain(key)
  })
})
