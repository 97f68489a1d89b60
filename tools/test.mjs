// The whole test command: set-up, checks, tests. Arguments go to the test runner (`npm test -- store`).
import { join } from 'node:path'
import { build, install, root, run } from './setup.mjs'

try {
  build()
  install('test')
  install('test/engines')
  await import('./check.mjs')
  run(join(root, 'test/node_modules/.bin/vitest'), ['run', ...process.argv.slice(2)], join(root, 'test'))
} catch (error) {
  console.error(`ownscan: ${error.message}`)
  process.exit(1)
}
