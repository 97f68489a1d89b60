import type { RpcHeader } from '../evm/json-rpc.ts'
import type { EndpointId, Sourced } from '../rpc/port.ts'
import { blame } from './blame.ts'
import { commit, snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { converge } from './converge.ts'
import { ChainHalted, messageOf, PastFinality } from './errors.ts'
import { finalNumber } from './finality.ts'
import { countFailedCheck } from './meter.ts'
import { createBell, pause } from './pause.ts'
import { undoOrphans } from './reconcile.ts'
import { tellFailure } from './tell-failure.ts'

interface Announced {
  readonly header: Sourced<RpcHeader>
  readonly heardAt: number
}

/** Keeps the store at the head of the chain until the signal; throws `ChainHalted` where that would mean to undo what is final. */
export const follow = async (chain: ChainContext): Promise<void> => {
  const bell = createBell()
  let newest: Announced | undefined
  const heard = (header: Sourced<RpcHeader>): void => {
    newest = { header, heardAt: performance.now() }
    noteHead(chain, header.value)
    bell.ring()
  }
  const unfollow = chain.client.follow(heard)
  const askHead = createAsker(chain, () => newest, heard)
  const recover = createRecovery(chain)
  let compared = false
  try {
    while (!chain.signal.aborted) {
      const target: Announced | undefined = newest
      try {
        if (!compared) await undoOrphans(chain)
        compared = true
        if (target === undefined) {
          askHead()
          await bell.wait(chain.limits.finalityEveryMs, chain.signal)
          continue
        }
        const outcome = await converge(chain, target.header)
        recover.succeeded()
        if (outcome === 'same' || outcome === 'behind') {
          await moveFinality(chain)
          if (newest === target) await bell.wait(chain.limits.finalityEveryMs, chain.signal)
        } else chain.meter.lagMs = Math.round(performance.now() - target.heardAt)
      } catch (error) {
        if (target !== undefined && newest === target && isMadeUp(chain, target.header)) newest = undefined
        // The head may be gone meanwhile; what is announced stays until another is known, since one endpoint that hangs must not hold up the rest.
        askHead()
        await recover.failed(error)
      }
    }
  } finally {
    unfollow()
  }
}

/** Asks for the head beside everything else, one question at a time: the slowest endpoint decides how long it takes. */
const createAsker = (
  chain: ChainContext,
  newest: () => Announced | undefined,
  heard: (header: Sourced<RpcHeader>) => void,
): (() => void) => {
  let asking = false
  return () => {
    if (asking) return
    asking = true
    const before = newest()
    chain.client
      .head()
      .then(
        // What was announced since the question is newer than its answer.
        (header) => newest() === before && heard(header),
        (error: unknown) => {
          if (chain.meter.stalled === null && !chain.signal.aborted)
            chain.log.warn('no endpoint tells the head; asking again until one does', { chain: chain.chainId, reason: messageOf(error) })
          chain.meter.stalled = messageOf(error)
        },
      )
      .finally(() => {
        asking = false
      })
  }
}

/** Whether a head that led nowhere was none: its endpoint is blamed. Looked at only then, since announcements need not hold every field. */
const isMadeUp = (chain: ChainContext, { value, source }: Sourced<RpcHeader>): boolean => {
  const failure = chain.examiner.header(value)
  if (failure === undefined) return false
  const text = `head ${Number(value.number)}: ${failure.check}: ${failure.detail}`
  countFailedCheck(chain.meter, failure.check, text)
  blame(chain, source, text)
  // Nor is it a height to be measured by; the next head that is announced is.
  chain.meter.head = null
  return true
}

const noteHead = (chain: ChainContext, header: RpcHeader): void => {
  const number = Number(header.number)
  const known = chain.meter.head
  if (known === null || number >= known.number) chain.meter.head = { number, timestamp: Number(header.timestamp) }
}

/** Finality moves also while the head stands still. */
const moveFinality = async (chain: ChainContext): Promise<void> => {
  const snapshot = await snapshotOf(chain)
  const finalized = await finalNumber(chain, snapshot, snapshot.state.head)
  if (finalized > snapshot.state.finalized) await commit(chain, { range: null, datasets: chain.datasets, blocks: [], finalized })
}

/** What follows a failure: a wait that doubles; and, where nodes contradict what is final, the halt, but only once every endpoint had its say. */
const createRecovery = (chain: ChainContext): { succeeded(): void; failed(error: unknown): Promise<void> } => {
  const witnesses = new Set<EndpointId>()
  let contradictions = 0
  let failures = 0
  return {
    succeeded: () => {
      witnesses.clear()
      contradictions = failures = 0
      chain.meter.stalled = null
    },
    failed: async (error) => {
      if (chain.signal.aborted) return
      failures++
      if (error instanceof PastFinality) {
        contradictions++
        witnesses.add(error.source)
        const everyone = witnesses.size >= chain.client.health().length || contradictions >= chain.limits.attemptsPerBlock
        if (everyone)
          throw new ChainHalted(`${error.message}. Nothing was changed; compare the endpoints, then start again or index into a new folder`)
        blame(chain, error.source, error.message)
      }
      chain.meter.stalled = messageOf(error)
      tellFailure(chain, 'following the head failed; trying again', error, { failures })
      const wait = Math.min(chain.limits.backoffMaxMs, chain.limits.backoffMs * 2 ** Math.min(failures - 1, 10))
      await pause(wait, chain.signal)
    },
  }
}
