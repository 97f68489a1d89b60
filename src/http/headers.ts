import type { Answer } from '../query/answer.ts'

/** Names and values in turn: the form node:http writes with the least work. */
export type FlatHeaders = (string | number)[]

export const jsonType = 'application/json; charset=utf-8'

const exposed = 'X-Index-Head, X-Index-Finalized, X-Index-Coverage, X-Index-Rows, X-Next-Cursor, Link, Retry-After'

/** On every answer. */
const common = [
  ['Cache-Control', 'private'],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Headers', 'Content-Type'],
  ['Access-Control-Allow-Methods', 'GET, POST, OPTIONS'],
  ['Access-Control-Expose-Headers', exposed],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Vary', 'Accept-Encoding'],
] as const

const jsonHeaders: readonly string[] = ['Content-Type', jsonType, ...common.flat()]

/** A fresh list to append to. */
export const startJsonHeaders = (bodyBytes: number): FlatHeaders => [...jsonHeaders, 'Content-Length', bodyBytes]

/** The common headers with others beside them; a name given in `own` wins. */
export const mergeHeaders = (
  contentType: string,
  bodyBytes: number | undefined,
  own: Readonly<Record<string, string>> = {},
): FlatHeaders => {
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = [['Content-Type', contentType] as const, ...common].filter(([name]) => !taken.has(name.toLowerCase()))
  return [...kept.flat(), ...Object.entries(own).flat(), ...(bodyBytes === undefined ? [] : ['Content-Length', bodyBytes])]
}

/** What the answer rests on, and where it goes on. */
export const appendAnswerHeaders = (headers: FlatHeaders, answer: Answer, query: string, body: string): void => {
  const { basis, nextCursor } = answer
  if (basis !== undefined) {
    headers.push('X-Index-Head', basis.head, 'X-Index-Finalized', basis.finalized, 'X-Index-Coverage', basis.coverage)
    headers.push('X-Index-Rows', answer.rows)
  }
  if (nextCursor !== undefined) headers.push('X-Next-Cursor', nextCursor, 'Link', `<?${nextQuery(query, body, nextCursor)}>; rel="next"`)
}

/** Not repeated in a link: the key must not travel in it, and the cursor replaces both others. */
const droppedNames = new Set(['apikey', 'cursor', 'page'])
const unsafeInHeader = /[^!#-;=?-~]/

/** The query of the next page: the same parameters, wherever they stood, without the key. Relative to the request, so it holds behind any proxy. */
const nextQuery = (query: string, body: string, cursor: string): string => {
  const whole = body === '' ? query : `${query}&${body}`
  const plain = unsafeInHeader.test(whole) || whole.includes('%') ? new URLSearchParams(whole).toString() : whole
  let kept = ''
  for (let start = 0; start < plain.length; ) {
    let end = plain.indexOf('&', start)
    if (end === -1) end = plain.length
    const equals = plain.indexOf('=', start)
    if (equals !== -1 && equals < end && !droppedNames.has(plain.slice(start, equals).toLowerCase())) kept += `${plain.slice(start, end)}&`
    start = end + 1
  }
  return `${kept}cursor=${cursor}`
}
