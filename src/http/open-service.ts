import type { Access } from '../access/open.ts'
import { openCatalog } from '../catalog/open.ts'
import { chainSpec } from '../chains/lookup.ts'
import type { Config } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'
import { answerQuery } from '../query/answer-query.ts'
import { queryContext } from '../query/context.ts'
import { loadFunctionNames, loadTokenOverrides } from '../query/operator-files.ts'
import { openStoreReader } from '../store/open.ts'
import type { StoreReader } from '../store/port.ts'
import { version } from '../version.ts'
import { adminRoutes } from './admin-routes.ts'
import { consoleRoutes } from './console-routes.ts'
import { openLateStore } from './late-store.ts'
import type { MetricsSnapshot } from './metrics/registry.ts'
import { createService } from './service.ts'
import type { ChainInfo } from './service-routes.ts'

export interface OpenService {
  listen(): Promise<number>
  readonly measure: () => MetricsSnapshot
  /** Finishes what is in flight, then closes the store. */
  close(): Promise<void>
}

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
  const { store, isThere, arrived } = await openLateStore(() => openStoreReader(config), log, signal)
  const served = await servedChains(config, store, log)
  const options = {
    store,
    chains: served.chains,
    startBlocks: new Map(config.chains.map(({ chainId, startBlock }) => [chainId, startBlock])),
    incomplete: config.incomplete,
    queryTimeoutMs: config.queryTimeoutMs,
    functionNames: loadFunctionNames(config.abiFiles),
    tokenOverrides: loadTokenOverrides(config.tokenFile),
  }
  let context = queryContext(options)
  // Cursors are signed with the store's own secret.
  if (!isThere()) void arrived.then(() => (context = queryContext(options)))
  const chains = (): readonly number[] => served.chains
  const chainInfo = (chainId: number): ChainInfo =>
    chainSpec(config.chains.find((chain) => chain.chainId === chainId) ?? unconfigured(chainId))
  const catalog = openCatalog({ config, store, chains, nameOf: (chainId) => chainInfo(chainId).name })
  const service = createService({
    config,
    store,
    chains,
    chainInfo,
    storeIsThere: isThere,
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
