// The whole test command: set-up, checks, tests. Arguments go to the test runner (`npm test -- store`).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root, run } from './setup.mjs'

try {
  build()
  install('test')
  install('test/engines')
  await import('./check.mjs')
  const report = join(root, '.setup', 'tests.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    run(join(root, 'test/node_modules/.bin/vitest'), ['run', ...reporters, ...process.argv.slice(2)], join(root, 'test'))
  } finally {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
    console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
  }
} catch (error) {
  console.error(`ownscan: ${error.message}`)
  process.exit(1)
}
