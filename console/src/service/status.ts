import type { ChainNote } from '../../../src/ingest/note.ts'
import type { BlockRange } from '../../../src/store/port.ts'
import { addressOf } from './ask.ts'

/** What `/status` tells; the service builds it in `src/http/service-routes.ts`. */
interface ServiceStatus {
  readonly version: string
  readonly auth: 'required' | 'off'
  readonly chains: readonly ChainView[]
}

export interface ChainView {
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly explorer: string
  readonly condition: 'offline' | 'ok' | 'degraded'
  readonly reason: string
  readonly startBlock: number | null
  readonly head: { readonly number: number; readonly timestamp: number } | null
  readonly finalized: number | null
  readonly coverage: { readonly transfers: readonly BlockRange[]; readonly blocks: readonly BlockRange[] } | null
  readonly rows: { readonly transfers: number; readonly blocks: number; readonly uncles: number } | null
  readonly lagBlocks: number | null
  readonly endpoints: ChainNote['endpoints']
  readonly indexer: (Omit<ChainNote, 'endpoints'> & { readonly ageMs: number }) | null
}

export interface StatusFeed {
  readonly status: ServiceStatus | undefined
  /** Whether the last attempt was answered; undefined before the first. */
  readonly up: boolean | undefined
  /** Times the service came back after not answering. */
  readonly returns: number
}

/** As often as a fast chain makes blocks. */
const pollMs = 2_000
const maxPollMs = 10_000
/** A service that takes longer to say how it is does not answer. */
const patienceMs = 8_000

let feed: StatusFeed = { status: undefined, up: undefined, returns: 0 }
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(feed: StatusFeed) => void>()

const poll = async (): Promise<void> => {
  try {
    const response = await fetch(addressOf('/status'), { signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok) throw new Error(`HTTP status ${response.status}`)
    const status = (await response.json()) as ServiceStatus
    feed = { status, up: true, returns: feed.returns + (feed.up === false ? 1 : 0) }
    failures = 0
  } catch {
    failures++
    feed = { ...feed, up: false }
  }
  for (const listener of listeners) listener(feed)
  schedule()
}

const schedule = (): void => {
  clearTimeout(timer)
  // A page nobody looks at asks nothing; it catches up when it is looked at again.
  if (listeners.size > 0 && document.visibilityState === 'visible')
    timer = setTimeout(poll, Math.min(maxPollMs, pollMs * (1 + failures / 2)))
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && listeners.size > 0) void poll()
})

export const watchStatus = (listener: (feed: StatusFeed) => void): (() => void) => {
  listeners.add(listener)
  listener(feed)
  if (listeners.size === 1) void poll()
  return () => listeners.delete(listener)
}

export const statusNow = (): StatusFeed => feed
