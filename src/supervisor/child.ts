import { createLogger } from '../log/logger.ts'
import { type FromChild, hopelessExitCode, type ToChild } from './messages.ts'

/**
 * The first lines of every child process: says hello, gets the configuration and its role, and runs it until it is told to stop or its supervisor is gone.
 * Signals of a terminal reach the whole group of processes: they are the supervisor's to act on.
 */
const send = (message: FromChild): void => {
  if (process.connected) process.send?.(message)
}

const stop = new AbortController()
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => stop.abort())

const listeners: ((message: ToChild) => void)[] = []

process.on('message', (message: ToChild) => {
  if (message.kind === 'stop') stop.abort()
  else if (message.kind !== 'configure') for (const listener of listeners) listener(message)
  else void run(message)
})

const run = async ({ config, accessFolder, role }: ToChild & { kind: 'configure' }): Promise<void> => {
  const log = createLogger(config.log, { role, pid: process.pid })
  process.on('unhandledRejection', (error) => log.error('a promise was left alone', { error }))
  try {
    if (role === 'indexer') {
      const { runIndexerChild } = await import('./indexer-child.ts')
      await runIndexerChild(config, log, stop.signal)
    } else {
      const { runApiChild } = await import('./api-child.ts')
      await runApiChild(config, accessFolder, log, stop.signal, { send, listen: (listener) => listeners.push(listener) })
    }
    process.exit(0)
  } catch (error) {
    log.error(role === 'indexer' ? 'the indexer failed' : 'the API worker failed', { error })
    process.exit(isHopeless(error) ? hopelessExitCode : 1)
  }
}

const isHopeless = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'StoreUnusable' || ('code' in error && ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes(String(error.code))))

send({ kind: 'hello' })
