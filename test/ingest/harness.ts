import { setTimeout as wait } from 'node:timers/promises'
import type { ChainConfig } from '../../src/config/types.ts'
import type { ChainOutcome } from '../../src/ingest/chain.ts'
import type { Limits } from '../../src/ingest/limits.ts'
import type { ChainNote } from '../../src/ingest/note.ts'
import { chainClient, knownChain } from '../../src/ingest/parts.ts'
import { runIndexer } from '../../src/ingest/run.ts'
import { createLogger, type Logger } from '../../src/log/logger.ts'
import type { IndexedBlock } from '../../src/records/block.ts'
import type { Clock } from '../../src/rpc/clock.ts'
import type { ChainClient } from '../../src/rpc/port.ts'
import type { BlockRange, StoreReader, StoreWriter } from '../../src/store/port.ts'
import type { SimulatedChain } from '../simulate/chain.ts'
import type { SimulatedNode } from '../simulate/server.ts'

/** Rests and time-outs pass this many times faster than they would. */
const hurry = 40

const hurriedClock: Clock = {
  now: () => performance.now() * hurry,
  sleep: async (ms, signal) => {
    await wait(ms / hurry, undefined, signal ? { signal } : {})
  },
  random: Math.random,
}

const hurriedLimits: Partial<Limits> = {
  backoffMs: 2,
  backoffMaxMs: 40,
  finalityEveryMs: 10,
  noteEveryMs: 25,
  tokenAskAgainMs: 20,
  commitBlocks: 7,
}

export const chainConfig = (
  chain: SimulatedChain,
  nodes: readonly Pick<SimulatedNode, 'url'>[],
  more: Partial<ChainConfig> = {},
): ChainConfig => ({
  chainId: chain.chainId,
  endpoints: nodes.map(({ url }) => ({ url, headers: {}, rateCap: undefined, archive: undefined })),
  startBlock: 0,
  index: ['transfers', 'blocks'],
  completeness: 'proven',
  finalityDepth: 12,
  concurrency: 8,
  quirks: [],
  custom: chain.custom,
  ...more,
})

export interface RunningIndexer {
  /** The newest note of each chain. */
  readonly notes: ReadonlyMap<number, ChainNote>
  /** Lines logged at warning or above. */
  readonly log: readonly string[]
  stop(): Promise<ReadonlyMap<number, ChainOutcome>>
  readonly ended: Promise<ReadonlyMap<number, ChainOutcome>>
}

export interface IndexOptions {
  readonly range?: BlockRange
  readonly limits?: Partial<Limits>
  /** Puts something between the indexer and its client. */
  readonly wrapClient?: (client: ChainClient) => ChainClient
}

/** The indexer as the service runs it, over real clients, hurried. */
export const startIndexer = (store: StoreWriter, chains: readonly ChainConfig[], options: IndexOptions = {}): RunningIndexer => {
  const ending = new AbortController()
  const notes = new Map<number, ChainNote>()
  const lines: string[] = []
  const log: Logger = createLogger({ level: 'warn', format: 'text', write: (line) => void (lines.length < 2000 && lines.push(line)) })
  const ended = runIndexer(
    { chains },
    {
      store,
      chainFor: knownChain,
      clientFor: (chain, chainLog) => {
        const client = chainClient(chain, chainLog, { clock: hurriedClock, limits: { timeoutMs: 3000 } })
        return options.wrapClient?.(client) ?? client
      },
    },
    {
      signal: ending.signal,
      log,
      limits: { ...hurriedLimits, ...options.limits },
      onNote: (note) => notes.set(note.chainId, note),
      ...(options.range === undefined ? {} : { range: options.range }),
    },
  )
  return {
    notes,
    log: lines,
    ended,
    stop: () => {
      ending.abort()
      return ended
    },
  }
}

/** Waits for a condition; a bound tells a hang from work. */
export const until = async (what: string, condition: () => boolean | Promise<boolean>, boundMs = 30_000): Promise<void> => {
  const end = performance.now() + boundMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${boundMs} ms in vain until ${what}`)
    await wait(5)
  }
}

/** Everything stored of a chain, ascending. */
export const contents = async (store: StoreReader, chainId: number): Promise<IndexedBlock[]> => {
  const snapshot = await store.snapshot(chainId)
  const blocks: IndexedBlock[] = []
  if (snapshot === undefined) return blocks
  for await (const block of snapshot.scan({ from: 0, to: 1_000_000_000 })) blocks.push(block)
  return blocks
}
