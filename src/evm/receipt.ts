import type { Hex } from '../records/hex.ts'
import { bloomOfLogs, clearSummedBloom, summedBloom } from './bloom.ts'
import { MalformedHex } from './hex.ts'
import type { RpcLog, RpcReceipt } from './json-rpc.ts'
import { hashing, place } from './memory.ts'
import { orderedTrieRoot } from './ordered-trie.ts'
import { closeList, mark, writeByte, writeHex, writeQuantity, writeRaw, writtenAt } from './rlp.ts'
import { typeOf, UnknownTransactionType } from './transaction.ts'

/** OP stack: its receipts carry the deposit's nonce. */
const DEPOSIT_TYPE = 0x7e
/** Ethereum's own types up to EIP-7702. */
const LAST_ETHEREUM_TYPE = 4

/** Writes the receipt as it stands in the trie. */
export const writeReceipt = (receipt: RpcReceipt, type = typeOf(receipt)): void => {
  if (type > LAST_ETHEREUM_TYPE && type !== DEPOSIT_TYPE)
    throw new UnknownTransactionType(`the encoding of receipt type 0x${type.toString(16)} is not known`)
  const end = mark()
  if (type === DEPOSIT_TYPE) writeDepositTail(receipt)
  writeLogs(receipt.logs)
  writeBloom(receipt.logsBloom ?? bloomOfLogs(receipt.logs))
  writeQuantity(receipt.cumulativeGasUsed)
  // Before Byzantium the state after the transaction stood where its success stands since.
  if (receipt.status === undefined || receipt.status === null) writeHex(receipt.root)
  else writeQuantity(receipt.status)
  closeList(end)
  if (type !== 0) writeByte(type)
}

/** Writes a receipt's bloom and adds it to the sum of the block. */
const writeBloom = (bloom: Hex): void => {
  if (writeRaw(bloom) !== 256) throw new MalformedHex(bloom, 'a bloom of 256 bytes')
  hashing.orBloom(writtenAt(), place.bloom)
  writeByte(0x00)
  writeByte(0x01)
  writeByte(0xb9) // a string of 0x0100 bytes
}

/** From Canyon on, marked by a receipt version, nonce and version are part of what is hashed. */
const writeDepositTail = (receipt: RpcReceipt): void => {
  const version = receipt['depositReceiptVersion']
  if (version === undefined || version === null) return
  writeQuantity(version)
  writeQuantity(receipt['depositNonce'])
}

const writeLogs = (logs: readonly RpcLog[]): void => {
  const end = mark()
  for (let i = logs.length - 1; i >= 0; i--) writeLog(logs[i] as RpcLog)
  closeList(end)
}

const writeLog = (log: RpcLog): void => {
  const end = mark()
  writeHex(log.data)
  const topicsEnd = mark()
  for (let i = log.topics.length - 1; i >= 0; i--) writeHex(log.topics[i])
  closeList(topicsEnd)
  writeHex(log.address)
  closeList(end)
}

/** The root over a block's receipts, and the sum of their blooms. `types` are the transactions', for nodes whose receipts do not say. */
export const receiptsRootAndBloom = (
  receipts: readonly RpcReceipt[],
  types?: readonly number[],
): { readonly root: Hex; readonly bloom: Hex } => {
  clearSummedBloom()
  const root = orderedTrieRoot(receipts.length, (index) => writeReceipt(receipts[index] as RpcReceipt, types?.[index]))
  return { root, bloom: summedBloom() }
}

export const receiptsRoot = (receipts: readonly RpcReceipt[]): Hex => receiptsRootAndBloom(receipts).root
