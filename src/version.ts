import { readFileSync } from 'node:fs'

/** As in package.json, which lies beside `src/` and `dist/` alike. */
export const version: string = (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string })
  .version
