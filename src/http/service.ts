import { type Gate, openGate, openToAll } from '../access/gate.ts'
import type { Keyring } from '../access/keyring.ts'
import type { Limiter } from '../access/limiter.ts'
import { sourceFinder } from '../access/source.ts'
import { apiLimits } from '../access/usage.ts'
import type { Config } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'
import type { StoreReader } from '../store/port.ts'
import { type ApiParts, apiHandler } from './api.ts'
import { bounds } from './bounds.ts'
import { callerReader } from './caller.ts'
import { createCompressor } from './compress.ts'
import { measureProcess } from './metrics/process.ts'
import { createMetrics, type MetricsSnapshot } from './metrics/registry.ts'
import type { Route } from './route.ts'
import { routeTable } from './routes.ts'
import { createHttpServer, type HttpServer, type ServerParts } from './server.ts'
import { type ServiceParts, serviceRoutes } from './service-routes.ts'

export interface ServiceOptions {
  readonly config: Pick<Config, 'auth' | 'host' | 'port' | 'baseUrl' | 'trustedProxies' | 'queryTimeoutMs'>
  readonly store: StoreReader
  /** Whether an indexer has made the store. */
  readonly storeIsThere?: () => boolean
  readonly chains: () => readonly number[]
  readonly chainInfo: ServiceParts['chainInfo']
  readonly answer: ApiParts['answer']
  readonly keyring: Keyring
  readonly limiter: Limiter
  readonly limitsDegraded: () => boolean
  readonly log: Logger
  readonly version: string
  /** Routes of other parts: the catalog, the console. */
  readonly routes?: readonly Route[]
  /** Other waiting times, for tests that cannot wait. */
  readonly waits?: ServerParts['waits'] & { readonly answerTimeoutMs?: number }
  /** Figures of all workers; this one's own where there are no others. */
  readonly gatherMetrics?: () => Promise<MetricsSnapshot>
}

/** One worker's whole HTTP side, put together. */
export interface Service {
  readonly server: HttpServer
  /** Figures of this worker, brought up to date. */
  readonly measure: () => MetricsSnapshot
}

export const createService = (options: ServiceOptions): Service => {
  const { config, log } = options
  const metrics = createMetrics()
  const compressor = createCompressor()
  const gate: Gate = config.auth === 'off' ? openToAll : openGate(options.keyring, options.limiter)
  const callers = callerReader(
    sourceFinder(config.trustedProxies),
    config.baseUrl,
    () => `http://${config.host}:${config.port}`,
    config.trustedProxies.length > 0,
  )
  const measure = (): MetricsSnapshot => {
    measureProcess(metrics)
    metrics.set('ownscan_workers', '', 1)
    metrics.set('http_requests_in_flight', '', server.overload.inFlight())
    metrics.set('http_connections', '', server.connections())
    metrics.set('ownscan_event_loop_delay_seconds', '', server.overload.loopDelayMs() / 1000)
    metrics.set('ownscan_compression_cache_hits_total', '', compressor.hits())
    metrics.set('ownscan_limits_degraded', '', options.limitsDegraded() ? 1 : 0)
    return metrics.snapshot()
  }
  const routes = routeTable([
    ...serviceRoutes({
      store: options.store,
      chains: options.chains,
      chainInfo: options.chainInfo,
      version: options.version,
      auth: config.auth,
      draining: () => server.draining(),
      storeIsThere: options.storeIsThere ?? (() => true),
      metrics: options.gatherMetrics ?? (async () => measure()),
    }),
    ...(options.routes ?? []),
  ])
  const limits: ApiParts['limits'] = (admission) => apiLimits(options.limiter, admission, Date.now())
  const api = apiHandler({ compressor, metrics, gate, callers, limits, log, answer: options.answer })
  const server = createHttpServer({
    compressor,
    metrics,
    api,
    routes,
    callers,
    log,
    ...(options.waits === undefined ? {} : { waits: options.waits }),
    answerTimeoutMs: options.waits?.answerTimeoutMs ?? config.queryTimeoutMs + bounds.requestTimeoutMs + bounds.writeTimeoutMs,
  })
  return { server, measure }
}
