// Lint, types and dead code: what must hold before a test is worth running.
import { join } from 'node:path'
import { install, root, run } from './setup.mjs'

const tool = (name) => join(root, 'test/node_modules/.bin', name)
const types = (project) => run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project])

try {
  install()
  install('test')
  install('console')
  run(tool('biome'), ['check', '--error-on-warnings', '.'])
  types('tsconfig.json')
  types('test/tsconfig.json')
  types('console/tsconfig.json')
  run(tool('knip'), ['--no-progress'])
} catch (error) {
  console.error(`ownscan: ${error.message}`)
  process.exit(1)
}
