// A chain of the demo token, made on a real node and then served from memory: what the indexers of the comparison read. The real node itself is too slow for
// that: it recovers every sender anew for each block it shows, which would be most of the time of a fast indexer and little of a slow one's.
import { createActivity } from '../dist/demo/activity.js'
import { launchAnvil } from '../dist/demo/anvil.js'
import { createMiner } from '../dist/demo/miner.js'
import { nodeRpc } from '../dist/demo/node-rpc.js'
import { seededChance } from '../dist/demo/random.js'
import { deployment } from '../dist/demo/token.js'
import { serveStatic } from './static-node.mjs'

export const chainId = 31_338
const genesisTime = 1_700_000_000
const blockSeconds = 12

/** Serves a chain whose newest block is `blocks`, with `deedsPerBlock` transactions in one block of `every`; the same every time. */
export const startBusyNode = async ({ blocks, deedsPerBlock, every = 1 }) => {
  // More than a handful of addresses move, as on a chain in use.
  const accounts = ['--accounts', '42']
  const node = await launchAnvil([
    ...['--chain-id', String(chainId), '--timestamp', String(genesisTime), ...accounts, '--no-mining', '--order', 'fees'],
    ...['--hardfork', 'prague', '--prune-history', '4'],
  ])
  try {
    const rpc = nodeRpc(node.url)
    const contract = await populate(rpc, blocks, deedsPerBlock, every)
    const served = await serveStatic(chainId, await download(rpc, blocks))
    return { ...served, contract, lastBlock: blocks }
  } finally {
    await node.stop()
  }
}

const populate = async (rpc, blocks, deedsPerBlock, every) => {
  const chance = seededChance(7)
  const [deployer, operator, ...holders] = (await rpc.call('eth_accounts')).map((account) => account.toLowerCase())
  let contract
  const time = (block) => genesisTime + block * blockSeconds
  const miner = createMiner(rpc, chance, () => contract)
  contract = await miner.deploy(deployer, deployment, time(1))
  const activity = createActivity(chance, holders, operator)
  await miner.mine(activity.opening(), time(2))
  for (let block = 3; block <= blocks; block++) {
    const deeds = Array.from({ length: block % every === 0 ? deedsPerBlock : 0 }, () => activity.next())
    await miner.mine(deeds, time(block))
  }
  return contract
}

const download = async (rpc, blocks) => {
  const entries = []
  for (let number = 0; number <= blocks; number++) {
    const tag = `0x${number.toString(16)}`
    const [block, receipts] = await rpc.batch([
      ['eth_getBlockByNumber', tag, true],
      ['eth_getBlockReceipts', tag],
    ])
    entries.push({ block, receipts })
  }
  return entries
}
