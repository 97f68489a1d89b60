import { setMaxListeners } from 'node:events'
import type { ChainConfig, Config } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'
import type { ChainClient } from '../rpc/port.ts'
import type { BlockRange, StoreWriter } from '../store/port.ts'
import { type ChainOutcome, runChain, runRange } from './chain.ts'
import type { ChainContext } from './context.ts'
import { messageOf } from './errors.ts'
import type { Examiner } from './examine.ts'
import { createFinalityWatch } from './finality.ts'
import { type Limits, limits as usualLimits } from './limits.ts'
import { resumeMeter } from './meter.ts'
import { type ChainNote, parseNote } from './note.ts'
import { createBell, createLock } from './pause.ts'

interface IndexerOptions {
  readonly signal: AbortSignal
  readonly log: Logger
  /** Just this range of every chain, then the end; everything, for ever, where absent. */
  readonly range?: BlockRange
  /** Takes every chain's note, about once a second. */
  readonly onNote?: (note: ChainNote) => void
  readonly limits?: Partial<Limits>
}

/** What the indexer is made of; `parts.ts` makes the real ones. */
export interface IndexerParts {
  readonly store: StoreWriter
  readonly clientFor: (chain: ChainConfig, log: Logger) => ChainClient
  readonly chainFor: (chain: ChainConfig) => KnownChain
}

/** A chain as the table or the configuration knows it. */
export interface KnownChain {
  readonly name: string
  readonly finalityDepth: number
  readonly hasFinalizedTag: boolean
  readonly examiner: Examiner
}

/** Indexes all configured chains side by side, until the signal or until the range is done. A chain that fails ends alone. The store stays open. */
export const runIndexer = async (
  config: Pick<Config, 'chains'>,
  parts: IndexerParts,
  options: IndexerOptions,
): Promise<ReadonlyMap<number, ChainOutcome>> => {
  // Every task and request listens to it: many are no leak here.
  setMaxListeners(0, options.signal)
  const outcomes = await Promise.all(
    config.chains.map(async (chainConfig): Promise<[number, ChainOutcome]> => {
      const { chainId } = chainConfig
      try {
        await parts.store.openChain(chainId, chainConfig.startBlock)
        return [chainId, await indexChain(chainConfig, parts, options)]
      } catch (error) {
        options.log.error('the chain cannot be indexed; others go on', { chain: chainId, reason: messageOf(error) })
        return [chainId, { kind: 'failed', reason: messageOf(error) }]
      }
    }),
  )
  return new Map(outcomes)
}

const indexChain = async (config: ChainConfig, parts: IndexerParts, options: IndexerOptions): Promise<ChainOutcome> => {
  const log = options.log.with({ chain: config.chainId })
  const client = parts.clientFor(config, log)
  const limits = { ...usualLimits, ...options.limits }
  const known = parts.chainFor(config)
  const chain: ChainContext = {
    chainId: config.chainId,
    name: known.name,
    datasets: config.index,
    startBlock: config.startBlock,
    // With blocks, every block's receipts are read anyway.
    completeness: config.index.includes('blocks') ? 'proven' : config.completeness,
    finalityDepth: config.finalityDepth ?? known.finalityDepth,
    client,
    store: parts.store,
    examiner: known.examiner,
    finality: createFinalityWatch(
      client,
      (header) => known.examiner.header(header) === undefined,
      known.hasFinalizedTag,
      limits.finalityEveryMs,
    ),
    meter: resumeMeter(parseNote(await parts.store.notes(config.chainId))),
    log,
    limits,
    signal: options.signal,
    lock: createLock(),
    gapBell: createBell(),
    tokenBell: createBell(),
  }
  // What is under way with the nodes is given up at once, so that the end does not wait for them.
  const giveUp = (): void => void client.close()
  options.signal.addEventListener('abort', giveUp, { once: true })
  try {
    const onNote = options.onNote ?? (() => undefined)
    return options.range === undefined ? await runChain(chain, onNote) : await runRange(chain, options.range, onNote)
  } finally {
    options.signal.removeEventListener('abort', giveUp)
    await client.close()
  }
}
