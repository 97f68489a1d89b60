import type { ChainConfig } from '../config/types.ts'
import type { Hex } from '../records/hex.ts'
import type { DemoQuery } from './port.ts'

/** The usual number of chains that live on one machine: wallets and tools know it as nobody's. */
export const demoChainId = 31_337

/** Who make the blocks, in turn. Nobody holds their keys: they only earn. */
export const producers: readonly Hex[] = [
  '0xa11ce00000000000000000000000000000000001',
  '0xb0b0000000000000000000000000000000000002',
  '0xca50100000000000000000000000000000000003',
  '0xd0d0000000000000000000000000000000000004',
]

/** Beside the holders: one who deploys the contract, one who moves the tokens of others. */
export const holderCount = 7

/** The demo chain as an operator would configure it. */
export const demoChain = (url: string): ChainConfig => ({
  chainId: demoChainId,
  endpoints: [{ url, headers: {}, rateCap: undefined, archive: true }],
  startBlock: 0,
  index: ['transfers', 'blocks'],
  completeness: 'proven',
  finalityDepth: undefined,
  concurrency: 4,
  quirks: [],
  custom: {
    name: 'Demo chain (this machine)',
    slug: 'demo',
    symbol: 'DEMO',
    explorer: undefined,
    producer: 'miner',
    schedule: [],
    baseFee: 'burnt',
    uncles: 'none',
  },
})

/** The key is the caller's to add. */
export const firstQueries = (contract: Hex, holder: Hex): DemoQuery[] => {
  const [producer = holder] = producers
  const account = { chainid: String(demoChainId), module: 'account' }
  const newest = { page: '1', offset: '10', sort: 'desc' }
  return [
    { title: 'The ten newest transfers of one holder', parameters: { ...account, action: 'token1155tx', address: holder, ...newest } },
    {
      title: 'The blocks one validator made',
      parameters: { ...account, action: 'getminedblocks', address: producer, page: '1', offset: '10' },
    },
    {
      title: 'Everything the contract ever moved, oldest first',
      parameters: { ...account, action: 'token1155tx', contractaddress: contract },
    },
  ]
}
