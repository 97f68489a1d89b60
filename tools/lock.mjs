// Writes the lock file of a package anew (`node tools/lock.mjs [folder]`) after its package.json changed: versions and hashes,
// and no registry addresses, so that it installs from any registry or mirror.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './setup.mjs'

const folder = join(root, process.argv[2] ?? '.')
const file = join(folder, 'package-lock.json')
rmSync(file, { force: true })
rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'], folder)
const lock = JSON.parse(readFileSync(file, 'utf8'))
for (const entry of Object.values(lock.packages)) delete entry.resolved
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
