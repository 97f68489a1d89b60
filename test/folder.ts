import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of the test's own, gone after it. Children of a program that was killed end a moment later, and still write until then: hence the patience, 10 s. */
export const testFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ownscan-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}
