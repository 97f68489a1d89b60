// Faults, load and bad input against the built service: `npm run torture [-- --minutes N] [--seed S] [--only PART] [--json FILE] [--report DIR]`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build, install, root, run } from './setup.mjs'

build()
install('test')
run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'torture/tsconfig.json'])
const { status } = spawnSync(process.execPath, ['test/build/torture/main.js', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
