import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import type { StoreReader } from '../../src/store/port.ts'
import { testFolder } from '../folder.ts'
import { expectedRows, generateChain } from '../simulate/chain.ts'
import { createRandom } from '../simulate/random.ts'
import { serveWorld } from '../simulate/server.ts'
import { createWorld, type World } from '../simulate/world.ts'
import { contents, until } from './harness.ts'
import { isComplete } from './model-store.ts'
import { program, writeConfig } from './program.ts'

/** `OWNSCAN_KILLS=1000` kills more often. */
const kills = Number(process.env['OWNSCAN_KILLS'] ?? 6)

const settled = async (store: StoreReader, world: World): Promise<boolean> => {
  const snapshot = await store.snapshot(world.chain.chainId)
  if (snapshot === undefined || snapshot.state.head !== world.head || !isComplete(snapshot.state)) return false
  return (await snapshot.blockHash(world.head)) === world.chain.blocks[world.head]?.block.hash
}

describe('an indexer killed at any instant', () => {
  it('loses nothing and doubles nothing, in backfill, at the head and in reorganisations', async () => {
    const random = createRandom('kill')
    const folder = testFolder()
    const world = createWorld(generateChain({ seed: 'kill', blocks: 400, transactionsPerBlock: 2 }))
    const node = await serveWorld(world, { faults: [{ kind: 'delay', ms: 3 }] })
    const config = writeConfig(folder, world.chain, [node.url])
    let child: ChildProcess | undefined
    onTestFinished(async () => {
      child?.kill('SIGKILL')
      await node.close()
    })
    const start = (): ChildProcess => {
      child = spawn(process.execPath, [program, 'index', '--config', config], { stdio: 'ignore' })
      return child
    }
    const openReader = (): StoreReader => openLmdbStore(join(folder, 'store'), { mode: 'read' })
    let commits = 0
    for (let round = 0; round < kills; round++) {
      const running = start()
      const asked = node.requests
      // Counted in requests, so that the instant does not depend on the machine's speed: early ones fall into the backfill, late ones to the head.
      const last = asked + random.between(3, 60)
      await until('it is at work', () => node.requests >= last && existsSync(join(folder, 'store', 'data.mdb')))
      if (round % 2 === 1) world.reorganise({ depth: random.between(1, 6), longer: random.int(3) })
      await wait(random.between(0, 100))
      const gone = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGKILL')
      await gone
      // What is stored at this instant is whole: it opens, and every list and row agrees.
      const store = openLmdbStore(join(folder, 'store'), { mode: 'read', deep: true })
      commits += (await contents(store, world.chain.chainId)).length
      await store.close()
    }
    expect(commits).toBeGreaterThan(0)
    start()
    const store = openReader()
    onTestFinished(() => store.close())
    await until('the store has settled', () => settled(store, world), 60_000)
    expect(await contents(store, world.chain.chainId)).toEqual(expectedRows(world.chain, 0, world.head))
  })
})
