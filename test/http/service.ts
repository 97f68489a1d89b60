import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { onTestFinished } from 'vitest'
import type { NewKey } from '../../src/access/keyring.ts'
import { type Access, openAccess } from '../../src/access/open.ts'
import type { ServiceOptions } from '../../src/http/service.ts'
import { createService } from '../../src/http/service.ts'
import { createLogger } from '../../src/log/logger.ts'
import { type Answer, succeeded } from '../../src/query/answer.ts'
import type { StoreReader } from '../../src/store/port.ts'
import { testFolder } from '../folder.ts'

export interface TestService {
  readonly url: string
  readonly port: number
  readonly access: Access
  readonly key: string
  /** Everything logged so far. */
  readonly logged: () => string
  readonly get: (query: string, options?: RequestOptions & { readonly body?: string | Buffer }) => Promise<Reply>
  readonly drain: (timeoutMs?: number) => Promise<void>
  readonly inFlight: () => number
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

export const fakeRows = (rows: number): Answer => {
  const body = Buffer.from(
    `{"status":"1","message":"OK","result":[${Array.from({ length: rows }, (_, i) => `{"blockNumber":"${i}"}`).join(',')}]}`,
  )
  return succeeded([body], body.length, rows, { head: 100, finalized: 90, coverage: '0-100' }, undefined)
}

/** A store that knows chain 1 and has a note without anything in it. */
const emptyStore: StoreReader = {
  chains: () => [1],
  snapshot: () => undefined,
  notes: () => undefined,
  secret: new Uint8Array(32),
  close: async () => {},
}

const unlimited: NewKey = { name: 'test', perSecond: 0, perDay: 0, expiresAt: null }

/** The real HTTP side with real keys and counters, over an answer of the test's choice. */
export const startTestService = async (options: Partial<ServiceOptions> & { readonly redis?: string } = {}): Promise<TestService> => {
  let logged = ''
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => (logged += line) })
  const access = openAccess({ data: testFolder(), redis: options.redis }, log)
  const { server } = createService({
    store: emptyStore,
    chains: () => [1],
    chainInfo: (chainId) => ({ name: `Chain ${chainId}`, explorer: '', symbol: 'ETH' }),
    answer: () => fakeRows(3),
    keyring: access.keyring,
    limiter: access.limiter,
    limitsDegraded: access.degraded,
    log,
    version: '0.0.0',
    ...options,
    config: {
      auth: 'required',
      host: '127.0.0.1',
      port: 0,
      baseUrl: undefined,
      trustedProxies: [],
      queryTimeoutMs: 1000,
      ...options.config,
    },
  })
  const port = await server.listen(0, '127.0.0.1')
  const { secret } = access.keyring.create(unlimited)
  onTestFinished(async () => {
    await server.drain(0)
    await access.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    access,
    key: secret,
    logged: () => logged,
    get: (query, requestOptions) => send(port, query, requestOptions),
    drain: server.drain,
    inFlight: server.overload.inFlight,
  }
}

/** One request, exactly as told. */
export const send = (
  port: number,
  path: string,
  { body, ...options }: RequestOptions & { readonly body?: string | Buffer } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() })
      })
      response.on('error', reject)
    })
    request.on('error', reject)
    // Longer than any answer takes: a hang shows as what it is.
    request.setTimeout(30_000, () => request.destroy(new Error(`no answer to ${path}`)))
    request.end(body)
  })

export const resultOf = (reply: Reply): unknown => (JSON.parse(reply.text) as { result: unknown }).result
