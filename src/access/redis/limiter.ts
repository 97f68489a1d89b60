import { hash } from 'node:crypto'
import type { Logger } from '../../log/logger.ts'
import type { DayCount, KeyRecord } from '../keyring.ts'
import { dayOf, type Limiter, type Verdict } from '../limiter.ts'
import { connectRedis } from './client.ts'
import { RespError, type RespValue } from './resp.ts'
import { badKeyScript, takeScript } from './scripts.ts'

/** A limit that takes longer to check than most queries to answer is no longer worth waiting for. */
const timeoutMs = 250

/**
 * Limits that hold exactly across machines, counted by a Redis-compatible server. While it is away each machine goes by its own counters (`local`): calls go
 * on, limits hold per machine, `degraded` tells, and the server is tried again all the time. An outage of the counter is no reason to refuse people their data.
 */
export interface RedisLimiter extends Limiter {
  readonly degraded: () => boolean
}

export const openRedisLimiter = (url: string, local: Limiter, log: Logger): RedisLimiter => {
  const redis = connectRedis(url, {
    timeoutMs,
    onChange: (up, reason) =>
      up
        ? log.info('limits are counted by the Redis server')
        : log.warn('the Redis server is away: each machine goes by its own counters until it is back', { reason }),
  })
  const run = async (script: string, keys: readonly string[], args: readonly (string | number)[]): Promise<RespValue> => {
    const answer = await redis.command(['EVALSHA', shaOf(script), keys.length, ...keys, ...args])
    if (!(answer instanceof RespError)) return answer
    if (!answer.message.startsWith('NOSCRIPT')) throw answer
    const second = await redis.command(['EVAL', script, keys.length, ...keys, ...args])
    if (second instanceof RespError) throw second
    return second
  }
  const orLocal = async <T>(remote: () => Promise<T>, fallback: () => T | Promise<T>): Promise<T> => {
    if (!redis.up) return fallback()
    try {
      return await remote()
    } catch (error) {
      log.debug('a limit was checked locally', { error })
      return fallback()
    }
  }
  const take = async (key: KeyRecord, source: string, free: boolean): Promise<Verdict> => {
    const keys = [`ownscan:{${key.id}}:second`, daysOf(key.id), waitOf(source)]
    return (await run(takeScript, keys, [key.perSecond, key.perDay, free ? 1 : 0])) as Verdict
  }
  const badKey = async (source: string): Promise<boolean> => (await run(badKeyScript, [`ownscan:bad:${source}`, waitOf(source)], [])) === 1
  const history = async (id: string, days: number): Promise<readonly DayCount[]> => {
    const fields = await redis.command(['HGETALL', daysOf(id)])
    if (!Array.isArray(fields)) throw new Error(`unexpected answer to HGETALL: ${String(fields)}`)
    const first = dayOf(Date.now()) - days + 1
    const counts = Array.from({ length: fields.length / 2 }, (_, i) => ({ day: Number(fields[2 * i]), count: Number(fields[2 * i + 1]) }))
    return counts.filter(({ day }) => day >= first).sort((a, b) => b.day - a.day)
  }
  const today = async (id: string): Promise<number> => Number((await redis.command(['HGET', daysOf(id), dayOf(Date.now())])) ?? 0)
  return {
    degraded: () => !redis.up,
    take: (key, source, free) =>
      orLocal(
        () => take(key, source, free),
        () => local.take(key, source, free),
      ),
    badKey: (source) =>
      orLocal(
        () => badKey(source),
        () => local.badKey(source),
      ),
    today: (id) =>
      orLocal(
        () => today(id),
        () => local.today(id),
      ),
    history: (id, days) =>
      orLocal(
        () => history(id, days),
        () => local.history(id, days),
      ),
    close: async () => {
      await redis.close()
      await local.close()
    },
  }
}

const daysOf = (id: string): string => `ownscan:{${id}}:days`
const waitOf = (source: string): string => `ownscan:wait:${source}`

const shas = new Map<string, string>()
const shaOf = (script: string): string => {
  const known = shas.get(script) ?? hash('sha1', script)
  shas.set(script, known)
  return known
}
