import { badKeysAllowed, badKeyWaitMs, badKeyWindowMs, historyDays } from '../limiter.ts'

/**
 * The rules of `local-limiter.ts` as Redis scripts, each one atomic step on the server, by the server's clock: machines whose clocks differ share one second.
 * Keys: `ownscan:{‹id›}:second:‹second›`, `ownscan:{‹id›}:days` (a hash, day → calls), `ownscan:wait:‹source›`, `ownscan:bad:‹source›`.
 */

/** KEYS second, days, wait · ARGV perSecond, perDay, free (1/0) → ok | second | day | source */
export const takeScript = `
if redis.call('EXISTS', KEYS[3]) == 1 then return 'source' end
local seconds = tonumber(redis.call('TIME')[1])
local perSecond, perDay, free = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
if perSecond > 0 then
  local name = KEYS[1] .. ':' .. seconds
  if tonumber(redis.call('GET', name) or '0') >= perSecond then return 'second' end
  redis.call('INCR', name)
  redis.call('EXPIRE', name, 5)
end
if free then return 'ok' end
local day = math.floor(seconds / 86400)
if perDay > 0 and tonumber(redis.call('HGET', KEYS[2], tostring(day)) or '0') >= perDay then return 'day' end
if redis.call('HINCRBY', KEYS[2], tostring(day), 1) == 1 then
  redis.call('HDEL', KEYS[2], tostring(day - ${historyDays}))
  redis.call('EXPIRE', KEYS[2], ${historyDays * 86_400})
end
return 'ok'
`

/** KEYS bad, wait → 1 when the source must wait */
export const badKeyScript = `
if redis.call('EXISTS', KEYS[2]) == 1 then return 1 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${badKeyWindowMs})
local known = redis.call('ZCARD', KEYS[1])
if known >= ${badKeysAllowed} then
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[2], '1', 'PX', ${badKeyWaitMs})
  return 1
end
redis.call('ZADD', KEYS[1], now, time[1] .. '.' .. time[2] .. '.' .. known)
redis.call('PEXPIRE', KEYS[1], ${badKeyWindowMs})
return 0
`
