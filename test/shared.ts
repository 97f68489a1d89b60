import { existsSync } from 'node:fs'

/** The real material some tests compare with stands beside the project; where it is absent those tests skip, saying so. */
const folder = new URL('../../shared/', import.meta.url)
const present = existsSync(folder)
if (!present) console.warn('tests on real chain data are skipped: ../shared is not there')

export const shared = { folder, present } as const
