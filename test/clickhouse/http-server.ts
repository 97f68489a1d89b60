import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { Chdb } from '../engines/chdb.mjs'

/**
 * As much of ClickHouse's HTTP interface as the official client uses here, over the in-process engine: SQL in the query string or the body, rows of an insert
 * in the body, errors with their code in a header. Settings in the query string are left out, but for the time limit.
 */
export const serveChdb = async (chdb: Chdb): Promise<{ readonly url: (database: string) => string; readonly server: Server }> => {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    try {
      const body = await bodyOf(request)
      const database = url.searchParams.get('database') ?? ''
      const inQuery = url.searchParams.get('query')
      const sql = (inQuery ?? body.toString()).trim()
      const insert = /^INSERT INTO (\w+) \(([^)]*)\) FORMAT (\w+)$/.exec(sql)
      if (insert && inQuery !== null) {
        const [, table = '', columns = '', format = ''] = insert
        await chdb.insert(database, table, columns.split(', '), format, body)
        response.end()
        return
      }
      const [, plain = sql, format = 'TSV'] = /^([\s\S]*?)\s+FORMAT (\w+)$/.exec(sql) ?? []
      const limit = url.searchParams.get('max_execution_time')
      const quoted = /^SELECT/i.test(plain) ? withSettings(plain, limit) : plain
      response.setHeader('X-ClickHouse-Format', format)
      response.end(chdb.query(database, quoted, format))
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': /Code: (\d+)/.exec(text)?.[1] ?? '1' })
      response.end(/Code: /.test(text) ? text : `Code: 1. DB::Exception: ${text}. (UNSUPPORTED_METHOD)`)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: (database) => `clickhouse://127.0.0.1:${port}/${database}`, server }
}

const withSettings = (sql: string, limit: string | null): string => {
  const settings = `output_format_json_quote_64bit_integers = 1${limit === null ? '' : `, max_execution_time = ${Number(limit)}`}`
  return / SETTINGS /.test(sql) ? `${sql}, ${settings}` : `${sql} SETTINGS ${settings}`
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}
