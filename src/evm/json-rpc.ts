import type { Hex } from '../records/hex.ts'

/** The JSON-RPC shapes the indexer reads, as nodes send them: quantities and bytes in hexadecimal. Fields a chain may lack are optional. */
export interface RpcHeader {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly sha3Uncles: Hex
  readonly miner: Hex
  readonly stateRoot: Hex
  readonly transactionsRoot: Hex
  readonly receiptsRoot: Hex
  readonly logsBloom: Hex
  readonly difficulty: Hex
  readonly gasLimit: Hex
  readonly gasUsed: Hex
  readonly timestamp: Hex
  readonly extraData: Hex
  readonly mixHash?: Hex
  readonly nonce?: Hex
  readonly baseFeePerGas?: Hex
  readonly withdrawalsRoot?: Hex
  readonly blobGasUsed?: Hex
  readonly excessBlobGas?: Hex
  readonly parentBeaconBlockRoot?: Hex
  readonly requestsHash?: Hex
  readonly [other: string]: unknown
}

export interface RpcBlock extends RpcHeader {
  readonly transactions: readonly RpcTransaction[]
  readonly uncles: readonly Hex[]
}

export interface RpcTransaction {
  readonly hash: Hex
  readonly nonce: Hex
  readonly blockHash: Hex | null
  readonly blockNumber: Hex | null
  readonly transactionIndex: Hex | null
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly gas: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly input: Hex
  readonly type?: Hex
  readonly [other: string]: unknown
}

export interface RpcLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly transactionIndex: Hex
  readonly logIndex: Hex
  readonly removed?: boolean
}

export interface RpcReceipt {
  readonly transactionHash: Hex
  readonly transactionIndex: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly cumulativeGasUsed: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice?: Hex
  readonly logs: readonly RpcLog[]
  readonly logsBloom: Hex
  readonly status?: Hex
  readonly root?: Hex
  readonly type?: Hex
  readonly [other: string]: unknown
}
