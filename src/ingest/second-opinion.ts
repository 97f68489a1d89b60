import type { EndpointId } from '../rpc/port.ts'
import { parentHashOf, snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import type { Link } from './linked.ts'

/** Whether anyone but this endpoint can be asked now, without waiting. */
export const isAnotherWell = (chain: ChainContext, source: EndpointId): boolean =>
  chain.client.health().some(({ id, state }) => id !== source && state === 'ok')

/** How long a program that ends waits for an answer, so that what it has in hand need not be fetched again. */
const lastWordMs = 1_000

/**
 * Whether a block is on the chain as far as can be seen now: what is stored above it names it, or another endpoint's next block does. Neighbours cannot vouch
 * for a whole branch that one endpoint makes up or is lost on: its blocks fit each other. All below a block are as good as it is, since it names them by hash.
 */
export const isSeenElsewhere = async (chain: ChainContext, { block: { number, hash }, source }: Link): Promise<boolean> => {
  const named = await parentHashOf(await snapshotOf(chain), number + 1)
  if (named !== undefined) return named === hash
  // One that is not well holds nothing up.
  if (!isAnotherWell(chain, source)) return true
  const signal = chain.signal.aborted ? AbortSignal.timeout(lastWordMs) : chain.signal
  const above = await chain.client.header(number + 1, { not: [source], rounds: 1, signal }).catch(() => undefined)
  if (above === undefined) return !signal.aborted
  return above.source === source || above.value.parentHash === hash
}
