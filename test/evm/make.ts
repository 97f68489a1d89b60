import type { RpcBlock, RpcHeader, RpcLog, RpcReceipt, RpcTransaction } from '../../src/evm/json-rpc.ts'
import { emptyUnclesHash } from '../../src/evm/uncles.ts'
import type { Hex } from '../../src/records/hex.ts'

/** Parts of blocks for tests of rules: only what a test names differs from an empty block. */
export const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`
export const addressOf = (byte: number): Hex => `0x${byte.toString(16).padStart(2, '0').repeat(20)}`
export const hashOf = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`

const emptyRoot: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

export const headerOf = (fields: Partial<RpcHeader> & { readonly [other: string]: unknown }): RpcHeader => ({
  number: '0x1',
  hash: hashOf(1),
  parentHash: hashOf(0),
  sha3Uncles: emptyUnclesHash,
  miner: addressOf(0xaa),
  stateRoot: emptyRoot,
  transactionsRoot: emptyRoot,
  receiptsRoot: emptyRoot,
  logsBloom: `0x${'00'.repeat(256)}`,
  difficulty: '0x2',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  timestamp: '0x5f5e100',
  extraData: '0x',
  mixHash: hashOf(0),
  nonce: '0x0000000000000000',
  ...fields,
})

export const blockOf = (fields: Partial<RpcBlock> & { readonly [other: string]: unknown }): RpcBlock => ({
  ...headerOf(fields),
  transactions: fields.transactions ?? [],
  uncles: fields.uncles ?? [],
})

export const transactionOf = (
  index: number,
  fields: Partial<RpcTransaction> & { readonly [other: string]: unknown } = {},
): RpcTransaction => ({
  hash: hashOf(1000 + index),
  nonce: '0x0',
  blockHash: hashOf(1),
  blockNumber: '0x1',
  transactionIndex: hex(index),
  from: addressOf(1),
  to: addressOf(2),
  value: '0x0',
  gas: '0x5208',
  gasPrice: '0x0',
  input: '0x',
  type: '0x0',
  ...fields,
})

export const receiptOf = (index: number, fields: Partial<RpcReceipt> & { readonly [other: string]: unknown } = {}): RpcReceipt => ({
  transactionHash: hashOf(1000 + index),
  transactionIndex: hex(index),
  blockHash: hashOf(1),
  blockNumber: '0x1',
  cumulativeGasUsed: '0x5208',
  gasUsed: '0x5208',
  logs: [] as readonly RpcLog[],
  logsBloom: `0x${'00'.repeat(256)}`,
  status: '0x1',
  type: '0x0',
  ...fields,
})
