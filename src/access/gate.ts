import { type Failure, failure } from '../query/errors.ts'
import type { MaybePromise } from '../store/port.ts'
import type { KeyRecord, Keyring } from './keyring.ts'
import { badKeyWaitMs, dayMs, type Limiter, type Verdict } from './limiter.ts'

/** Whether a call may go on, and why not. */
export type Admission =
  | { readonly admitted: true; readonly key: KeyRecord | undefined }
  | { readonly admitted: false; readonly failure: Failure; readonly retryAfterSeconds: number | undefined }

/** The first five checks of a call, in their order. `free` calls cost nothing of the day. */
export type Gate = (apiKey: string | undefined, source: string, free: boolean) => MaybePromise<Admission>

/** Longer than any key there is: not worth hashing. */
const maxKeyCharacters = 256

const refused = (reason: Failure, retryAfterSeconds?: number): Admission => ({ admitted: false, failure: reason, retryAfterSeconds })
const missing = refused(failure('missingKey'))
const invalid = refused(failure('invalidKey'))
const tooMany = refused(failure('tooManyInvalidKeys'), badKeyWaitMs / 1000)

export const openGate = (keyring: Keyring, limiter: Limiter): Gate => {
  const judge = (verdict: Verdict, key: KeyRecord): MaybePromise<Admission> => {
    switch (verdict) {
      case 'ok':
        return { admitted: true, key }
      case 'source':
        return tooMany
      case 'second':
        return refused(failure('rateLimit', key.perSecond), 1)
      case 'day': {
        const used = limiter.today(key.id)
        return used instanceof Promise ? used.then((count) => overDay(key, count)) : overDay(key, used)
      }
    }
  }
  return (apiKey, source, free) => {
    if (apiKey === undefined || apiKey === '') return missing
    const key = apiKey.length > maxKeyCharacters ? undefined : keyring.find(apiKey)
    if (key === undefined) {
      const wait = limiter.badKey(source)
      return wait instanceof Promise ? wait.then((must) => (must ? tooMany : invalid)) : wait ? tooMany : invalid
    }
    const verdict = limiter.take(key, source, free)
    return verdict instanceof Promise ? verdict.then((decided) => judge(decided, key)) : judge(verdict, key)
  }
}

/** Nobody needs a key. */
const everybody: Admission = { admitted: true, key: undefined }
export const openToAll: Gate = () => everybody

const overDay = (key: KeyRecord, used: number): Admission =>
  refused(failure('dailyLimit', used, key.perDay), Math.ceil((dayMs - (Date.now() % dayMs)) / 1000))
