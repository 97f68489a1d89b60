import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from '../src/records/hex.ts'
import { openLmdbStore } from '../src/store/lmdb/open.ts'
import { expectedRows, generateChain, type SimulatedChain } from '../test/simulate/chain.ts'
import { type SimulatedNode, serveWorld } from '../test/simulate/server.ts'
import { createWorld, type World } from '../test/simulate/world.ts'
import { writeConfig } from './config.ts'
import { type Listening, type Program, runProgram } from './program.ts'
import { isSettled } from './same-chain.ts'

/** The real service over simulated chains, caught up and named, ready for clients. */
export interface Stage extends Listening {
  readonly service: Program
  readonly worlds: readonly World[]
  readonly config: string
  readonly data: string
  /** Waits until the service has every block the worlds show. */
  settled(): Promise<void>
  /** Ends everything; answers how the service ended. */
  close(): Promise<number | string>
}

interface StageOptions {
  readonly folder: string
  readonly seed: string
  /** Blocks of each chain that are shown at first; the rest waits to be shown. */
  readonly head: number
  readonly blocks: number
  readonly settings?: Readonly<Record<string, unknown>>
}

const settleBoundMs = 120_000

export const setStage = async ({ folder, seed, head, blocks, settings = {} }: StageOptions): Promise<Stage> => {
  const chains: readonly SimulatedChain[] = [
    generateChain({ seed: `${seed} a`, blocks, chainId: 900_001, profile: 'work', transactionsPerBlock: 2 }),
    generateChain({ seed: `${seed} b`, blocks, chainId: 900_002, profile: 'merged', transactionsPerBlock: 1 }),
  ]
  const worlds = chains.map((chain) => createWorld(chain, { head }))
  const nodes: SimulatedNode[] = []
  for (const world of worlds) nodes.push(await serveWorld(world))
  const served = chains.map((chain, index) => ({ chain, urls: [nodes[index]?.url ?? ''] }))
  const config = writeConfig(folder, served, settings)
  const data = join(folder, 'data')
  const service = runProgram(['start', '--config', config])
  const close = async (): Promise<number | string> => {
    service.kill('SIGTERM', 'supervisor')
    const how = await Promise.race([service.ended, wait(25_000, 'not within 25 s')])
    service.kill('SIGKILL')
    await service.gone(10_000)
    for (const node of nodes) await node.close()
    return how
  }
  const settled = (): Promise<void> => waitSettled(data, worlds)
  try {
    const listening = await service.listening
    await settled()
    return { ...listening, service, worlds, config, data, settled, close }
  } catch (error) {
    await close()
    throw new Error(`${String(error)}\n${service.output().slice(-2000)}`)
  }
}

/** Those with rows, which alone are asked for their names, and with a name to wait for: until it is known, it is shown as empty. */
const contractsOf = ({ chain, head }: World): readonly Hex[] => {
  const rows = expectedRows(chain, 0, head).flatMap(({ transactions }) => transactions.flatMap(({ transfers }) => transfers))
  const seen = new Set(rows.map(({ contract }) => contract))
  return chain.tokens.filter(({ address, text }) => seen.has(address) && text.name + text.symbol !== '').map(({ address }) => address)
}

const waitSettled = async (data: string, worlds: readonly World[]): Promise<void> => {
  const store = openLmdbStore(join(data, 'store'), { mode: 'read' })
  const end = performance.now() + settleBoundMs
  try {
    for (const world of worlds) {
      const named = async (): Promise<boolean> => {
        const snapshot = await store.snapshot(world.chain.chainId)
        if (snapshot === undefined) return false
        for (const contract of contractsOf(world)) if ((await snapshot.token(contract)) === undefined) return false
        return true
      }
      while (!(await isSettled(store, world)) || !(await named())) {
        if (performance.now() > end) throw new Error(`chain ${world.chain.chainId} is not indexed and named within ${settleBoundMs} ms`)
        await wait(20)
      }
    }
  } finally {
    await store.close()
  }
}
