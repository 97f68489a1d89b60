import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log/logger.ts'
import { type MaybePromise, StoreAbsent, type StoreReader } from '../store/port.ts'

/** The store of a service, perhaps one that an indexer has yet to make. */
interface LateStore {
  readonly store: StoreReader
  readonly isThere: () => boolean
  /** Settles when the store is there; never where the signal comes first. */
  readonly arrived: Promise<void>
}

/** An indexer that starts beside us makes the store in less; whoever waits longer would rather be answered that nothing is indexed yet. */
const patienceMs = 2_000
const pollMs = 100
/** After that nobody waits for it by the tenth of a second, and the store may be a server that is asked each time. */
const laterPollMs = 1_000

/** Opens the store, waiting a moment for it; after that the service goes on with an empty one, and takes the real one when it comes. */
export const openLateStore = async (open: () => MaybePromise<StoreReader>, log: Logger, signal: AbortSignal): Promise<LateStore> => {
  let found: StoreReader | undefined
  const look = async (): Promise<string | undefined> => {
    try {
      found = await open()
      return undefined
    } catch (error) {
      if (error instanceof StoreAbsent) return error.message
      throw error
    }
  }
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    if ((await look()) === undefined && found !== undefined) return { store: found, isThere: () => true, arrived: Promise.resolve() }
    await sleep(pollMs, undefined, { signal })
  }
  log.warn('there is no store yet; answering that nothing is indexed until an indexer makes it', { reason: await look() })
  const store: StoreReader = {
    chains: () => found?.chains() ?? [],
    snapshot: (chainId) => found?.snapshot(chainId),
    notes: (chainId) => found?.notes(chainId),
    get secret() {
      // Of an empty store it signs nothing: no page goes on.
      return found?.secret ?? new Uint8Array(32)
    },
    close: async () => found?.close(),
  }
  return { store, isThere: () => found !== undefined, arrived: keepLooking(look, () => found !== undefined, log, signal) }
}

const keepLooking = async (look: () => Promise<unknown>, isThere: () => boolean, log: Logger, signal: AbortSignal): Promise<void> => {
  let told = false
  while (!isThere()) {
    await sleep(laterPollMs, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return new Promise(() => {})
    await look().catch((error: unknown) => {
      if (!told) log.error('the store cannot be opened', { error })
      told = true
    })
  }
  log.info('the store is there')
}
