import type { Config } from '../config/types.ts'
import type { ChainOutcome } from '../ingest/chain.ts'
import { lessonsFile } from '../ingest/lessons.ts'
import type { ChainNote } from '../ingest/note.ts'
import { chainClient, knownChain } from '../ingest/parts.ts'
import { createProgressDisplay } from '../ingest/progress.ts'
import { type IndexerParts, runIndexer } from '../ingest/run.ts'
import { createLogger } from '../log/logger.ts'
import { openStoreWriter } from '../store/open.ts'
import type { BlockRange } from '../store/port.ts'
import { endOnSignals } from '../supervisor/signals.ts'

interface IndexRequest {
  readonly range?: BlockRange
  /** Notes as JSON lines on standard output, in place of the display. */
  readonly json: boolean
}

/** Runs the indexer until it is done or told to end; answers the exit code. */
export const indexCommand = async (config: Config, { range, json }: IndexRequest): Promise<number> => {
  if (config.chains.length === 0) {
    process.stderr.write('ownscan: no chain is configured: give --rpc CHAIN=URL, or name one in ownscan.config.json\n')
    return 2
  }
  const ending = endOnSignals()
  const display = createProgressDisplay(process.stderr)
  const store = await openStoreWriter(config)
  const log = createLogger({ ...config.log, write: display.print })
  try {
    const parts: IndexerParts = {
      store,
      chainFor: knownChain,
      clientFor: (chain, chainLog) => chainClient(chain, chainLog, { memory: lessonsFile(config.data, chain.chainId) }),
    }
    const outcomes = await runIndexer(config, parts, {
      signal: ending.signal,
      log,
      ...(range === undefined ? {} : { range }),
      onNote: json ? (note: ChainNote) => void process.stdout.write(`${JSON.stringify(note)}\n`) : display.update,
    })
    display.end()
    return report(outcomes)
  } finally {
    ending.forget()
    await store.close()
  }
}

const report = (outcomes: ReadonlyMap<number, ChainOutcome>): number => {
  let code = 0
  for (const [chainId, outcome] of outcomes) {
    if (!('reason' in outcome)) continue
    process.stderr.write(`ownscan: chain ${chainId} ${outcome.kind}: ${outcome.reason}\n`)
    code = 1
  }
  return code
}
