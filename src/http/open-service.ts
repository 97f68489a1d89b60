import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '../access/open.ts'
import { openCatalog } from '../catalog/open.ts'
import { chainSpec } from '../chains/lookup.ts'
import type { Config } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'
import { answerQuery } from '../query/answer-query.ts'
import { queryContext } from '../query/context.ts'
import { loadFunctionNames, loadTokenOverrides } from '../query/operator-files.ts'
import { openStoreReader } from '../store/open.ts'
import { StoreAbsent, type StoreReader } from '../store/port.ts'
import { version } from '../version.ts'
import { adminRoutes } from './admin-routes.ts'
import { consoleRoutes } from './console-routes.ts'
import type { MetricsSnapshot } from './metrics/registry.ts'
import { createService } from './service.ts'
import type { ChainInfo } from './service-routes.ts'

export interface OpenService {
  listen(): Promise<number>
  readonly measure: () => MetricsSnapshot
  /** Finishes what is in flight, then closes the store. */
  close(): Promise<void>
}

/** An indexer that starts beside us makes the store; the wait is only worth mentioning after a while. */
const storePollMs = 100
const storeQuietMs = 5_000
/** How often new chains in the store are looked for where the configuration names none. */
const chainsPollMs = 2_000

/** The service on the configured store, with every route of the program. */
export const openService = async (
  config: Config,
  access: Access,
  log: Logger,
  signal: AbortSignal,
  gatherMetrics: () => Promise<MetricsSnapshot>,
): Promise<OpenService> => {
  const store = await waitForStore(config, log, signal)
  const served = await servedChains(config, store, log)
  const context = queryContext({
    store,
    chains: served.chains,
    incomplete: config.incomplete,
    queryTimeoutMs: config.queryTimeoutMs,
    functionNames: loadFunctionNames(config.abiFiles),
    tokenOverrides: loadTokenOverrides(config.tokenFile),
  })
  const chains = (): readonly number[] => served.chains
  const chainInfo = (chainId: number): ChainInfo =>
    chainSpec(config.chains.find((chain) => chain.chainId === chainId) ?? unconfigured(chainId))
  const catalog = openCatalog({ config, store, chains, nameOf: (chainId) => chainInfo(chainId).name })
  const service = createService({
    config,
    store,
    chains,
    chainInfo,
    answer: (parameters, caller) => answerQuery(context, parameters, caller),
    keyring: access.keyring,
    limiter: access.limiter,
    limitsDegraded: access.degraded,
    log,
    version,
    routes: [...catalog.routes, ...adminRoutes(access.keyring, access.limiter), ...consoleRoutes()],
    gatherMetrics,
  })
  return {
    listen: () => service.server.listen(config.port, config.host),
    measure: service.measure,
    close: async () => {
      await service.server.drain()
      served.stop()
      await catalog.close()
      await store.close()
    },
  }
}

const unconfigured = (chainId: number) => ({ chainId, custom: undefined, finalityDepth: undefined, quirks: [] })

const waitForStore = async (config: Config, log: Logger, signal: AbortSignal): Promise<StoreReader> => {
  for (let waitedMs = 0; ; waitedMs += storePollMs) {
    try {
      return await openStoreReader(config)
    } catch (error) {
      if (!(error instanceof StoreAbsent)) throw error
      if (waitedMs === storeQuietMs) log.warn('waiting for an indexer to make the store', { reason: error.message })
      await sleep(storePollMs, undefined, { signal })
    }
  }
}

/** The configured chains, or where none is configured all the store has, also those it gets later. The list itself stays the same, its contents change. */
const servedChains = async (
  config: Config,
  store: StoreReader,
  log: Logger,
): Promise<{ readonly chains: readonly number[]; stop(): void }> => {
  if (config.chains.length > 0) return { chains: config.chains.map(({ chainId }) => chainId), stop: () => {} }
  const chains = [...(await store.chains())]
  const refresh = async (): Promise<void> => {
    const found = await store.chains()
    chains.splice(0, chains.length, ...found)
  }
  const timer = setInterval(
    () => void refresh().catch((error: unknown) => log.warn('the chains of the store cannot be read', { error })),
    chainsPollMs,
  )
  timer.unref()
  return { chains, stop: () => clearInterval(timer) }
}
