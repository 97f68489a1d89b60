import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Call, createEndpoint, type Endpoint, type Envelope } from './endpoint.ts'
import type { Fault } from './faults.ts'
import { createRateMeter, type RateMeter } from './rate.ts'
import { announceHeads } from './websocket.ts'
import type { World } from './world.ts'

/** An endpoint on loopback. */
export interface SimulatedNode extends Endpoint {
  readonly url: string
  /** New heads, for those who subscribe. */
  readonly wsUrl: string
  /** HTTP requests taken, answered or not. */
  readonly requests: number
  close(): Promise<void>
}

export interface NodeOptions {
  readonly seed?: number | string
  readonly faults?: readonly Fault[]
}

/** Larger than any batch a client of ours sends. */
const bodyLimitBytes = 8 * 1024 * 1024
/** Answers below this are sent as they are: compressing them saves nothing. */
const compressFromBytes = 1_024

export const serveWorld = async (world: World, { seed = 0, faults = [] }: NodeOptions = {}): Promise<SimulatedNode> => {
  const endpoint = createEndpoint(world, seed)
  endpoint.setFaults(...faults)
  const meter = createRateMeter()
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    handle(endpoint, meter, request, response).catch(() => response.destroy())
  })
  const stopAnnouncing = announceHeads(server, world, endpoint)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...endpoint,
    get faults() {
      return endpoint.faults
    },
    url: `http://127.0.0.1:${port}/`,
    wsUrl: `ws://127.0.0.1:${port}/`,
    get requests() {
      return requests
    },
    close: async () => {
      stopAnnouncing()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const handle = async (endpoint: Endpoint, meter: RateMeter, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const parsed = parse(await bodyOf(request))
  const calls = Array.isArray(parsed) ? (parsed as Call[]) : [parsed as Call]
  if (endpoint.strike('stall', calls)) return
  const delay = endpoint.strike('delay', calls)
  if (delay) await new Promise((resolve) => setTimeout(resolve, delay.ms))
  const refused = refusal(endpoint, meter, calls)
  if (refused) {
    response.writeHead(refused.status, refused.headers).end(refused.body)
    return
  }
  const answers = calls.map(
    (call): Envelope => ({ jsonrpc: '2.0', id: call.id ?? null, ...endpoint.answer({ ...call, params: call.params ?? [] }) }),
  )
  const text = JSON.stringify(Array.isArray(parsed) ? endpoint.envelope(answers) : answers[0])
  if (endpoint.strike('disconnect', calls)) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy())
    return
  }
  send(request, response, text)
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return { id: null, method: 'unreadable', params: [] }
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > bodyLimitBytes) throw new Error('the request is too large')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString()
}

const refusal = (endpoint: Endpoint, meter: RateMeter, calls: readonly Call[]) => {
  const status = endpoint.strike('status', calls)
  if (status) return { status: status.status, headers: { 'content-type': 'text/html', ...status.headers }, body: status.body ?? '' }
  const rate = endpoint.strike('rate', calls)
  if (!rate || meter.allows(calls.length, rate.perSecond)) return undefined
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (rate.retryAfterSeconds !== undefined) headers['retry-after'] = String(rate.retryAfterSeconds)
  return { status: 429, headers, body: '{"jsonrpc":"2.0","id":null,"error":{"code":429,"message":"Too Many Requests"}}' }
}

const send = (request: IncomingMessage, response: ServerResponse, text: string): void => {
  const compress = text.length >= compressFromBytes && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = compress ? gzipSync(text, { level: 1 }) : Buffer.from(text)
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(compress ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(body)
}
