import type { RouteAnswer, RouteHandler } from '../http/route.ts'
import { renderReport } from './render.ts'
import { type CatalogReport, requestLimits } from './report.ts'
import { ThreadBusy, ThreadGaveUp, type ValidationThread } from './thread.ts'

/** Errors listed where the caller does not say. */
const defaultMaxErrors = 100

const everywhere = { 'access-control-allow-origin': '*' } as const

const refusal = (status: number, error: string, headers: Readonly<Record<string, string>> = {}): RouteAnswer => ({
  status,
  body: JSON.stringify({ error }),
  headers: { ...everywhere, ...headers },
})

/** 200 says the file was checked, whatever came out; 413 that it is beyond a limit, 422 that it is no JSON in UTF-8. */
const statusOf = ({ verdict, errors }: CatalogReport): number => {
  if (verdict !== 'unreadable') return 200
  return errors[0]?.keyword === 'limit' ? 413 : 422
}

const maxErrorsOf = (query: URLSearchParams): number | undefined => {
  const asked = query.get('max_errors')
  if (asked === null) return defaultMaxErrors
  const value = Number(asked)
  return /^[0-9]+$/.test(asked) && value >= 1 && value <= requestLimits.maxErrors ? value : undefined
}

/** `POST` of a catalog file: the same report as `ownscan catalog validate`, within limits. Nothing the file links to is fetched. */
export const validateRoute =
  (thread: ValidationThread): RouteHandler =>
  async ({ query, body }) => {
    const parameters = new URLSearchParams(query)
    const format = parameters.get('format') ?? 'json'
    const maxErrors = maxErrorsOf(parameters)
    if (maxErrors === undefined) return refusal(400, `max_errors must be a whole number from 1 to ${requestLimits.maxErrors}`)
    if (format !== 'json' && format !== 'text') return refusal(400, 'format must be json or text')
    if (body === undefined || body.length === 0) return refusal(400, 'send the catalog file as the body of the request')
    try {
      const report = await thread.validate(body, { ...requestLimits, maxErrors })
      const status = statusOf(report)
      if (format === 'json') return { status, body: `${JSON.stringify(report)}\n`, headers: everywhere }
      const text = renderReport(report, { file: 'data.json', color: false })
      return { status, contentType: 'text/plain; charset=utf-8', body: text, headers: everywhere }
    } catch (error) {
      if (error instanceof ThreadBusy) return refusal(503, error.message, { 'retry-after': '2' })
      if (error instanceof ThreadGaveUp) return refusal(413, error.message)
      throw error
    }
  }
