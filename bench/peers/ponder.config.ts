import { createConfig } from 'ponder'
import { parseAbi } from 'viem'

const wanted = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: bench/ponder.mjs runs this project`)
  return value
}

export const tokenAbi = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

export default createConfig({
  database: { kind: 'pglite', directory: wanted('BENCH_DATA') },
  chains: { bench: { id: Number(wanted('BENCH_CHAIN')), rpc: wanted('BENCH_RPC') } },
  contracts: {
    Token: {
      abi: tokenAbi,
      chain: 'bench',
      address: wanted('BENCH_CONTRACT') as `0x${string}`,
      startBlock: 0,
      endBlock: Number(wanted('BENCH_LAST_BLOCK')),
    },
  },
})
