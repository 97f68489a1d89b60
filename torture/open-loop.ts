import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../test/simulate/random.ts'
import type { Caller } from './calls.ts'

/** What came of one step of load. Latencies are those of accepted requests, from when each was due: a late start counts as waiting. */
export interface LoadStep {
  /** A second. */
  readonly offered: number
  readonly sent: number
  readonly accepted: number
  readonly shed: number
  readonly failed: number
  readonly failures: readonly string[]
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** More would only measure the client's own limits. */
const outstandingMost = 4_000

/** Sends at random intervals of this mean rate, as independent callers do, and waits for the last answer. */
export const offer = async (caller: Caller, path: string, perSecond: number, durationMs: number, seed: string): Promise<LoadStep> => {
  const random = createRandom(`${seed}/load ${perSecond}`)
  const latencies: number[] = []
  const failures: string[] = []
  const waiting = new Set<Promise<void>>()
  let [sent, shed, failed] = [0, 0, 0]
  const fail = (what: string): void => {
    failed++
    if (failures.length < 5) failures.push(what)
  }
  const one = async (dueAt: number): Promise<void> => {
    try {
      const reply = await caller.ask({ path })
      if (reply.status === 200) latencies.push(performance.now() - dueAt)
      else if (reply.status === 503 && reply.headers['retry-after'] !== undefined) shed++
      else fail(`${reply.status} ${reply.text.slice(0, 100)}`)
    } catch (error) {
      fail(String(error))
    }
  }
  const gapMs = (): number => (-Math.log(1 - random.int(1_000_000) / 1_000_000) * 1000) / perSecond
  const end = performance.now() + durationMs
  let dueAt = performance.now() + gapMs()
  while (dueAt < end) {
    if (dueAt > performance.now()) await wait(dueAt - performance.now())
    if (waiting.size < outstandingMost) {
      sent++
      const asked: Promise<void> = one(dueAt).finally(() => waiting.delete(asked))
      waiting.add(asked)
    }
    dueAt += gapMs()
  }
  await Promise.all(waiting)
  const sorted = latencies.sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    offered: perSecond,
    sent,
    accepted: sorted.length,
    shed,
    failed,
    failures,
    p50Ms: at(0.5),
    p90Ms: at(0.9),
    p99Ms: at(0.99),
    maxMs: at(1),
  }
}
