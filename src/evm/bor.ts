import type { Hex } from '../records/hex.ts'
import { fixedHex, numberOfHex } from './hex.ts'
import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from './json-rpc.ts'
import { keccak256Hex } from './keccak.ts'

/**
 * bor (Polygon) books what arrives from the chain below in a pseudo-transaction that is no part of the block: nodes show it after the block's own
 * transactions, or only its receipt, or not at all. Its hash is made from the block's number and hash.
 */
export const stateSyncHash = (header: RpcHeader): Hex => {
  const number = numberOfHex(header.number).toString(16).padStart(16, '0')
  return keccak256Hex(`0x${Buffer.from('matic-bor-receipt-').toString('hex')}${number}${fixedHex(header.hash, 32).slice(2)}`)
}

/** The transactions and receipts that a header's roots cover. */
export interface OwnPart {
  readonly transactions: readonly RpcTransaction[]
  readonly receipts: readonly RpcReceipt[]
}

/** Without the pseudo-transaction, which only some nodes show. */
export const ownTransactions = (block: RpcBlock): readonly RpcTransaction[] => {
  const pseudo = stateSyncHash(block)
  return block.transactions.filter((transaction) => transaction.hash !== pseudo)
}

/** Leaves out the pseudo-transaction, and receipts of transactions the block does not list. */
export const ownPart = (block: RpcBlock, receipts: readonly RpcReceipt[]): OwnPart => {
  const transactions = ownTransactions(block)
  const listed = new Set<string>(transactions.map((transaction) => transaction.hash))
  return { transactions, receipts: receipts.filter((receipt) => listed.has(receipt.transactionHash)) }
}
