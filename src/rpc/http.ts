import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { type Dispatcher, errors, Pool } from 'undici'
import type { EndpointConfig } from '../config/types.ts'
import { parseBody } from './parse.ts'
import { type Reply, type Transport, TransportError, type TransportLimits } from './transport.ts'

/** Connections to a node are kept open between requests; most servers close idle ones after a minute. */
const keepAliveMs = 55_000
const connectTimeoutMs = 10_000

const decompressors: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** JSON-RPC over HTTP: connections kept alive, one request at a time on each, so that a slow answer holds up no other. */
export const httpTransport = ({ url, headers }: EndpointConfig, limits: TransportLimits): Transport => {
  const { origin, pathname, search, username, password, hostname } = new URL(url)
  const pool = new Pool(origin, {
    connections: limits.connections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: limits.timeoutMs,
    bodyTimeout: limits.timeoutMs,
    connect: { timeout: connectTimeoutMs },
    maxResponseSize: limits.maxBodyBytes,
  })
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const sentHeaders = {
    'content-type': 'application/json',
    // On this machine compression only costs time; over a network an answer shrinks to a fifth.
    ...(isLoopback(hostname) ? {} : { 'accept-encoding': 'gzip, deflate, br' }),
    ...(username || password ? { authorization: `Basic ${basic}` } : {}),
    ...headers,
  }
  const send: Transport['send'] = async (calls, signal) => {
    const body = JSON.stringify(calls.length === 1 ? calls[0] : calls)
    try {
      const answer = await exchangeBytes(pool, { path: pathname + search, method: 'POST', headers: sentHeaders, body }, signal)
      return await replyOf(answer, limits.maxBodyBytes)
    } catch (error) {
      throw signal.aborted ? signal.reason : transportErrorOf(error)
    }
  }
  return { send, close: () => pool.destroy() }
}

interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** One request, its answer as bytes, straight from the parser's callbacks: a stream in between costs a tenth of the time a block takes. */
const exchangeBytes = (pool: Pool, request: Dispatcher.DispatchOptions, signal: AbortSignal): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    let status = 0
    let headers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    let abort = (): void => {}
    const stop = (): void => {
      abort()
      reject(signal.reason)
    }
    if (signal.aborted) {
      stop()
      return
    }
    signal.addEventListener('abort', stop, { once: true })
    pool.dispatch(request, {
      onRequestStart: (controller) => {
        abort = () => controller.abort(new Error('no longer wanted'))
        if (signal.aborted) abort()
      },
      onResponseStart: (_, statusCode, responseHeaders) => {
        status = statusCode
        headers = responseHeaders
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk)
      },
      onResponseEnd: () => {
        signal.removeEventListener('abort', stop)
        resolve({ status, headers, body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) })
      },
      onResponseError: (_, error) => {
        signal.removeEventListener('abort', stop)
        reject(error)
      },
    })
  })

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))

const replyOf = async ({ status, headers, body }: HttpAnswer, maxBodyBytes: number): Promise<Reply> => {
  const decompress = decompressors[String(headers['content-encoding'] ?? '').toLowerCase()]
  const plain = decompress ? await decompress(body, { maxOutputLength: maxBodyBytes }) : body
  return { status, retryAfterMs: retryAfterMs(headers['retry-after']), bytes: plain.length, ...parseBody(plain) }
}

/** Seconds, or a date. */
const retryAfterMs = (header: string | string[] | undefined): number | undefined => {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

const oversizedCodes = ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE']
const timeoutCodes = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** Messages of the library can hold the address; the code says enough. */
const transportErrorOf = (error: unknown): TransportError => {
  const code =
    error instanceof Error && 'code' in error ? String(error.code) : error instanceof errors.UndiciError ? error.code : 'unknown failure'
  if (oversizedCodes.includes(code)) return new TransportError('oversized', 'the answer is larger than the client takes')
  if (timeoutCodes.includes(code)) return new TransportError('timeout', 'no answer in time')
  return new TransportError('network', `the connection failed (${code})`)
}
