import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreConflict } from '../port.ts'
import type { Engine } from './engine.ts'

/**
 * A lease on writing one chain, kept in a table of a database that has no compare-and-set.
 *
 * Whoever finds the newest lease run out claims the next epoch, waits until every claim made from the same view must have arrived, and looks who claimed:
 * the least name wins. Commits are numbered by epoch first and readers follow the highest, so a writer that stalled and wakes up late writes only what nobody
 * will ever see; and it stops by itself, because it does not commit once its own clock says that its lease may be over.
 */
export interface LeaseTimes {
  /** How long a lease holds without renewal. */
  readonly ttlMs: number
  /** Longer than any claim can be under way. */
  readonly settleMs: number
}

const leaseTimes: LeaseTimes = { ttlMs: 15_000, settleMs: 1500 }

export interface Lease {
  readonly epoch: number
  /** Throws where the lease is over, or may be. */
  assertHeld(): void
  release(): Promise<void>
}

/** A renewal of this number gives the lease back. */
const releasedMark = '18446744073709551615'

interface Holding {
  readonly epoch: number
  readonly holder: string
  readonly ageMs: number
  readonly released: boolean
}

export const acquireLease = async (engine: Engine, chainId: number, { ttlMs, settleMs }: LeaseTimes = leaseTimes): Promise<Lease> => {
  const holder = randomUUID()
  const giveUpAt = performance.now() + ttlMs * 2
  for (;;) {
    const current = await newest(engine, chainId)
    if (current === undefined || current.released || current.ageMs > ttlMs) {
      const epoch = (current?.epoch ?? 0) + 1
      const claimedAt = performance.now()
      await write(engine, chainId, epoch, holder, '0')
      await wait(settleMs)
      if ((await newest(engine, chainId))?.holder === holder) return hold(engine, chainId, epoch, holder, claimedAt, ttlMs)
      continue
    }
    if (performance.now() > giveUpAt)
      throw new StoreConflict(
        `chain ${chainId} is being written by another indexer (lease ${current.epoch}, renewed ${Math.round(current.ageMs / 1000)} s ago); stop that one first`,
      )
    await wait(Math.min(1000, ttlMs / 4))
  }
}

const newest = async (engine: Engine, chainId: number): Promise<Holding | undefined> => {
  const rows = await engine.rows(
    `SELECT epoch, holder, toUnixTimestamp64Milli(now64(3)) - toUnixTimestamp64Milli(max(written)), max(renewal) = ${releasedMark}
     FROM leases WHERE chain = ${chainId} GROUP BY epoch, holder ORDER BY epoch DESC, holder ASC LIMIT 1`,
  )
  const row = rows[0]
  return row && { epoch: Number(row[0]), holder: String(row[1]), ageMs: Number(row[2]), released: Number(row[3]) === 1 }
}

const write = (engine: Engine, chainId: number, epoch: number, holder: string, renewal: string): Promise<void> =>
  engine.run(`INSERT INTO leases (chain, epoch, holder, renewal) VALUES (${chainId}, ${epoch}, '${holder}', ${renewal})`)

const hold = (engine: Engine, chainId: number, epoch: number, holder: string, claimedAt: number, ttlMs: number): Lease => {
  // Measured from before the claim was sent, so that our clock always runs out before the server's.
  let heldUntil = claimedAt + ttlMs * 0.8
  let renewal = 0
  const renew = async (): Promise<void> => {
    const sentAt = performance.now()
    if (sentAt > heldUntil) return
    await write(engine, chainId, epoch, holder, String(++renewal))
    heldUntil = sentAt + ttlMs * 0.8
  }
  // A failed renewal is tried again at the next tick; if none succeeds the lease runs out and `assertHeld` says so.
  const timer = setInterval(() => void renew().catch(() => {}), ttlMs / 4)
  timer.unref()
  return {
    epoch,
    assertHeld: () => {
      if (performance.now() > heldUntil)
        throw new StoreConflict(
          `the lease on chain ${chainId} ran out before it could be renewed; another indexer may be writing it now. Start again.`,
        )
    },
    release: async () => {
      clearInterval(timer)
      if (performance.now() < heldUntil) await write(engine, chainId, epoch, holder, releasedMark)
      heldUntil = 0
    },
  }
}
