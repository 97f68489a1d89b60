import { describe, expect, it, onTestFinished } from 'vitest'
import { openKeyring } from '../../src/access/keyring.ts'
import type { Limiter, Verdict } from '../../src/access/limiter.ts'
import { openLocalLimiter } from '../../src/access/local-limiter.ts'
import { openRedisLimiter, type RedisLimiter } from '../../src/access/redis/limiter.ts'
import { RespBroken, type RespValue, respReader } from '../../src/access/redis/resp.ts'
import { createLogger } from '../../src/log/logger.ts'
import { testFolder } from '../folder.ts'
import { redisServer, startRedis } from './redis-server.ts'

const record = { id: '0123456789abcdef', name: 'k', perSecond: 0, perDay: 0, createdAt: 0, expiresAt: null, revokedAt: null }

/** What one machine has: counters of its own, and the common server. */
const machine = async (url: string): Promise<RedisLimiter> => {
  const folder = testFolder()
  const keyring = openKeyring(folder)
  const limiter = openRedisLimiter(
    url,
    openLocalLimiter(folder, keyring),
    createLogger({ level: 'error', format: 'json', write: () => {} }),
  )
  onTestFinished(async () => {
    await limiter.close()
    await keyring.close()
  })
  await expect.poll(() => limiter.degraded(), { timeout: 10_000 }).toBe(false)
  return limiter
}

const count = (verdicts: readonly Verdict[], wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length

const takeAll = (limiters: readonly Limiter[], key: typeof record, each: number): Promise<readonly Verdict[]> =>
  Promise.all(limiters.flatMap((limiter) => Array.from({ length: each }, async () => limiter.take(key, 'source', false))))

describe.skipIf(redisServer === undefined)('limits of several machines, with a real Redis server', () => {
  it('add up to exactly the calls of a day', async () => {
    const { url } = await startRedis()
    const machines = await Promise.all([machine(url), machine(url), machine(url)])
    const verdicts = await takeAll(machines, { ...record, perDay: 100 }, 50)
    expect([count(verdicts, 'ok'), count(verdicts, 'day')]).toEqual([100, 50])
    expect(await machines[0].today(record.id)).toBe(100)
    expect((await machines[1].history(record.id, 7)).map((day) => day.count)).toEqual([100])
  })

  it('add up to exactly the calls of a second', async () => {
    const { url, command } = await startRedis()
    const machines = await Promise.all([machine(url), machine(url)])
    const verdicts = await takeAll(machines, { ...record, perSecond: 7 }, 40)
    // The server's own seconds: how many of them the calls fell into, and seven in each but a last one that was not used up.
    const seconds = command('-n', '1', 'KEYS', `ownscan:{${record.id}}:second:*`).trim().split('\n')
    const used = seconds.map((name) => Number(command('-n', '1', 'GET', name)))
    expect(Math.max(...used)).toBe(7)
    expect(count(verdicts, 'ok')).toBe(used.reduce((sum, calls) => sum + calls, 0))
    expect(count(verdicts, 'ok') + count(verdicts, 'second')).toBe(80)
  })

  it('let a source wait on all of them', async () => {
    const { url } = await startRedis()
    const [one, other] = await Promise.all([machine(url), machine(url)])
    const waits: boolean[] = []
    for (let i = 0; i < 6; i++) waits.push(await (i % 2 === 0 ? one : other).badKey('10.0.0.1'))
    expect(waits).toEqual([false, false, false, false, false, true])
    expect(await other.take(record, '10.0.0.1', false)).toBe('source')
    expect(await other.take(record, '10.0.0.2', false)).toBe('ok')
  })

  it('hold on each machine alone while the server is away, and together again when it is back', async () => {
    const { url, stop, start } = await startRedis()
    const machines = await Promise.all([machine(url), machine(url)])
    const key = { ...record, perDay: 10 }
    await stop()
    await expect.poll(() => machines.every((limiter) => limiter.degraded()), { timeout: 10_000 }).toBe(true)
    const apart = await takeAll(machines, key, 15)
    expect([count(apart, 'ok'), count(apart, 'day')]).toEqual([20, 10])
    await start()
    await expect.poll(() => machines.some((limiter) => limiter.degraded()), { timeout: 20_000 }).toBe(false)
    const together = await takeAll(machines, key, 15)
    expect([count(together, 'ok'), count(together, 'day')]).toEqual([10, 20])
  })
})

describe('the protocol reader', () => {
  const read = (...chunks: readonly string[]): readonly RespValue[] => {
    const values: RespValue[] = []
    const take = respReader((value) => values.push(value))
    for (const chunk of chunks) take(Buffer.from(chunk))
    return values
  }

  it('puts values together wherever they are cut', () => {
    const whole = '+OK\r\n:12\r\n$3\r\nabc\r\n*2\r\n$-1\r\n:0\r\n'
    const values = ['OK', 12, 'abc', [null, 0]]
    for (let cut = 0; cut <= whole.length; cut++) expect(read(whole.slice(0, cut), whole.slice(cut))).toEqual(values)
  })

  it.each(['hello\r\n', '$99999999999\r\n', '*-5\r\n', '$x\r\n'])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(RespBroken)
  })
})
