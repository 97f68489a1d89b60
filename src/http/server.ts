import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from '../log/logger.ts'
import { acceptQueueOf } from './accept-queue.ts'
import type { ApiHandler } from './api.ts'
import { readBody } from './body.ts'
import { type Bounds, bounds } from './bounds.ts'
import type { CallerReader } from './caller.ts'
import { answerClientError } from './client-error.ts'
import { connectionShares } from './connection-share.ts'
import { type Overload, watchOverload } from './overload.ts'
import { type Responder, sendFailure, sendRouteAnswer } from './respond.ts'
import type { Route, RouteRequest } from './route.ts'
import type { RouteTable } from './routes.ts'

export interface ServerParts extends Responder {
  readonly api: ApiHandler
  readonly routes: RouteTable
  readonly callers: CallerReader
  readonly log: Logger
  /** How long an answer may take in all, from the request to its last byte. */
  readonly answerTimeoutMs: number
  /** Other waiting times, for tests that cannot wait. */
  readonly waits?: Partial<Pick<Bounds, 'headersTimeoutMs' | 'requestTimeoutMs' | 'sweepMs'>>
}

/** The HTTP side of one worker. */
export interface HttpServer {
  listen(port: number, host: string): Promise<number>
  readonly overload: Overload
  readonly connections: () => number
  readonly draining: () => boolean
  /** Takes on nothing new, finishes what is in flight, and settles when it is done or its time is over. */
  drain(timeoutMs?: number): Promise<void>
}

const apiPath = '/v2/api'
const allowed = 'GET, HEAD, POST, OPTIONS'
const retrySoon = ['Retry-After', '1'] as const

export const createHttpServer = (parts: ServerParts): HttpServer => {
  const overload = watchOverload()
  const waits = { ...bounds, ...parts.waits }
  /** Answers that are not out yet, with the time their request came. */
  const open = new Map<ServerResponse, number>()
  let draining = false
  let connections = 0

  const begin = (response: ServerResponse, label: string): number => {
    const start = performance.now()
    if (draining) response.shouldKeepAlive = false
    overload.enter()
    open.set(response, start)
    // Happens once: `on` spares the wrapper that `once` makes.
    response.on('close', () => {
      overload.leave()
      open.delete(response)
      shares.leave(response.req.socket)
      parts.metrics.observe('http_request_duration_seconds', label, (performance.now() - start) / 1000)
      parts.metrics.add('http_requests_total', statusLabel(label, response.statusCode))
    })
    return start
  }
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const url = originForm(request.url ?? '/')
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = mark === -1 ? '' : url.slice(mark + 1)
    const isApi = path === apiPath
    const route = isApi ? undefined : parts.routes(path)
    const start = begin(response, isApi ? apiLabel : routeLabel(route))
    if (url.length > bounds.maxUrlBytes) refuse(request, response, 'uriTooLong')
    else if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(request, response, 'badRequest')
    else if (isApi) handleApi(request, response, query)
    else if (route === undefined) sendFailure(request, response, 'unknownPath')
    else handleRoute(route, request, response, path, query)
    overload.spent(performance.now() - start)
  }
  /** The connection ends with it: mostly because the request was not read to its end. */
  const refuse = (request: IncomingMessage, response: ServerResponse, code: Parameters<typeof sendFailure>[2]): void => {
    sendFailure(request, response, code, ['Connection', 'close', ...(code === 'draining' || code === 'overloaded' ? retrySoon : [])])
  }
  const handleApi = (request: IncomingMessage, response: ServerResponse, query: string): void => {
    if (draining) refuse(request, response, 'draining')
    else if (overload.tooMuch()) {
      parts.metrics.add('http_refused_total', '{reason="overloaded"}')
      // Whoever comes back does so over a new connection, which a worker with less to do may accept.
      refuse(request, response, 'overloaded')
    } else if (request.method === 'GET' || request.method === 'HEAD') parts.api(request, response, query, '')
    else if (request.method === 'POST') void handlePost(request, response, query)
    else if (request.method === 'OPTIONS') preflight(request, response, allowed)
    else sendFailure(request, response, 'methodNotAllowed', ['Allow', allowed])
  }
  const handlePost = async (request: IncomingMessage, response: ServerResponse, query: string): Promise<void> => {
    const body = await readBody(request, bounds.maxBodyBytes)
    if (body === 'gone') response.destroy()
    else if (body === 'too large') refuse(request, response, 'bodyTooLarge')
    else if (body.length > 0 && !isForm(request)) sendFailure(request, response, 'unsupportedBody')
    else parts.api(request, response, query, body.toString('utf8'))
  }
  const handleRoute = (route: Route, request: IncomingMessage, response: ServerResponse, path: string, query: string): void => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const methods = [...route.methods, ...(route.methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    if (method === 'OPTIONS') preflight(request, response, methods)
    else if (!isRouteMethod(method, route)) sendFailure(request, response, 'methodNotAllowed', ['Allow', methods])
    else
      runRoute(parts, route, method, request, response, path, query, refuse).catch((error: unknown) => {
        parts.log.error('a request failed', { path, error })
        sendFailure(request, response, 'internal')
      })
  }

  const shares = connectionShares(handle)
  const server = createServer(
    {
      maxHeaderSize: bounds.maxHeaderBytes,
      // We refuse such requests ourselves, with the envelope.
      requireHostHeader: false,
      headersTimeout: waits.headersTimeoutMs,
      requestTimeout: waits.requestTimeoutMs,
      keepAliveTimeout: bounds.keepAliveTimeoutMs,
      connectionsCheckingInterval: waits.sweepMs,
      noDelay: true,
    },
    shares.take,
  )
  server.maxConnections = bounds.maxConnections
  server.on('connection', (socket) => {
    connections++
    overload.accepted()
    shares.open(socket)
    socket.once('close', () => {
      connections--
      shares.close(socket)
      if (open.size > 0) queueMicrotask(() => dropQueued(open, socket))
    })
  })
  server.on('clientError', (error: Error & { code?: string; rawPacket?: Buffer }, socket) => {
    const code = answerClientError(error, socket)
    if (code !== undefined) parts.metrics.add('http_refused_total', `{reason="${code}"}`)
  })
  server.on('checkContinue', (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= bounds.maxBodyBytes) response.writeContinue()
    shares.take(request, response)
  })
  const sweep = setInterval(() => dropSlow(open, parts), waits.sweepMs)
  sweep.unref()

  return {
    overload,
    connections: () => connections,
    draining: () => draining,
    listen: async (port, host) => {
      const taken = await listen(server, port, host)
      overload.watchQueue(acceptQueueOf(taken))
      return taken
    },
    drain: async (timeoutMs = bounds.drainTimeoutMs) => {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Idle connections close at once; busy ones after the answer they wait for.
      for (const response of open.keys()) if (!response.headersSent) response.shouldKeepAlive = false
      const late = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await closed
      clearTimeout(late)
      clearInterval(sweep)
      overload.stop()
    },
  }
}

