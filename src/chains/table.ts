import type { ChainSpec, Family, Quirk } from './port.ts'

/**
 * Every chain known by name. What a chain pays is in `families.ts`; what it cannot pass of the checks stands here, set by set, with the reason.
 * Depths where nodes have no `finalized` tag: 65 on mainnet, 200 on Polygon, 240 on Arbitrum, 30 elsewhere.
 */
type Row = readonly [
  chainId: number,
  slug: string,
  name: string,
  symbol: string,
  explorer: string,
  net: 'mainnet' | 'testnet',
  family: Family,
  quirks: readonly Quirk[],
  finalityDepth: number,
]

const none: readonly Quirk[] = []
const mainnet = 'mainnet'
const testnet = 'testnet'
const noRoots: readonly Quirk[] = ['transactions-root-not-recomputable', 'receipts-root-not-recomputable']

/** What some chains cannot pass, set by set. */
export const quirkSets = {
  /** State-sync transactions are shown without what their encoding needs, or only as receipts; `miner` is the provider's choice. */
  polygon: [...noRoots, 'receipts-beyond-transactions', 'miner-shown-differs'],
  bttc: [...noRoots, 'receipts-beyond-transactions', 'miner-shown-differs', 'no-finalized-tag'],
  /** Types of its own (0x64 to 0x6a) carry fields nodes do not show; the price paid is the base fee whatever was offered. */
  arbitrum: [...noRoots, 'price-not-recomputable'],
  /** Blocks are hashed by rules of their own, and headers hold no roots. */
  zksync: [
    'header-hash-not-recomputable',
    ...noRoots,
    'bloom-not-recomputable',
    'gas-sums-not-recomputable',
    'price-not-recomputable',
    'no-finalized-tag',
  ],
  /** Headers from before it became a rollup (block 31,056,500) lack fields; receipts of token-fee transactions hash more than nodes show. */
  celo: ['header-hash-not-recomputable', ...noRoots, 'price-not-recomputable', 'gas-sums-not-recomputable'],
  celoRollup: ['receipts-root-not-recomputable', 'price-not-recomputable'],
  /** The price shown is not always the transaction's own: fees were converted by a token ratio. */
  mantle: ['price-not-recomputable'],
  /** Headers have fields for validators that nodes show only in part; the epoch's reward is paid by a state change without a transaction. */
  xdc: ['header-hash-not-recomputable', ...noRoots, 'price-not-recomputable', 'reward-unknown', 'no-finalized-tag'],
  /** The consensus engine's own hash is the block's; producers are paid by its own ledger. */
  foreignHash: [
    'header-hash-not-recomputable',
    ...noRoots,
    'bloom-not-recomputable',
    'gas-sums-not-recomputable',
    'price-not-recomputable',
    'reward-unknown',
  ],
  /** Each block begins with a system transaction and names the last proposer, in encodings nodes do not show whole. */
  berachain: ['header-hash-not-recomputable', 'transactions-root-not-recomputable', 'price-not-recomputable'],
  /** System transactions are under the roots but left out of what nodes show. */
  hyperevm: [...noRoots, 'bloom-not-recomputable', 'receipts-beyond-transactions', 'gas-sums-not-recomputable'],
  /** Blocks check like Ethereum's; what a producer receives beside or instead of tips is not in blocks and receipts (Taiko shares its base fee). */
  unknownRewards: ['reward-unknown'],
  /** Proof of work: nothing is ever final but by depth. */
  untagged: ['no-finalized-tag'],
} as const satisfies Record<string, readonly Quirk[]>

