import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, createCaller } from './calls.ts'
import { busyAddress, fillHeavyStore, idleOperator } from './heavy-store.ts'
import { type LoadStep, offer } from './open-loop.ts'
import { createTally } from './outcome.ts'
import type { Part } from './part.ts'
import { plotLoad } from './plot.ts'
import { runProgram } from './program.ts'

export interface LoadBounds {
  readonly rows: number
  readonly stepMs: number
}

/** Offered load of each step, as a share of what the service was seen to answer in a closed loop. The last comes after the overload. */
const shares = [0.1, 0.25, 0.5, 0.7, 0.9, 1.1, 1.5, 2, 3, 0.5] as const
/** Up to here nothing may be refused: a noisy machine takes its part of the rest. */
const calmShare = 0.5
const capacityMs = 3_000
const capacityClients = 16
/** An answer that was taken on is given in this time even past saturation: by then most callers have not given up. */
const acceptedBoundMs = 10_000

/** Load in steps up to and past saturation, in an open loop: requests come when they are due, not when the one before was answered. */
export const tortureByLoad: Part<LoadBounds> = async (context, { rows, stepMs }) => {
  const all = {
    answered: createTally('load: every request is answered, with its rows or with 503 and Retry-After'),
    calm: createTally('load: up to half of its capacity nothing is refused'),
    sheds: createTally('load: past saturation requests are refused with 503'),
    bounded: createTally(
      `load: past saturation 99 % of what is accepted is answered within ${acceptedBoundMs / 1000} s of when it was due`,
    ),
    recovers: createTally('load: after the overload half of the capacity is answered again, nothing refused'),
  }
  const data = join(context.folder, 'data')
  mkdirSync(data, { recursive: true })
  await fillHeavyStore(data, rows)
  const service = runProgram(['serve', '--data', data, '--port', '0', '--workers', '2', '--auth', 'off', '--log-level', 'warn'])
  const { port } = await service.listening
  const caller = createCaller(port, Number.POSITIVE_INFINITY)
  const path = `/v2/api?chainid=1&module=account&action=token1155tx&address=${busyAddress}&operator=${idleOperator}`
  try {
    const capacity = await capacityOf(caller, path)
    context.note(`capacity in a closed loop: ${Math.round(capacity)} requests/s`)
    const steps: LoadStep[] = []
    for (const share of shares) {
      const step = await offer(caller, path, Math.max(1, capacity * share), stepMs, context.seed)
      steps.push(step)
      context.note(describe(share, step))
      for (let i = 0; i < step.sent; i++) all.answered.check(i >= step.failed, () => `${step.failures[0] ?? ''} at ${share} of capacity`)
      if (share > 1) await wait(1_000)
    }
    const [before, after] = [steps[shares.indexOf(0.5)], steps.at(-1)]
    for (const [i, step] of steps.slice(0, -1).entries()) {
      const share = shares[i] ?? 0
      if (share <= calmShare) all.calm.check(step.shed === 0, () => `${step.shed} of ${step.sent} refused at ${share} of capacity`)
      if (share >= 2) all.bounded.check(step.p99Ms <= acceptedBoundMs, () => `${Math.round(step.p99Ms)} ms at ${share} of capacity`)
    }
    const hardest = steps.at(-2)
    all.sheds.check((hardest?.shed ?? 0) > 0, () => `nothing refused at ${shares.at(-2)} of capacity: ${hardest?.sent} sent`)
    all.recovers.check(
      after?.shed === 0 && after.failed === 0,
      () => `${after?.shed} refused; p99 ${before?.p99Ms} ms before, ${after?.p99Ms} ms after`,
    )
    context.keep('load.svg', plotLoad(steps.slice(0, -1), capacity))
    context.keep('load.json', `${JSON.stringify({ capacity, steps }, null, 2)}\n`)
  } finally {
    caller.close()
    service.kill('SIGKILL')
    await service.gone(10_000)
  }
  return Object.values(all)
}

const capacityOf = async (caller: Caller, path: string): Promise<number> => {
  let answered = 0
  const begin = performance.now()
  const client = async (): Promise<void> => {
    while (performance.now() < begin + capacityMs) {
      await caller.ask({ path })
      answered++
    }
  }
  await Promise.all(Array.from({ length: capacityClients }, client))
  return (answered * 1000) / (performance.now() - begin)
}

const describe = (share: number, { offered, sent, accepted, shed, failed, p50Ms, p99Ms }: LoadStep): string =>
  `${share} of capacity: ${Math.round(offered)}/s offered, ${sent} sent, ${accepted} answered, ${shed} refused, ${failed} failed, p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms`
