import type { MaybePromise } from '../store/port.ts'
import type { Admission } from './gate.ts'
import { dayMs, type Limiter } from './limiter.ts'

/** The answer to `getapilimit`. A key without a daily limit has more left than anybody can use. */
export const apiLimits = (limiter: Limiter, admission: Admission, nowMs: number): MaybePromise<object> => {
  const key = admission.admitted ? admission.key : undefined
  const body = (used: number): object => {
    const limit = key === undefined || key.perDay === 0 ? Number.MAX_SAFE_INTEGER : key.perDay
    return {
      creditsUsed: used,
      creditsAvailable: Math.max(0, limit - used),
      creditLimit: limit,
      limitInterval: 'daily',
      intervalExpiryTimespan: timespan(dayMs - (nowMs % dayMs)),
    }
  }
  const used = key === undefined ? 0 : limiter.today(key.id)
  return used instanceof Promise ? used.then(body) : body(used)
}

const timespan = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
