import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainConfig, Config } from '../config/types.ts'
import { lessonsFile } from '../ingest/lessons.ts'
import { chainClient, knownChain } from '../ingest/parts.ts'
import { type IndexerParts, runIndexer } from '../ingest/run.ts'
import type { Logger } from '../log/logger.ts'
import { openStoreWriter } from '../store/open.ts'
import { createBackoff } from './backoff.ts'

/** The indexer of the service, until it must stop. A chain that fails is tried again, the others go on; one that was halted waits for its operator. */
export const runIndexerChild = async (config: Config, log: Logger, signal: AbortSignal): Promise<void> => {
  const store = await openStoreWriter(config)
  const parts: IndexerParts = {
    store,
    chainFor: knownChain,
    clientFor: (chain, chainLog) => chainClient(chain, chainLog, { memory: lessonsFile(config.data, chain.chainId) }),
  }
  try {
    await Promise.all(config.chains.map((chain) => keepIndexing(config, chain, parts, log, signal)))
  } finally {
    await store.close()
  }
}

const keepIndexing = async (config: Config, chain: ChainConfig, parts: IndexerParts, log: Logger, signal: AbortSignal): Promise<void> => {
  const backoff = createBackoff()
  while (!signal.aborted) {
    const startedAt = performance.now()
    const outcomes = await runIndexer({ ...config, chains: [chain] }, parts, { signal, log })
    const outcome = outcomes.get(chain.chainId)
    if (signal.aborted || outcome === undefined) return
    if (outcome.kind === 'halted') {
      log.error('indexing of a chain was halted; what is indexed is still served', { chain: chain.chainId, reason: outcome.reason })
      await sleep(2 ** 31 - 1, undefined, { signal }).catch(() => {})
      return
    }
    const waitMs = backoff.next(performance.now() - startedAt)
    log.error('indexing of a chain ended and begins again', { chain: chain.chainId, outcome, waitMs })
    await sleep(waitMs, undefined, { signal }).catch(() => {})
  }
}
