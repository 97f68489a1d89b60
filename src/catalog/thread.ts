import { Worker } from 'node:worker_threads'
import type { CatalogReport, ValidationLimits } from './report.ts'

/**
 * Checks files in a thread of their own, so that a large one never holds up an answer: 10 MB take most of a second. The thread starts with the first file,
 * takes one at a time, and is ended when it takes too long, grows too large or has been idle.
 */
export interface ThreadQuestion {
  readonly bytes: Uint8Array
  readonly limits: ValidationLimits
}

export type ThreadAnswer = CatalogReport

export interface ValidationThread {
  /** Throws `ThreadBusy` or `ThreadGaveUp`. */
  validate(bytes: Uint8Array, limits: ValidationLimits): Promise<CatalogReport>
  close(): Promise<void>
}

/** Enough files wait already. */
export class ThreadBusy extends Error {
  override readonly name = 'ThreadBusy'
}

/** The file could not be checked within the bounds of the service. */
export class ThreadGaveUp extends Error {
  override readonly name = 'ThreadGaveUp'
}

/** A file at the limits of the service takes a few seconds; a busy machine some times that. */
const defaultTimeoutMs = 20_000
/** A file at the limits and its errors need a fraction of it. */
const heapLimitMb = 1024
/** The thread and its compiled schemas cost some 20 MB: not worth keeping for a rare use. */
const idleMs = 60_000
/** More would be answered after their callers have gone. */
const maxWaiting = 4

/** The built file, which stands at the same place seen from `src/` and from `dist/`: threads load no TypeScript. */
const workerFile = new URL('../../dist/catalog/worker.js', import.meta.url)

export const startValidationThread = (timeoutMs = defaultTimeoutMs): ValidationThread => {
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const end = async (): Promise<void> => {
    clearTimeout(idleTimer)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  const askThread = async ({ bytes, limits }: ThreadQuestion): Promise<CatalogReport> => {
    clearTimeout(idleTimer)
    worker ??= new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapLimitMb } })
    try {
      const report = await answerOf(worker, { bytes, limits }, timeoutMs)
      worker.unref()
      idleTimer = setTimeout(() => void end(), idleMs).unref()
      return report
    } catch (error) {
      await end()
      throw error
    }
  }

  return {
    validate: async (bytes, limits) => {
      if (waiting >= maxWaiting) throw new ThreadBusy(`${maxWaiting} files are being checked already; try again in a moment`)
      waiting++
      const turn = last.then(() => askThread({ bytes, limits }))
      last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        waiting--
      }
    },
    close: end,
  }
}

const answerOf = (worker: Worker, question: ThreadQuestion, timeoutMs: number): Promise<CatalogReport> =>
  new Promise<CatalogReport>((resolve, reject) => {
    const giveUp = (why: string): void =>
      reject(new ThreadGaveUp(`the file could not be checked: ${why}; check it with \`ownscan catalog validate\``))
    const timer = setTimeout(() => giveUp(`it took more than ${timeoutMs / 1000} s`), timeoutMs)
    const settled = (): void => {
      clearTimeout(timer)
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
    }
    worker.ref()
    worker.once('message', (answer: ThreadAnswer) => {
      settled()
      resolve(answer)
    })
    worker.once('error', (error: NodeJS.ErrnoException) => {
      settled()
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') giveUp('it needs too much memory')
      else reject(error)
    })
    worker.once('exit', () => {
      settled()
      giveUp('the service is stopping')
    })
    // A copy of its own can be handed over; the caller's bytes may lie in memory shared with others.
    const bytes = new Uint8Array(question.bytes)
    worker.postMessage({ ...question, bytes }, [bytes.buffer])
  })
