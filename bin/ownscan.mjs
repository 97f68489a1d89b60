#!/usr/bin/env node
// The program as a command. In a checkout it first installs and builds what is out of date; an installed package has nothing to do.
import { existsSync } from 'node:fs'

if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { build } = await import('../tools/setup.mjs')
  try {
    build()
  } catch (error) {
    console.error(`ownscan: the set-up failed: ${error.message}`)
    process.exit(1)
  }
}
const { main } = await import('../dist/main.js')
await main(process.argv.slice(2))
