import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** A folder of the test's own, gone after it. */
export const testFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ownscan-test-'))
  onTestFinished(() => remove(folder))
  return folder
}

/** Children of a program that was killed end a moment later, and still make files until then: hence the patience, 10 s. */
const remove = async (folder: string): Promise<void> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await rm(folder, { recursive: true, force: true })
    } catch (error) {
      if (attempt === 200 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
      await wait(50)
    }
}
