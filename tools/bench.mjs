// The benchmarks, on the built program.
import { spawnSync } from 'node:child_process'
import { build, root } from './setup.mjs'

build()
process.exit(spawnSync(process.execPath, ['bench/main.mjs', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }).status ?? 1)
