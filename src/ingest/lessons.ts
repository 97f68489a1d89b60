import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Lessons, Memory } from '../rpc/memory.ts'

/** What the endpoints of a chain taught, kept in a file beside the store. Losing it costs a few refused requests, so no fault of it matters. */
export const lessonsFile = (data: string, chainId: number): Memory => {
  const file = join(data, `endpoints-${chainId}.json`)
  return {
    load: () => {
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Lessons>>
      } catch {
        return {}
      }
    },
    save: (lessons) => {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.new`, JSON.stringify(lessons))
        renameSync(`${file}.new`, file)
      } catch {
        // The next lesson tries again.
      }
    },
  }
}
