import type { IncomingHttpHeaders } from 'node:http'

/**
 * What a route is: a path and a function from a plain request to a plain answer. The server owns everything between: sockets, bounds, bodies, the common
 * headers, compression, errors. A handler that throws becomes a logged 500 without a stack trace.
 */
export interface RouteRequest {
  /** HEAD is answered as GET with the body held back by the server; OPTIONS never arrives here. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As sent, without the query string. */
  readonly path: string
  /** What stands after `?`, undecoded; empty where there is none. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
  /** The whole body of a POST, at most the route's `bodyLimitBytes`; absent for GET. */
  readonly body: Buffer | undefined
  /** How the caller reached the service, `https://host/prefix` without a final slash: for links. */
  readonly baseUrl: string
  /** The caller's address, trusted proxies seen through. */
  readonly source: string
  /** Aborted when the caller has gone or the service must stop. */
  readonly signal: AbortSignal
}

export interface RouteAnswer {
  readonly status: number
  /** `application/json; charset=utf-8` where absent. */
  readonly contentType?: string
  readonly body: Buffer | string
  /** Beyond the common ones; a name given here wins. */
  readonly headers?: Readonly<Record<string, string>>
  /** Text that shrinks: compressed where the caller asks for it. True where absent. */
  readonly compressible?: boolean
}

export type RouteHandler = (request: RouteRequest) => RouteAnswer | Promise<RouteAnswer>

export interface Route {
  /** An exact path (`/health`), or with a final `/*` everything below it. */
  readonly path: string
  /** GET includes HEAD. Others are answered with 405 and an `Allow` header. */
  readonly methods: readonly RouteRequest['method'][]
  /** 64 KiB where absent. */
  readonly bodyLimitBytes?: number
  readonly handler: RouteHandler
}
