/** What went wrong, by what the person can do about it. */
type FailureKind = 'key' | 'limit' | 'incomplete' | 'request' | 'busy' | 'unreachable' | 'broken'

export interface CallFailure {
  readonly kind: FailureKind
  /** The service's own words, or what stands for them. */
  readonly text: string
  readonly retryAfterSeconds: number | undefined
}

const kinds: readonly (readonly [test: (status: number, text: string) => boolean, kind: FailureKind])[] = [
  [(status) => status === 401 || status === 403, 'key'],
  [(_, text) => /invalid api key/i.test(text), 'key'],
  [(status) => status === 429, 'limit'],
  [(_, text) => text.startsWith('Index incomplete'), 'incomplete'],
  [(status) => status === 503 || status === 504 || status === 502, 'busy'],
  [(status) => status >= 400 && status < 500, 'request'],
]

export const callFailure = (status: number, text: string, retryAfter: string | null): CallFailure => ({
  kind: kinds.find(([test]) => test(status, text))?.[1] ?? 'broken',
  text,
  retryAfterSeconds: retryAfter === null || !/^\d+$/.test(retryAfter) ? undefined : Number(retryAfter),
})

export const unreachable: CallFailure = { kind: 'unreachable', text: 'The service does not answer.', retryAfterSeconds: undefined }

/** A heading for each kind, and what to do next. */
export const failureWords: Readonly<Record<FailureKind, { readonly title: string; readonly advice: string }>> = {
  key: { title: 'The service wants a valid API key', advice: 'Enter one below; `ownscan keys create --name NAME` makes one.' },
  limit: { title: 'The key has reached a limit', advice: 'The page goes on by itself as soon as it may.' },
  incomplete: {
    title: 'Still indexing',
    advice:
      'Blocks of this range are not indexed yet, so an answer would be wrong. Choose a range that is indexed, or wait: the page tries again by itself.',
  },
  request: { title: 'The service cannot answer this question', advice: 'Change what is asked.' },
  busy: { title: 'The service is busy', advice: 'The page tries again by itself.' },
  unreachable: { title: 'The service does not answer', advice: 'The page tries again by itself and goes on when it is back.' },
  broken: { title: 'Something failed that should not', advice: 'The log of the service says what.' },
}

/** Whether the same question may get another answer later. */
export const passes = (kind: FailureKind): boolean => kind === 'limit' || kind === 'incomplete' || kind === 'busy' || kind === 'unreachable'
