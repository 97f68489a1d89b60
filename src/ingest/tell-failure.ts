import type { LogFields } from '../log/logger.ts'
import { StoreUnusable } from '../store/port.ts'
import type { ChainContext } from './context.ts'
import { messageOf } from './errors.ts'

/** Logs what will be tried again. A node's failure passes by itself; a disk that is full or fails waits for the operator, so it is an error. */
export const tellFailure = (chain: ChainContext, what: string, error: unknown, facts: LogFields = {}): void => {
  const fields = { chain: chain.chainId, ...facts, reason: messageOf(error) }
  if (error instanceof StoreUnusable) chain.log.error(what, fields)
  else chain.log.warn(what, fields)
}
