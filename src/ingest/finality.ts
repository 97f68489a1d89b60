import type { RpcHeader } from '../evm/json-rpc.ts'
import type { IndexedBlock } from '../records/block.ts'
import type { ChainClient } from '../rpc/port.ts'
import type { Snapshot } from '../store/port.ts'
import { hashAt } from './commit.ts'
import type { ChainContext } from './context.ts'

/**
 * Asks for the `finalized` block now and then. Only the first question is waited for: a node that hangs on it must not hold up the head. A failed question
 * leaves the last answer standing.
 */
export interface FinalityWatch {
  /** `untagged` where no node knows the tag; `unanswered` as long as no question was answered: then nothing is known, the depth least of all. */
  latest(): Promise<RpcHeader | 'untagged' | 'unanswered'>
}

export const createFinalityWatch = (
  client: ChainClient,
  isWhole: (header: RpcHeader) => boolean,
  hasTag: boolean,
  everyMs: number,
): FinalityWatch => {
  let answer: RpcHeader | 'untagged' | 'unanswered' = hasTag ? 'unanswered' : 'untagged'
  let askedAt = Number.NEGATIVE_INFINITY
  let first: Promise<void> | undefined
  let asking = false
  const ask = async (): Promise<void> => {
    asking = true
    askedAt = performance.now()
    const sourced = await client.finalized().catch(() => 'unanswered' as const)
    asking = false
    if (sourced === undefined) answer = typeof answer === 'string' ? 'untagged' : answer
    else if (sourced !== 'unanswered' && isWhole(sourced.value)) answer = sourced.value
  }
  return {
    latest: async () => {
      if (!hasTag) return answer
      if (first === undefined) first = ask()
      else if (!asking && performance.now() - askedAt >= everyMs) void ask()
      await first
      return answer
    },
  }
}

/**
 * The highest block that can be called final once `added` (up to the new tip) stands on what is stored: by the nodes' tag where what is stored does not
 * contradict it, by depth where no node knows the tag. Never lower than before, and never a block whose stored hash is another.
 */
export const finalNumber = async (
  chain: ChainContext,
  snapshot: Snapshot,
  tip: number,
  added: readonly IndexedBlock[] = [],
): Promise<number> => {
  const before = snapshot.state.finalized
  const tagged = await chain.finality.latest()
  if (tagged === 'unanswered') return before
  if (tagged === 'untagged') return Math.max(before, tip - chain.finalityDepth)
  const number = Number(tagged.number)
  if (number > tip) return before
  const held = added.find((block) => block.number === number)?.hash ?? (await hashAt(snapshot, number))
  return held === undefined || held === tagged.hash ? Math.max(before, number) : before
}
