import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FailureCode, failure, statusOf } from '../query/errors.ts'
import { type Compressor, minCompressedBytes } from './compress.ts'
import { acceptedEncoding } from './encoding.ts'
import { type FlatHeaders, jsonType, mergeHeaders, startJsonHeaders } from './headers.ts'
import type { Metrics } from './metrics/registry.ts'
import type { RouteAnswer } from './route.ts'

/** What writing an answer needs beside the answer. */
export interface Responder {
  readonly compressor: Compressor
  readonly metrics: Metrics
}

const nothingHeld = (): void => {}

/**
 * Writes status, headers and body, compressed where the caller asks for it and it pays. `headers` are whole but for `Content-Encoding`.
 * `release` is called once, when the bytes of the body are no longer needed: after the last of them is written or the connection has gone, and at once where
 * they were copied, since the compressor reads them on another thread.
 */
export const sendBody = (
  { compressor, metrics }: Responder,
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: FlatHeaders,
  body: readonly Buffer[],
  bytes: number,
  release: () => void = nothingHeld,
): void => {
  if (response.destroyed || response.headersSent) {
    release()
    return
  }
  const encoding = bytes >= minCompressedBytes ? acceptedEncoding(request.headers['accept-encoding'] as string | undefined) : undefined
  if (encoding === undefined) {
    if (release !== nothingHeld) response.on('close', release)
    write(request, response, status, headers, body)
    return
  }
  const copy = Buffer.concat(body, bytes)
  release()
  const finish = (compressed: Buffer): void => {
    metrics.add('ownscan_compressed_total', encoding === 'br' ? '{encoding="br"}' : '{encoding="gzip"}')
    headers[headers.lastIndexOf('Content-Length') + 1] = compressed.length
    headers.push('Content-Encoding', encoding)
    write(request, response, status, headers, [compressed])
  }
  const compressed = compressor.compress(copy, encoding)
  if (compressed instanceof Promise) compressed.then(finish, () => write(request, response, status, headers, [copy]))
  else finish(compressed)
}

const write = (request: IncomingMessage, response: ServerResponse, status: number, headers: FlatHeaders, body: readonly Buffer[]): void => {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, headers as string[])
  if (request.method === 'HEAD') response.end()
  else if (body.length === 1) response.end(body[0])
  else {
    response.cork()
    for (const part of body) response.write(part)
    response.end()
  }
}

/** A failure of the transport: its own status, the envelope all the same. */
export const sendFailure = (request: IncomingMessage, response: ServerResponse, code: FailureCode, extra: readonly string[] = []): void => {
  const { body } = failure(code as 'internal')
  const headers = startJsonHeaders(body.length)
  headers.push(...extra)
  write(request, response, statusOf(code, false), headers, [body])
}

export const sendRouteAnswer = (responder: Responder, request: IncomingMessage, response: ServerResponse, answer: RouteAnswer): void => {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  const headers = mergeHeaders(answer.contentType ?? jsonType, answer.status === 304 ? undefined : body.length, answer.headers)
  if (answer.compressible === false) write(request, response, answer.status, headers, [body])
  else sendBody(responder, request, response, answer.status, headers, [body], body.length)
}
