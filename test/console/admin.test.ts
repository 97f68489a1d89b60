import { describe, expect, it, onTestFinished } from 'vitest'
import { openAccess } from '../../src/access/open.ts'
import { adminRoutes } from '../../src/http/admin-routes.ts'
import { createLogger } from '../../src/log/logger.ts'
import { testFolder } from '../folder.ts'
import { type Reply, resultOf, startTestService } from '../http/service.ts'

/** The service with its administration, a token for it, and calls made with that token. */
const start = async () => {
  const access = openAccess({ data: testFolder(), redis: undefined }, createLogger({ level: 'error', format: 'json', write: () => {} }))
  onTestFinished(() => access.close())
  const { keyring, limiter } = access
  const service = await startTestService({ keyring, limiter, routes: adminRoutes(keyring, limiter) })
  const token = keyring.resetAdmin()
  const call = (method: string, path: string, body?: unknown, authorization = `Bearer ${token}`): Promise<Reply> =>
    service.get(path, { method, headers: { authorization }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return { ...service, call, keyring, token }
}

const bodyOf = (reply: Reply) => JSON.parse(reply.text)

describe('the administration of keys', () => {
  it.each([
    ['no token', undefined],
    ['a wrong token', 'Bearer osa_wrong'],
    ['an API key', 'key'],
  ])('refuses %s', async (_, given) => {
    const { get, keyring } = await start()
    const { secret } = keyring.create({ name: 'k', perSecond: 0, perDay: 0, expiresAt: null })
    const authorization = given === 'key' ? `Bearer ${secret}` : given
    const answer = await get('/admin/keys', authorization === undefined ? {} : { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(answer.text).not.toContain('"keys"')
  })

  it('makes a source of wrong tokens wait', async () => {
    const { call } = await start()
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await call('GET', '/admin/keys', undefined, 'Bearer osa_wrong')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('creates a key that works at once and is shown once', async () => {
    const { call, get } = await start()
    const made = await call('POST', '/admin/keys', { name: 'books', perSecond: 7, perDay: 0 })
    expect(made.status).toBe(201)
    expect(made.headers['cache-control']).toBe('no-store')
    const { key, name, perSecond, perDay } = bodyOf(made)
    expect({ name, perSecond, perDay }).toEqual({ name: 'books', perSecond: 7, perDay: 0 })
    expect((await get(`/v2/api?apikey=${key}`)).text).toContain('"OK"')
    expect((await call('GET', '/admin/keys')).text).not.toContain(key)
  })

  it('lists keys with their use, newest first', async () => {
    const { call, get } = await start()
    const { key } = bodyOf(await call('POST', '/admin/keys', { name: 'used' }))
    await call('POST', '/admin/keys', { name: 'idle' })
    for (let i = 0; i < 3; i++) await get(`/v2/api?apikey=${key}`)
    const { keys, total } = bodyOf(await call('GET', '/admin/keys'))
    expect(total).toBe(2)
    expect(keys.map(({ name, usedToday }: { name: string; usedToday: number }) => [name, usedToday])).toEqual([
      ['idle', 0],
      ['used', 3],
    ])
  })

  it('revokes by id, and the key is refused from then on', async () => {
    const { call, get } = await start()
    const { key, id } = bodyOf(await call('POST', '/admin/keys', { name: 'gone' }))
    expect((await call('DELETE', `/admin/keys/${id}`)).status).toBe(200)
    expect(resultOf(await get(`/v2/api?apikey=${key}`))).toBe('Invalid API Key (#err2)')
  })

  it.each(['0000000000000000', 'books', '..', '%00'])('knows no key %s', async (id) => {
    const { call } = await start()
    await call('POST', '/admin/keys', { name: 'books' })
    expect((await call('DELETE', `/admin/keys/${id}`)).status).toBe(404)
  })

  it.each([
    ['no object', [1]],
    ['no name', { perDay: 1 }],
    ['an empty name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(65) }],
    ['a name that turns the text around', { name: 'a\u202eb' }],
    ['a name that is an id', { name: '0123456789abcdef' }],
    ['a negative limit', { name: 'a', perSecond: -1 }],
    ['half a call', { name: 'a', perDay: 0.5 }],
    ['an end in the past', { name: 'a', expiresAt: 1 }],
    ['an end that is no time', { name: 'a', expiresAt: 'soon' }],
  ])('refuses %s and creates nothing', async (_, body) => {
    const { call, keyring } = await start()
    const before = keyring.list().length
    const answer = await call('POST', '/admin/keys', body)
    expect(answer.status).toBe(400)
    expect(bodyOf(answer).error).toMatch(/\S/)
    expect(keyring.list().length).toBe(before)
  })
})
