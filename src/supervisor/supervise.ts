import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/types.ts'
import { bounds } from '../http/bounds.ts'
import { measureProcess } from '../http/metrics/process.ts'
import { createMetrics } from '../http/metrics/registry.ts'
import type { Logger } from '../log/logger.ts'
import { type Backoff, createBackoff } from './backoff.ts'
import { createGatherer } from './gather.ts'
import { type FromChild, hopelessExitCode, type Role, type ToChild } from './messages.ts'
import { violentEnds } from './violent-ends.ts'

export interface SuperviseOptions {
  readonly config: Config
  /** Where keys and counters are. */
  readonly accessFolder: string
  readonly log: Logger
  /** Whether an indexer runs beside the API workers. */
  readonly indexer: boolean
  /** Called once, when the first worker takes requests. */
  readonly onListening: (port: number) => void
  /** Ends the service in good order. */
  readonly signal: AbortSignal
}

/** Beyond what the children give themselves: whoever is still there then is killed. */
const killAfterMs = bounds.drainTimeoutMs + 5_000

interface Slot {
  readonly role: Role
  readonly backoff: Backoff
  worker: Worker | undefined
  startedAt: number
  retry: NodeJS.Timeout | undefined
}

/**
 * Runs the API workers on one port, and an indexer if asked to. A child that ends by itself is started again; the others go on meanwhile. Settles when all
 * have ended: with 0 after `signal`, with 1 where a child said that starting it again is hopeless.
 */
export const supervise = ({ config, accessFolder, log, indexer, onListening, signal }: SuperviseOptions): Promise<number> =>
  new Promise((resolve) => {
    const roles: readonly Role[] = [
      ...Array.from({ length: config.workers }, () => 'api' as const),
      ...(indexer ? (['indexer'] as const) : []),
    ]
    const slots: readonly Slot[] = roles.map((role) => ({
      role,
      backoff: createBackoff(),
      worker: undefined,
      startedAt: 0,
      retry: undefined,
    }))
    const own = createMetrics()
    const gatherer = createGatherer({
      children: () => slots.flatMap(({ worker }) => (worker?.isConnected() ? [worker.id] : [])),
      ask: (child, id) => send(cluster.workers?.[child], { kind: 'measure', id }),
    })
    let exitCode = 0
    let stopping = false
    let heard = false

    // Workers take connections from the one socket themselves. Handed out by the supervisor, one that was given to a worker killed at that moment is never
    // answered and never closed; this way it waits in the system's queue for the next worker. Idle workers are the first to take, so the load is even.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({ exec: fileURLToPath(import.meta.url.replace(/supervise\.([jt]s)$/, 'child.$1')), serialization: 'advanced' })

    const stop = (): void => {
      if (stopping) return
      stopping = true
      for (const slot of slots) {
        clearTimeout(slot.retry)
        send(slot.worker, { kind: 'stop' })
      }
      setTimeout(() => {
        for (const { worker } of slots) worker?.process.kill('SIGKILL')
      }, killAfterMs).unref()
      finishIfDone()
    }
    const finishIfDone = (): void => {
      if (stopping && slots.every(({ worker }) => worker === undefined)) resolve(exitCode)
    }
    const hear = (slot: Slot, worker: Worker, message: FromChild): void => {
      switch (message.kind) {
        case 'hello':
          send(worker, { kind: 'configure', config, accessFolder, role: slot.role })
          break
        case 'listening':
          if (!heard) onListening(message.port)
          heard = true
          break
        case 'measured':
          gatherer.measured(worker.id, message.id, message.snapshot)
          break
        case 'metrics?':
          measureProcess(own)
          void gatherer.gather(own.snapshot()).then((snapshot) => send(worker, { kind: 'metrics', id: message.id, snapshot }))
          break
      }
    }
    const ended = (slot: Slot, worker: Worker, code: number | null, reason: string | null): void => {
      slot.worker = undefined
      gatherer.ended(worker.id)
      if (code === hopelessExitCode) {
        exitCode = 1
        stop()
      }
      if (!stopping) {
        const waitMs = slot.backoff.next(performance.now() - slot.startedAt)
        const hint = violentEnds.has(reason) ? { hint: 'a page of the store may be damaged: run ownscan verify' } : {}
        log.warn('a process of the service ended and is started again', { role: slot.role, code, signal: reason, waitMs, ...hint })
        slot.retry = setTimeout(() => start(slot), waitMs)
      }
      finishIfDone()
    }
    const start = (slot: Slot): void => {
      const worker = cluster.fork()
      slot.worker = worker
      slot.startedAt = performance.now()
      worker.on('message', (message: FromChild) => hear(slot, worker, message))
      worker.on('error', (error) => log.debug('a message to a process of the service was lost', { error }))
      worker.on('exit', (code, reason) => ended(slot, worker, code, reason))
    }
    for (const slot of slots) start(slot)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

const send = (worker: Worker | undefined, message: ToChild): void => {
  if (worker?.isConnected()) worker.send(message)
}
