import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SimulatedChain } from '../simulate/chain.ts'

export const program = fileURLToPath(new URL('../../bin/ownscan.mjs', import.meta.url))

/** A configuration file for a simulated chain, as an operator would write it. */
export const writeConfig = (
  folder: string,
  chain: SimulatedChain,
  urls: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): string => {
  const file = join(folder, 'ownscan.config.json')
  const custom = { ...chain.custom, schedule: chain.custom.schedule.map(({ from, wei }) => ({ from, wei: String(wei) })) }
  const known = Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== undefined))
  const chains = [{ chainId: chain.chainId, rpc: urls, finalityDepth: 12, custom: known, ...more }]
  writeFileSync(file, JSON.stringify({ data: folder, log: { level: 'error' }, chains }))
  return file
}

interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the program to its end. */
export const runProgram = (...args: readonly string[]): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString()
    })
    child.stderr.on('data', (part: Buffer) => {
      err += part.toString()
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })
