import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Caller, createCaller } from './calls.ts'
import { busyAddress, fillHeavyStore, idleOperator } from './heavy-store.ts'
import { type LoadStep, offer } from './open-loop.ts'
import { createTally } from './outcome.ts'
import type { Part } from './part.ts'
import { plotLoad } from './plot.ts'
import { runProgram } from './program.ts'

interface LoadBounds {
  readonly rows: number
  readonly stepMs: number
}

/** Offered load of each step, as a share of what the service was seen to answer in a closed loop; doubled beyond the last until requests are refused. */
const shares = [0.1, 0.25, 0.5, 0.7, 0.9, 1.1, 1.5, 2, 3]
/** A busy moment makes the capacity look small: so many doublings find the true one. */
const doublings = 4
/** Up to here nothing may be refused: a noisy machine takes its part of the rest. */
const calmShare = 0.5
const capacityMs = 1_500
const capacityRounds = 3
const capacityClients = 16
/** An answer that was taken on is given in this time even past saturation: no caller has given up by then. */
const acceptedBoundMs = 2_000
/** Of the capacity that is still answered past saturation: refusing must not be all a worker does. */
const goodShare = 1 / 3

/** Load in steps up to and past saturation, in an open loop: requests come when they are due, not when the one before was answered. */
export const tortureByLoad: Part<LoadBounds> = async (context, { rows, stepMs }) => {
  const all = {
    answered: createTally('load: every request is answered, with its rows or with 503 and Retry-After'),
    calm: createTally('load: up to half of its capacity nothing is refused'),
    sheds: createTally('load: past saturation requests are refused with 503'),
    bounded: createTally(
      `load: past saturation 99 % of what is accepted is answered within ${acceptedBoundMs / 1000} s of when it was due`,
    ),
    goodput: createTally('load: past saturation a third of the capacity is answered at least'),
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
    const steps: (LoadStep & { readonly share: number })[] = []
    const step = async (share: number): Promise<LoadStep> => {
      const made = await offer(caller, path, Math.max(1, capacity * share), stepMs, context.seed)
      context.note(describe(share, made))
      for (let i = 0; i < made.sent; i++) all.answered.check(i >= made.failed, () => `${made.failures[0] ?? ''} at ${share} of capacity`)
      steps.push({ ...made, share })
      return made
    }
    for (const share of shares) await step(share)
    for (let i = 0; i < doublings && steps.at(-1)?.shed === 0; i++) await step((steps.at(-1)?.share ?? 1) * 2)
    const rising = [...steps]
    for (const { share, shed, sent } of rising)
      if (share <= calmShare) all.calm.check(shed === 0, () => `${shed} of ${sent} refused at ${share} of capacity`)
    for (const { share, shed, accepted } of rising)
      if (shed > 0)
        all.goodput.check(
          accepted >= (goodShare * capacity * stepMs) / 1000,
          () => `${accepted} answered in ${stepMs} ms at ${share} of capacity`,
        )
    for (const { share, shed, p99Ms } of rising)
      if (shed > 0) all.bounded.check(p99Ms <= acceptedBoundMs, () => `${Math.round(p99Ms)} ms at ${share} of capacity`)
    const hardest = rising.at(-1)
    all.sheds.check((hardest?.shed ?? 0) > 0, () => `nothing refused at ${hardest?.share} of capacity: ${hardest?.sent} sent`)
    const after = await step(calmShare)
    all.recovers.check(after.shed === 0 && after.failed === 0, () => `${after.shed} refused, ${after.failed} failed, p99 ${after.p99Ms} ms`)
    context.keep('load.svg', plotLoad(rising, capacity))
    context.keep('load.json', `${JSON.stringify({ capacity, steps }, null, 2)}\n`)
  } finally {
    caller.close()
    service.kill('SIGKILL')
    await service.gone(10_000)
  }
  return Object.values(all)
}

/** The best of some rounds: what else runs on the machine only ever takes away. */
const capacityOf = async (caller: Caller, path: string): Promise<number> => {
  const rounds: number[] = []
  for (let i = 0; i < capacityRounds; i++) rounds.push(await answeredPerSecond(caller, path))
  return Math.max(...rounds)
}

const answeredPerSecond = async (caller: Caller, path: string): Promise<number> => {
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