// biome-ignore format: one chain a line
const rows: readonly Row[] = [
  [1, 'ethereum', 'Ethereum Mainnet', 'ETH', 'https://etherscan.io', mainnet, 'ethereum', none, 65],
  [11155111, 'sepolia', 'Sepolia Testnet', 'ETH', 'https://sepolia.etherscan.io', testnet, 'ethereum', none, 30],
  [560048, 'hoodi', 'Hoodi Testnet', 'ETH', 'https://hoodi.etherscan.io', testnet, 'ethereum', none, 30],
  [56, 'bsc', 'BNB Smart Chain Mainnet', 'BNB', 'https://bscscan.com', mainnet, 'parlia', none, 30],
  [97, 'bsc-testnet', 'BNB Smart Chain Testnet', 'BNB', 'https://testnet.bscscan.com', testnet, 'parlia', none, 30],
  [137, 'polygon', 'Polygon Mainnet', 'POL', 'https://polygonscan.com', mainnet, 'bor', quirkSets.polygon, 200],
  [80002, 'polygon-amoy', 'Polygon Amoy Testnet', 'POL', 'https://amoy.polygonscan.com', testnet, 'bor', quirkSets.polygon, 200],
  [8453, 'base', 'Base Mainnet', 'ETH', 'https://basescan.org', mainnet, 'op-stack', none, 30],
  [84532, 'base-sepolia', 'Base Sepolia Testnet', 'ETH', 'https://sepolia.basescan.org', testnet, 'op-stack', none, 30],
  [42161, 'arbitrum', 'Arbitrum One Mainnet', 'ETH', 'https://arbiscan.io', mainnet, 'arbitrum', quirkSets.arbitrum, 240],
  [421614, 'arbitrum-sepolia', 'Arbitrum Sepolia Testnet', 'ETH', 'https://sepolia.arbiscan.io', testnet, 'arbitrum', quirkSets.arbitrum, 240],
  [59144, 'linea', 'Linea Mainnet', 'ETH', 'https://lineascan.build', mainnet, 'clique', none, 30],
  [59141, 'linea-sepolia', 'Linea Sepolia Testnet', 'ETH', 'https://sepolia.lineascan.build', testnet, 'clique', none, 30],
  [81457, 'blast', 'Blast Mainnet', 'ETH', 'https://blastscan.io', mainnet, 'op-stack', none, 30],
  [168587773, 'blast-sepolia', 'Blast Sepolia Testnet', 'ETH', 'https://sepolia.blastscan.io', testnet, 'op-stack', none, 30],
  [10, 'optimism', 'OP Mainnet', 'ETH', 'https://optimistic.etherscan.io', mainnet, 'op-stack', none, 30],
  [11155420, 'optimism-sepolia', 'OP Sepolia Testnet', 'ETH', 'https://sepolia-optimism.etherscan.io', testnet, 'op-stack', none, 30],
  [43114, 'avalanche', 'Avalanche C-Chain', 'AVAX', 'https://snowscan.xyz', mainnet, 'avalanche', none, 30],
  [43113, 'avalanche-fuji', 'Avalanche Fuji Testnet', 'AVAX', 'https://testnet.snowscan.xyz', testnet, 'avalanche', none, 30],
  [199, 'bttc', 'BitTorrent Chain Mainnet', 'BTT', 'https://bttcscan.com', mainnet, 'bor', quirkSets.bttc, 30],
  [1029, 'bttc-testnet', 'BitTorrent Chain Testnet', 'BTT', 'https://testnet.bttcscan.com', testnet, 'bor', quirkSets.bttc, 30],
  [42220, 'celo', 'Celo Mainnet', 'CELO', 'https://celoscan.io', mainnet, 'celo', quirkSets.celo, 30],
  [11142220, 'celo-sepolia', 'Celo Sepolia Testnet', 'CELO', 'https://sepolia.celoscan.io', testnet, 'celo', quirkSets.celoRollup, 30],
  [252, 'fraxtal', 'Fraxtal Mainnet', 'frxETH', 'https://fraxscan.com', mainnet, 'op-stack', none, 30],
  [2523, 'fraxtal-hoodi', 'Fraxtal Hoodi Testnet', 'frxETH', 'https://hoodi.fraxscan.com', testnet, 'op-stack', none, 30],
  [100, 'gnosis', 'Gnosis', 'xDAI', 'https://gnosisscan.io', mainnet, 'gnosis', none, 30],
  [5000, 'mantle', 'Mantle Mainnet', 'MNT', 'https://mantlescan.xyz', mainnet, 'op-stack', quirkSets.mantle, 30],
  [5003, 'mantle-sepolia', 'Mantle Sepolia Testnet', 'MNT', 'https://sepolia.mantlescan.xyz', testnet, 'op-stack', quirkSets.mantle, 30],
  [4352, 'memecore', 'Memecore Mainnet', 'M', 'https://memecorescan.io', mainnet, 'configured', quirkSets.unknownRewards, 30],
  [43522, 'memecore-testnet', 'Memecore Insectarium Testnet', 'M', 'https://testnet.memecorescan.io', testnet, 'configured', quirkSets.unknownRewards, 30],
  [204, 'opbnb', 'opBNB Mainnet', 'BNB', 'https://opbnb.bscscan.com', mainnet, 'op-stack', none, 30],
  [5611, 'opbnb-testnet', 'opBNB Testnet', 'BNB', 'https://opbnb-testnet.bscscan.com', testnet, 'op-stack', none, 30],
  [167000, 'taiko', 'Taiko Mainnet', 'ETH', 'https://taikoscan.io', mainnet, 'ethereum', quirkSets.unknownRewards, 30],
  [167013, 'taiko-hoodi', 'Taiko Hoodi', 'ETH', 'https://hoodi.taikoscan.io', testnet, 'ethereum', quirkSets.unknownRewards, 30],
  [50, 'xdc', 'XDC Mainnet', 'XDC', 'https://xdcscan.com', mainnet, 'configured', quirkSets.xdc, 30],
  [51, 'xdc-apothem', 'XDC Apothem Testnet', 'XDC', 'https://testnet.xdcscan.com', testnet, 'configured', quirkSets.xdc, 30],
  [33139, 'apechain', 'ApeChain Mainnet', 'APE', 'https://apescan.io', mainnet, 'arbitrum', quirkSets.arbitrum, 240],
  [33111, 'apechain-curtis', 'ApeChain Curtis Testnet', 'APE', 'https://curtis.apescan.io', testnet, 'arbitrum', quirkSets.arbitrum, 240],
  [480, 'world', 'World Mainnet', 'ETH', 'https://worldscan.org', mainnet, 'op-stack', none, 30],
  [4801, 'world-sepolia', 'World Sepolia Testnet', 'ETH', 'https://sepolia.worldscan.org', testnet, 'op-stack', none, 30],
  [146, 'sonic', 'Sonic Mainnet', 'S', 'https://sonicscan.org', mainnet, 'configured', quirkSets.foreignHash, 30],
  [14601, 'sonic-testnet', 'Sonic Testnet', 'S', 'https://testnet.sonicscan.org', testnet, 'configured', quirkSets.foreignHash, 30],
  [130, 'unichain', 'Unichain Mainnet', 'ETH', 'https://uniscan.xyz', mainnet, 'op-stack', none, 30],
  [1301, 'unichain-sepolia', 'Unichain Sepolia Testnet', 'ETH', 'https://sepolia.uniscan.xyz', testnet, 'op-stack', none, 30],
  [2741, 'abstract', 'Abstract Mainnet', 'ETH', 'https://abscan.org', mainnet, 'zksync', quirkSets.zksync, 30],
  [11124, 'abstract-sepolia', 'Abstract Sepolia Testnet', 'ETH', 'https://sepolia.abscan.org', testnet, 'zksync', quirkSets.zksync, 30],
  [80094, 'berachain', 'Berachain Mainnet', 'BERA', 'https://berascan.com', mainnet, 'ethereum', quirkSets.berachain, 30],
  [80069, 'berachain-bepolia', 'Berachain Bepolia Testnet', 'BERA', 'https://testnet.berascan.com', testnet, 'ethereum', quirkSets.berachain, 30],
  [143, 'monad', 'Monad Mainnet', 'MON', 'https://monadscan.com', mainnet, 'ethereum', quirkSets.unknownRewards, 30],
  [10143, 'monad-testnet', 'Monad Testnet', 'MON', 'https://testnet.monadscan.com', testnet, 'ethereum', quirkSets.unknownRewards, 30],
  [999, 'hyperevm', 'HyperEVM Mainnet', 'HYPE', 'https://hyperevmscan.io', mainnet, 'ethereum', quirkSets.hyperevm, 30],
  [747474, 'katana', 'Katana Mainnet', 'ETH', 'https://katanascan.com', mainnet, 'op-stack', none, 30],
  [737373, 'katana-bokuto', 'Katana Bokuto', 'ETH', 'https://bokuto.katanascan.com', testnet, 'op-stack', none, 30],
  [1329, 'sei', 'Sei Mainnet', 'SEI', 'https://seiscan.io', mainnet, 'configured', quirkSets.foreignHash, 30],
  [1328, 'sei-testnet', 'Sei Testnet', 'SEI', 'https://testnet.seiscan.io', testnet, 'configured', quirkSets.foreignHash, 30],
  [988, 'stable', 'Stable Mainnet', '', 'https://stablescan.xyz', mainnet, 'configured', quirkSets.foreignHash, 30],
  [2201, 'stable-testnet', 'Stable Testnet', '', 'https://testnet.stablescan.xyz', testnet, 'configured', quirkSets.foreignHash, 30],
  [9745, 'plasma', 'Plasma Mainnet', 'XPL', 'https://plasmascan.to', mainnet, 'ethereum', quirkSets.unknownRewards, 30],
  [9746, 'plasma-testnet', 'Plasma Testnet', 'XPL', 'https://testnet.plasmascan.to', testnet, 'ethereum', quirkSets.unknownRewards, 30],
  [4326, 'megaeth', 'MegaETH Mainnet', 'ETH', 'https://mega.etherscan.io', mainnet, 'op-stack', none, 30],
  [6343, 'megaeth-testnet', 'MegaETH Testnet', 'ETH', 'https://testnet-mega.etherscan.io', testnet, 'op-stack', none, 30],
  // Not served by hosted services any more, or never; wanted all the same.
  [61, 'classic', 'Ethereum Classic', 'ETC', 'https://etc.blockscout.com', mainnet, 'ethash-classic', quirkSets.untagged, 30],
  [63, 'mordor', 'Mordor Testnet', 'METC', 'https://etc-mordor.blockscout.com', testnet, 'ethash-classic', quirkSets.untagged, 30],
  [4, 'rinkeby', 'Rinkeby Testnet', 'ETH', '', testnet, 'clique', none, 30],
  [5, 'goerli', 'Goerli Testnet', 'ETH', '', testnet, 'clique', none, 30],
  [1337, 'dev', 'Development chain', 'ETH', '', testnet, 'ethereum', none, 30],
  [31337, 'anvil', 'Anvil development chain', 'ETH', '', testnet, 'ethereum', none, 30],
]

const specOf = ([chainId, slug, name, symbol, explorer, net, family, chainQuirks, finalityDepth]: Row): ChainSpec => ({
  chainId,
  slug,
  name,
  symbol,
  explorer,
  testnet: net === 'testnet',
  family,
  finalityDepth,
  quirks: chainQuirks,
})

/** The chains known by name, by id. */
export const chainTable: ReadonlyMap<number, ChainSpec> = new Map(rows.map((row) => [row[0], specOf(row)]))