/** What follows the authority of an absolute URL: proxies may send one, and a server must take it. */
const originForm = (url: string): string => {
  if (url.startsWith('/')) return url
  const authority = /^https?:\/\/[^/?#]*/i.exec(url)?.[0]
  if (authority === undefined) return url
  const rest = url.slice(authority.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: bounds.backlog }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

/**
 * Ends the answers of a connection that is gone. Node ends the one that was being written; those queued behind it, to requests that were sent without waiting,
 * hear nothing, and would count as in flight and hold their bytes for ever.
 */
const dropQueued = (open: ReadonlyMap<ServerResponse, number>, socket: Socket): void => {
  for (const response of open.keys()) {
    if (response.req.socket !== socket) continue
    response.destroy()
    response.emit('close')
  }
}

const dropSlow = (open: ReadonlyMap<ServerResponse, number>, parts: ServerParts): void => {
  const oldest = performance.now() - parts.answerTimeoutMs
  for (const [response, start] of open) {
    // In the order of arrival: the first that is young enough ends the search.
    if (start > oldest) break
    parts.metrics.add('http_refused_total', '{reason="slow"}')
    response.destroy()
  }
}

const runRoute = async (
  parts: ServerParts,
  route: Route,
  method: RouteRequest['method'],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
  refuse: (request: IncomingMessage, response: ServerResponse, code: 'bodyTooLarge') => void,
): Promise<void> => {
  const body = method === 'GET' ? undefined : await readBody(request, route.bodyLimitBytes ?? bounds.maxBodyBytes)
  if (body === 'gone') {
    response.destroy()
    return
  }
  if (body === 'too large') {
    refuse(request, response, 'bodyTooLarge')
    return
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const answer = await route.handler({
    method,
    path,
    query,
    headers: request.headers,
    body,
    baseUrl: parts.callers.baseUrl(request),
    source: parts.callers.source(request),
    signal: gone.signal,
  })
  sendRouteAnswer(parts, request, response, answer)
}

const isRouteMethod = (method: string | undefined, route: Route): method is RouteRequest['method'] =>
  (route.methods as readonly (string | undefined)[]).includes(method)

const isForm = (request: IncomingMessage): boolean => {
  const type = request.headers['content-type']
  return type === undefined || type.toLowerCase().startsWith('application/x-www-form-urlencoded')
}

/** A browser asks before it sends a header of ours: the key's headers are allowed where they are asked for. */
const preflight = (request: IncomingMessage, response: ServerResponse, allow: string): void => {
  const asked = String(request.headers['access-control-request-headers'] ?? '').toLowerCase()
  const extra = ['X-API-Key', 'Authorization'].filter((name) => asked.includes(name.toLowerCase()))
  response.writeHead(204, {
    Allow: allow,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': ['Content-Type', ...extra].join(', '),
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
    'Access-Control-Max-Age': '600',
    'Cache-Control': 'private',
    'X-Frame-Options': 'SAMEORIGIN',
    Vary: 'Accept-Encoding',
  })
  response.end()
}

const apiLabel = `{route="${apiPath}"}`
const unknownLabel = '{route="unknown"}'
const routeLabel = (route: Route | undefined): string => (route === undefined ? unknownLabel : `{route="${route.path}"}`)

const statusLabels = new Map<string, Map<number, string>>()
const statusLabel = (label: string, status: number): string => {
  let known = statusLabels.get(label)
  if (known === undefined) {
    known = new Map()
    statusLabels.set(label, known)
  }
  let text = known.get(status)
  if (text === undefined) {
    text = `${label.slice(0, -1)},code="${status}"}`
    known.set(status, text)
  }
  return text
}
