import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadQuestion } from './thread.ts'
import { validateCatalog } from './validate.ts'

/** Checks files beside the thread that answers requests; see `thread.ts`. */
parentPort?.on('message', ({ bytes, limits }: ThreadQuestion) => {
  const answer: ThreadAnswer = validateCatalog(bytes, limits)
  parentPort?.postMessage(answer)
})
