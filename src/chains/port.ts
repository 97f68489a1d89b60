/** What is known of a chain, as data: see `chains/table.ts`. A private chain is the same record from the configuration. */
export interface ChainSpec {
  readonly chainId: number
  readonly slug: string
  readonly name: string
  readonly symbol: string
  readonly explorer: string
  readonly testnet: boolean
  readonly family: Family
  /** Blocks below the head that are final where nodes do not know the `finalized` tag. */
  readonly finalityDepth: number
  readonly quirks: readonly Quirk[]
}

/** Chains of one family find the producer, the issuance and the fees in the same way. */
export type Family =
  | 'ethereum'
  | 'ethash-classic'
  | 'clique'
  | 'bor'
  | 'parlia'
  | 'gnosis'
  | 'op-stack'
  | 'celo'
  | 'arbitrum'
  | 'avalanche'
  | 'zksync'
  | 'configured'

/** Checks a chain cannot pass, by nature: the check is skipped for that chain and the status says so. */
export type Quirk =
  | 'header-hash-not-recomputable'
  | 'transactions-root-not-recomputable'
  | 'receipts-root-not-recomputable'
  | 'bloom-not-recomputable'
  | 'receipts-beyond-transactions'
  /** Providers show another `miner` than the header holds (the zero address). */
  | 'miner-shown-differs'
  /** Gas of receipts does not add up to the header's. */
  | 'gas-sums-not-recomputable'
  /** The price paid does not follow from the transaction's own fields and the base fee. */
  | 'price-not-recomputable'
  | 'no-finalized-tag'
  | 'reward-unknown'
