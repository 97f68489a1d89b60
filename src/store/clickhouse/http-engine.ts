import { Readable } from 'node:stream'
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { StoreUnusable } from '../port.ts'
import { type Engine, EngineError } from './engine.ts'

/** A page is small: a query that wants more than this is a mistake, and must not take the server down with it. */
const queryMemoryBytes = 2_000_000_000
const insertTimeoutMs = 60_000
const defaultTimeoutMs = 30_000
/** Error codes of the server that mean "too slow" (timeout exceeded, estimated too slow, query cancelled) and "not now" (too many queries, parts or connections; keeper, network). */
const timeoutCodes = new Set(['159', '160', '394'])
const passingCodes = new Set(['202', '203', '209', '210', '242', '252', '279', '319', '999'])

/** Opens `clickhouse://user:password@host:port/database`, or the same with http or https. */
export const openHttpEngine = (url: string): Engine => {
  const parsed = parseUrl(url)
  const client = createClient({
    url: `${parsed.protocol}//${parsed.host}`,
    username: decodeURIComponent(parsed.username) || 'default',
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'default',
    request_timeout: insertTimeoutMs,
    max_open_connections: 32,
    keep_alive: { enabled: true },
    compression: { request: true, response: true },
    application: 'ownscan',
    // What fails is thrown, and told in our own log: the client would print it a second time, in a form of its own.
    log: { level: ClickHouseLogLevel.OFF },
  })
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw engineError(error)
    }
  }
  return {
    rows: (sql, { timeoutMs = defaultTimeoutMs } = {}) =>
      guarded(async () => {
        const answer = await client.query({
          query: sql,
          format: 'JSONCompactEachRow',
          abort_signal: AbortSignal.timeout(Math.ceil(timeoutMs) + 1000),
          clickhouse_settings: {
            max_execution_time: Math.max(0.001, timeoutMs / 1000),
            max_memory_usage: String(queryMemoryBytes),
            output_format_json_quote_64bit_integers: 1,
          },
        })
        return answer.json<readonly unknown[]>()
      }),
    run: (sql) => guarded(async () => void (await client.command({ query: sql }))),
    insert: (table, columns, rows) =>
      guarded(async () => {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT RowBinary`,
          values: Readable.from([rows], { objectMode: false }),
          clickhouse_settings: {
            distributed_foreground_insert: 1,
            async_insert: 0,
            wait_end_of_query: 1,
            // So that one we gave up does not go on for ever.
            max_execution_time: insertTimeoutMs / 1000,
          },
        })
        stream.resume()
        await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject))
      }),
    close: () => client.close(),
  }
}

const parseUrl = (url: string): URL => {
  const parsed = URL.canParse(url) ? new URL(url.replace(/^clickhouse:/, 'http:').replace(/^clickhouses:/, 'https:')) : undefined
  if (parsed !== undefined && (parsed.protocol === 'http:' || parsed.protocol === 'https:')) return parsed
  throw new StoreUnusable('the ClickHouse address must look like clickhouse://user:password@host:8123/database')
}

const engineError = (error: unknown): EngineError => {
  if (error instanceof ClickHouseError) {
    const kind = timeoutCodes.has(error.code) ? 'timeout' : passingCodes.has(error.code) ? 'passing' : 'final'
    return new EngineError(`ClickHouse refused (code ${error.code}): ${error.message}`, kind, error)
  }
  const text = error instanceof Error ? error.message : String(error)
  const timeout = error instanceof Error && (error.name === 'TimeoutError' || /timeout/i.test(text))
  return new EngineError(`ClickHouse did not answer: ${text}`, timeout ? 'timeout' : 'passing', error)
}
