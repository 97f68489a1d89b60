import type { KeyRecord, Keyring } from '../access/keyring.ts'
import { badKeyWaitMs, dayMs, historyDays, type Limiter } from '../access/limiter.ts'
import { keyFromHeaders } from './caller.ts'
import { readNewKey } from './new-key.ts'
import type { Route, RouteAnswer, RouteHandler, RouteRequest } from './route.ts'

export const adminKeysPath = '/admin/keys'

/** A page of keys a person can still look through; the command line lists all. */
const maxListed = 1_000

/** Never kept by a browser or a proxy: an answer may hold a key that is shown once. */
const answer = (status: number, value: object, headers: Readonly<Record<string, string>> = {}): RouteAnswer => ({
  status,
  body: JSON.stringify(value),
  headers: { 'Cache-Control': 'no-store', ...headers },
})

const refused = answer(
  401,
  { error: "The administrator's token is missing or wrong. `ownscan keys admin` makes a new one." },
  {
    'WWW-Authenticate': 'Bearer realm="ownscan"',
  },
)
const tooMany = answer(
  429,
  { error: 'Too many wrong tokens came from this address: wait a while.' },
  { 'Retry-After': `${badKeyWaitMs / 1000}` },
)

/** Keys and their use, for whoever holds the administrator's token. It is sent as `Authorization: Bearer`, never in a URL. */
export const adminRoutes = (keyring: Keyring, limiter: Limiter): readonly Route[] => {
  const guarded =
    (handler: RouteHandler): RouteHandler =>
    async (request) => {
      const token = keyFromHeaders(request)
      if (token !== undefined && keyring.isAdmin(token)) return handler(request)
      return (await limiter.badKey(request.source)) ? tooMany : refused
    }
  return [
    {
      path: adminKeysPath,
      methods: ['GET', 'POST'],
      handler: guarded((request) => (request.method === 'GET' ? listed(keyring, limiter) : created(keyring, request))),
    },
    { path: `${adminKeysPath}/*`, methods: ['DELETE'], handler: guarded((request) => revoked(keyring, request)) },
  ]
}

const listed = async (keyring: Keyring, limiter: Limiter): Promise<RouteAnswer> => {
  const all = keyring.list()
  const keys = await Promise.all(all.slice(-maxListed).map((record) => withUse(record, limiter)))
  return answer(200, { total: all.length, historyDays, keys: keys.reverse() })
}

/** Days as dates, newest first; days without calls are left out. */
const withUse = async (record: KeyRecord, limiter: Limiter): Promise<object> => ({
  ...record,
  usedToday: await limiter.today(record.id),
  use: (await limiter.history(record.id, historyDays)).map(({ day, count }) => ({
    date: new Date(day * dayMs).toISOString().slice(0, 10),
    calls: count,
  })),
})

const created = (keyring: Keyring, { body }: RouteRequest): RouteAnswer => {
  const wanted = readNewKey(body?.toString('utf8') ?? '', Date.now())
  if (typeof wanted === 'string') return answer(400, { error: wanted })
  const { secret, record } = keyring.create(wanted)
  return answer(201, { key: secret, ...record })
}

/** By id alone: what the list shows is what is revoked, whatever others are called. */
const revoked = (keyring: Keyring, { path }: RouteRequest): RouteAnswer => {
  const id = path.slice(adminKeysPath.length + 1)
  const record = /^[0-9a-f]{16}$/.test(id) ? keyring.get(id) : undefined
  if (record === undefined) return answer(404, { error: `There is no key with the id "${id.slice(0, 64)}".` })
  return answer(200, keyring.revoke(record.id).find((key) => key.id === record.id) ?? record)
}
