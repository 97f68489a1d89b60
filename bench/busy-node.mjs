// A real node with a chain of the demo token on it: what the indexers of the comparison read.
import { createActivity } from '../dist/demo/activity.js'
import { launchAnvil } from '../dist/demo/anvil.js'
import { createMiner } from '../dist/demo/miner.js'
import { nodeRpc } from '../dist/demo/node-rpc.js'
import { seededChance } from '../dist/demo/random.js'
import { deployment } from '../dist/demo/token.js'

export const chainId = 31_338
const genesisTime = 1_700_000_000
const blockSeconds = 12

/** Starts a node whose newest block is `blocks`, with about `deedsPerBlock` transactions in each; the same every time. */
export const startBusyNode = async ({ blocks, deedsPerBlock }) => {
  // More than one page of addresses moves, as on a chain in use.
  const node = await launchAnvil([
    ...['--chain-id', String(chainId), '--timestamp', String(genesisTime), '--accounts', '42', '--no-mining', '--order', 'fees'],
    ...['--hardfork', 'prague', '--prune-history', '4'],
  ])
  try {
    const rpc = nodeRpc(node.url)
    const chance = seededChance(7)
    const [deployer, operator, ...holders] = (await rpc.call('eth_accounts')).map((account) => account.toLowerCase())
    let contract
    const miner = createMiner(rpc, chance, () => contract)
    contract = await miner.deploy(deployer, deployment, genesisTime + blockSeconds)
    const activity = createActivity(chance, holders, operator)
    await miner.mine(activity.opening(), genesisTime + 2 * blockSeconds)
    for (let block = 3; block <= blocks; block++)
      await miner.mine(
        Array.from({ length: deedsPerBlock }, () => activity.next()),
        genesisTime + block * blockSeconds,
      )
    return { url: node.url, stop: node.stop, contract, lastBlock: blocks }
  } catch (error) {
    await node.stop()
    throw error
  }
}
