import { openAccess } from '../access/open.ts'
import type { Config } from '../config/types.ts'
import type { MetricsSnapshot } from '../http/metrics/registry.ts'
import { openService } from '../http/open-service.ts'
import type { Logger } from '../log/logger.ts'
import type { FromChild, ToChild } from './messages.ts'

export interface Channel {
  readonly send: (message: FromChild) => void
  readonly listen: (listener: (message: ToChild) => void) => void
}

/** A scrape that waits longer than this for the supervisor gets this worker's figures alone. */
const gatherTimeoutMs = 2_500

/** One API worker: opens store and keys, listens, answers until it must stop, then finishes what is in flight. */
export const runApiChild = async (
  config: Config,
  accessFolder: string,
  log: Logger,
  signal: AbortSignal,
  channel: Channel,
): Promise<void> => {
  const access = openAccess({ data: accessFolder, redis: config.redis }, log)
  const waiting = new Map<number, (snapshot: MetricsSnapshot) => void>()
  let nextId = 1
  const gatherMetrics = (): Promise<MetricsSnapshot> =>
    new Promise((resolve) => {
      const id = nextId++
      const settle = (snapshot: MetricsSnapshot): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(snapshot)
      }
      const timer = setTimeout(() => settle(service.measure()), gatherTimeoutMs)
      waiting.set(id, settle)
      channel.send({ kind: 'metrics?', id })
    })
  const service = await openService(config, access, log, signal, gatherMetrics)
  channel.listen((message) => {
    if (message.kind === 'measure') channel.send({ kind: 'measured', id: message.id, snapshot: service.measure() })
    if (message.kind === 'metrics') waiting.get(message.id)?.(message.snapshot)
  })
  if (signal.aborted) return
  channel.send({ kind: 'listening', port: await service.listen() })
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await service.close()
  await access.close()
}
