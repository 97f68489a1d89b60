import type { Duplex } from 'node:stream'
import { type FailureCode, failure, failures } from '../query/errors.ts'
import { bounds } from './bounds.ts'
import { startJsonHeaders } from './headers.ts'

/** What the parser or a timeout stopped: an honest status and the envelope, written by hand since no response exists, then the end of the connection. */
export const answerClientError = (error: Error & { code?: string; rawPacket?: Buffer }, socket: Duplex): FailureCode | undefined => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return undefined
  }
  const code = failureOf(error)
  const { body } = failure(code as 'badRequest')
  const headers = startJsonHeaders(body.length)
  const lines = Array.from({ length: headers.length / 2 }, (_, i) => `${headers[2 * i]}: ${headers[2 * i + 1]}`)
  const status = failures[code].status
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body.toString()}`)
  // A client that goes on sending without reading would keep the socket half open.
  setTimeout(() => socket.destroy(), lingerMs).unref()
  return code
}

const lingerMs = 1_000

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
}

const failureOf = (error: Error & { code?: string; rawPacket?: Buffer }): FailureCode => {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'requestTimeout'
    case 'HPE_HEADER_OVERFLOW':
      return firstLineTooLong(error.rawPacket) ? 'uriTooLong' : 'headersTooLarge'
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'bodyTooLarge'
    default:
      return 'badRequest'
  }
}

/** The parser counts request line and headers together; the piece it choked on tells which of them was the long one, or is nothing but the middle of a line. */
const firstLineTooLong = (packet: Buffer | undefined): boolean => {
  if (packet === undefined) return false
  const lineEnd = packet.indexOf('\r\n')
  return lineEnd === -1 || lineEnd > bounds.maxUrlBytes
}
