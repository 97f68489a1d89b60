import type { Config } from '../config/types.ts'
import type { Logger } from '../log/logger.ts'

/** The indexer of the service, until it must stop. */
export const runIndexerChild = async (_config: Config, _log: Logger, _signal: AbortSignal): Promise<void> => {
  throw new Error('the indexer is not there yet')
}
