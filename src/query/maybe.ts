import type { MaybePromise } from '../store/port.ts'

/** Goes on with a value, now where it is there, later where it is promised: a store that answers at once is never made to wait a turn. */
export const andThen = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** As `try … catch` for work that may answer now or later. */
export const recover = <T>(work: () => MaybePromise<T>, rescue: (error: unknown) => T): MaybePromise<T> => {
  try {
    const value = work()
    return value instanceof Promise ? value.catch(rescue) : value
  } catch (error) {
    return rescue(error)
  }
}
