import type { Hex } from '../records/hex.ts'
import { bigintOfHex, hexOfNumber, MalformedHex } from './hex.ts'
import type { RpcReceipt, RpcTransaction } from './json-rpc.ts'
import { typeOf } from './transaction.ts'

/** Types 0 to 4 pay by Ethereum's rules; what other types pay only their chain knows. */
const LAST_ETHEREUM_TYPE = 4

/** What a transaction pays per gas, from its own fields; undefined where they do not tell. */
export const effectiveGasPrice = (transaction: RpcTransaction, baseFee: Hex | undefined): Hex | undefined => {
  const type = typeOf(transaction)
  if (type <= 1) return transaction.gasPrice
  if (type > LAST_ETHEREUM_TYPE || !baseFee || !transaction.maxFeePerGas || !transaction.maxPriorityFeePerGas) return undefined
  const cap = bigintOfHex(transaction.maxFeePerGas)
  const wanted = bigintOfHex(baseFee) + bigintOfHex(transaction.maxPriorityFeePerGas)
  return wanted < cap ? hexOfNumber(wanted) : transaction.maxFeePerGas
}

/** What was paid per gas: as the receipt says, and where an old node's receipt does not, by the transaction's own fields. */
export const pricePaid = (transaction: RpcTransaction, receipt: RpcReceipt, baseFee: Hex | undefined): bigint => {
  if (receipt.effectiveGasPrice) return bigintOfHex(receipt.effectiveGasPrice)
  const price = effectiveGasPrice(transaction, baseFee) ?? transaction.gasPrice
  if (price) return bigintOfHex(price)
  // Deposits and system calls may come without any price; of Ethereum's own types each has one, and 0 would be made up.
  if (typeOf(transaction) <= LAST_ETHEREUM_TYPE) throw new MalformedHex(price, `the price of transaction ${transaction.hash}`)
  return 0n
}
