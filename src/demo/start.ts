import type { Hex } from '../records/hex.ts'
import { type Activity, createActivity } from './activity.ts'
import { type LocalNode, launchAnvil } from './anvil.ts'
import { demoChain, demoChainId, firstQueries, holderCount, producers } from './cast.ts'
import { createMiner, type Miner } from './miner.ts'
import { nodeRpc } from './node-rpc.ts'
import type { Demo, DemoOptions } from './port.ts'
import { type Chance, seededChance } from './random.ts'
import { deployment } from './token.ts'

/** Enough that the first pages are full, few enough that they are there at once. */
const historyBlocks = 64
const usualBlockTimeSeconds = 2
const usualSeed = 1

/** Starts the demo chain; resolves once its contract stands and its history is there. */
export const startDemo = async (options: DemoOptions): Promise<Demo> => {
  options.signal?.throwIfAborted()
  const blockTime = options.blockTimeSeconds ?? usualBlockTimeSeconds
  const genesisTime = nowSeconds() - (historyBlocks + 3) * blockTime
  const node = await launchAnvil(nodeArguments(genesisTime))
  try {
    const chance = seededChance(options.seed ?? usualSeed)
    const story = await tellHistory(node, chance, genesisTime, blockTime)
    options.signal?.throwIfAborted()
    options.log(
      `demo: a demo chain runs on this machine (chain ${demoChainId}, a new block every ${blockTime} s): its tokens are made up and end with it`,
    )
    return run(node, story, chance, blockTime, options)
  } catch (error) {
    await node.stop()
    throw error
  }
}

/** We say when a block is made; a short epoch lets finality be seen; old states are let go, so that memory stays bounded and nothing goes to disk. */
const nodeArguments = (genesisTime: number): string[] => [
  ...['--chain-id', String(demoChainId), '--timestamp', String(genesisTime), '--accounts', String(holderCount + 2)],
  ...['--no-mining', '--order', 'fees', '--hardfork', 'prague', '--slots-in-an-epoch', '8', '--prune-history', '64', '--no-cors'],
]

interface Story {
  readonly contract: Hex
  readonly holders: readonly Hex[]
  readonly activity: Activity
  readonly miner: Miner
  readonly lastTime: number
}

/** The contract, the first tokens, and a past of a few hundred transfers. */
const tellHistory = async (node: LocalNode, chance: Chance, genesisTime: number, blockTime: number): Promise<Story> => {
  const rpc = nodeRpc(node.url)
  const accounts = ((await rpc.call('eth_accounts')) as Hex[]).map((account) => account.toLowerCase() as Hex)
  const [deployer, operator, ...holders] = accounts
  if (deployer === undefined || operator === undefined) throw new Error('the demo node has no accounts')
  let contract: Hex | undefined
  let time = genesisTime
  const tick = (): number => {
    time += blockTime
    return time
  }
  const miner = createMiner(rpc, chance, () => contract)
  contract = await miner.deploy(deployer, deployment, tick())
  const activity = createActivity(chance, holders, operator)
  await miner.mine(activity.opening(), tick())
  for (let block = 0; block < historyBlocks; block++) await miner.mine(some(activity, 2 + chance(6)), tick())
  return { contract, holders, activity, miner, lastTime: time }
}

const some = (activity: Activity, count: number) => Array.from({ length: count }, () => activity.next())
const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

const run = (node: LocalNode, story: Story, chance: Chance, blockTime: number, { signal, log }: DemoOptions): Demo => {
  let failure: Error | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let { lastTime } = story
  const stop = async (): Promise<void> => {
    stopped = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await node.stop()
  }
  const abort = (): void => void stop()
  const live = async (): Promise<void> => {
    lastTime = Math.max(lastTime + 1, nowSeconds())
    // Now and then nobody does anything: chains have empty blocks too.
    await story.miner.mine(chance(8) === 0 ? [] : some(story.activity, 1 + chance(4)), lastTime)
  }
  const fail = (error: unknown): void => {
    if (stopped) return
    failure = error instanceof Error ? error : new Error(String(error))
    log(`demo: the demo chain stops: ${failure.message}`)
    void stop()
  }
  const schedule = (): void => {
    timer = setTimeout(() => void live().then(() => stopped || schedule(), fail), blockTime * 1_000)
  }
  const ended = node.ended.then((reason) => {
    stopped = true
    clearTimeout(timer)
    return failure ?? reason
  })
  signal?.addEventListener('abort', abort, { once: true })
  schedule()
  return {
    chainId: demoChainId,
    rpcUrl: node.url,
    chain: demoChain(node.url),
    contract: story.contract,
    holders: story.holders,
    producers,
    queries: firstQueries(story.contract, story.holders[0] ?? story.contract),
    ended,
    stop,
  }
}
