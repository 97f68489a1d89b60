import type { StoreReader } from '../store/port.ts'
import { chainSamples } from './chain-samples.ts'
import { type ChainStatus, conditionNumber, readChainStatus } from './chain-status.ts'
import type { MetricsSnapshot } from './metrics/registry.ts'
import { metricsType, renderMetrics } from './metrics/render.ts'
import { openApiDocument } from './openapi.ts'
import type { Route, RouteAnswer } from './route.ts'

export interface ServiceParts {
  readonly store: StoreReader
  /** The chains served now, in order. */
  readonly chains: () => readonly number[]
  readonly chainInfo: (chainId: number) => ChainInfo
  readonly draining: () => boolean
  readonly storeIsThere: () => boolean
  /** Of all workers together. */
  readonly metrics: () => Promise<MetricsSnapshot>
  readonly version: string
  /** Whether callers need a key. */
  readonly auth: 'required' | 'off'
}

export interface ChainInfo {
  readonly name: string
  readonly explorer: string
  /** Of the chain's own currency; empty where it is not known. */
  readonly symbol: string
}

/** What stands beside the one path: for clients, for load balancers, for operators. No key is needed, and nothing secret is told. */
export const serviceRoutes = (parts: ServiceParts): readonly Route[] => {
  const statuses = (): Promise<readonly ChainStatus[]> => {
    const now = Date.now()
    return Promise.all(parts.chains().map((chainId) => readChainStatus(parts.store, chainId, now)))
  }
  const get = (path: string, handler: Route['handler']): Route => ({ path, methods: ['GET'], handler })
  return [
    get('/v2/chainlist', async ({ baseUrl }) => json(chainList(await statuses(), parts.chainInfo, baseUrl))),
    get('/health', () => json({ status: 'ok' })),
    get('/ready', () => {
      if (parts.draining()) return json({ status: 'draining' }, 503, { 'Retry-After': '1' })
      if (!parts.storeIsThere()) return json({ status: 'waiting for an indexer to make the store' }, 503, { 'Retry-After': '1' })
      return json({ status: 'ready' })
    }),
    get('/status', async () =>
      json({ version: parts.version, auth: parts.auth, chains: (await statuses()).map((status) => statusBody(status, parts.chainInfo)) }),
    ),
    get('/metrics', async () => {
      const now = Date.now()
      const samples = (await statuses()).flatMap((status) => chainSamples(status, now))
      return { status: 200, contentType: metricsType, body: renderMetrics(await parts.metrics(), samples) }
    }),
    get('/openapi.json', ({ baseUrl }) => json(openApiDocument(baseUrl, parts.version))),
  ]
}

const json = (value: unknown, status = 200, headers?: Readonly<Record<string, string>>): RouteAnswer => ({
  status,
  body: JSON.stringify(value),
  ...(headers === undefined ? {} : { headers }),
})

const chainList = (statuses: readonly ChainStatus[], info: ServiceParts['chainInfo'], baseUrl: string): object => ({
  comments: 'Chains served here. status: 0 offline, 1 ok, 2 degraded',
  totalcount: statuses.length,
  result: statuses.map((status) => ({
    chainname: info(status.chainId).name,
    chainid: String(status.chainId),
    blockexplorer: info(status.chainId).explorer,
    apiurl: `${baseUrl}/v2/api?chainid=${status.chainId}`,
    status: conditionNumber[status.condition],
    comment: status.reason,
  })),
})

const statusBody = ({ chainId, state, note, noteAgeMs, condition, reason }: ChainStatus, info: ServiceParts['chainInfo']): object => ({
  chainId,
  name: info(chainId).name,
  symbol: info(chainId).symbol,
  explorer: info(chainId).explorer,
  condition,
  reason,
  startBlock: state?.startBlock ?? null,
  head: state === undefined || state.head < 0 ? null : { number: state.head, timestamp: state.headTimestamp },
  finalized: state === undefined || state.finalized < 0 ? null : state.finalized,
  coverage: state?.coverage ?? null,
  unclesMissing: state?.unclesMissing ?? [],
  rows: state === undefined ? null : { transfers: state.transferRows, blocks: state.blockRows, uncles: state.uncleRows },
  lagBlocks: note?.lagBlocks ?? null,
  endpoints: note?.endpoints ?? [],
  indexer: note === undefined ? null : { ...note, ageMs: noteAgeMs, endpoints: undefined },
})
