import { type CallFailure, callFailure, unreachable } from './failure.ts'
import { readSecret } from './session.ts'

export type Row = Readonly<Record<string, string>>
export type Parameters = Readonly<Record<string, string>>

interface RowsAnswer {
  readonly rows: readonly Row[]
  readonly next: string | undefined
  /** Newest block the answer rests on; -1 where none is known. */
  readonly head: number
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: CallFailure }

const failed = (failure: CallFailure): Outcome<never> => ({ ok: false, failure })

/** Relative to the page, so that a path in front of it stays. */
export const addressOf = (path: string): URL => new URL(path.replace(/^\//, ''), new URL('.', location.href))

/** The call as a URL, without the key, which travels in a header. */
export const callUrl = (parameters: Parameters): URL => {
  const url = addressOf('/v2/api')
  url.search = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString()
  return url
}

/** One call of the API, failures as values. */
export const askRows = async (parameters: Parameters, signal?: AbortSignal): Promise<Outcome<RowsAnswer>> => {
  const key = readSecret('key')
  try {
    const response = await fetch(callUrl({ ...parameters, errors: 'http' }), {
      headers: key === '' ? {} : { 'X-API-Key': key },
      ...(signal === undefined ? {} : { signal }),
    })
    const { result, message } = (await response.json()) as { readonly result: unknown; readonly message: string }
    if (!Array.isArray(result)) {
      const text = typeof result === 'string' ? result : message
      return failed(callFailure(response.status, text, response.headers.get('Retry-After')))
    }
    const head = Number(response.headers.get('X-Index-Head') ?? -1)
    return { ok: true, value: { rows: result as Row[], next: response.headers.get('X-Next-Cursor') ?? undefined, head } }
  } catch (error) {
    if (signal?.aborted) throw error
    return failed(unreachable)
  }
}

/** A call of the administration; the token travels in a header. */
export const askAdmin = async <T>(path: string, init: RequestInit = {}): Promise<Outcome<T>> => {
  try {
    const response = await fetch(addressOf(path), {
      ...init,
      headers: { Authorization: `Bearer ${readSecret('admin')}`, 'Content-Type': 'application/json' },
    })
    const body = (await response.json()) as T & { readonly error?: string }
    return response.ok
      ? { ok: true, value: body }
      : failed(callFailure(response.status, body.error ?? `HTTP status ${response.status}`, response.headers.get('Retry-After')))
  } catch {
    return failed(unreachable)
  }
}
