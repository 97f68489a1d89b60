import type { RewardRules } from '../chains/rules.ts'
import type { IndexedBlock, Transfer, TransferTransaction } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import { decodeTransfers } from './decode-transfers.ts'
import { pricePaid } from './gas-price.ts'
import { bigintOfHex, fixedHex, MalformedHex, numberOfHex } from './hex.ts'
import type { RpcBlock, RpcHeader, RpcLog, RpcReceipt, RpcTransaction } from './json-rpc.ts'
import { parliaPayoutMismatch } from './parlia.ts'
import { uncleRows, validatedBlock } from './reward.ts'

interface IndexInput {
  readonly block: RpcBlock
  readonly receipts: readonly RpcReceipt[]
  /** The headers of the block's uncles, in its order; needed only where `blocks` is set. */
  readonly uncles: readonly RpcHeader[]
  readonly rules: RewardRules
  /** What is indexed. */
  readonly transfers: boolean
  readonly blocks: boolean
}

interface IndexOutput {
  readonly block: IndexedBlock
  /** Logs with an ERC-1155 topic that follow no standard and gave no row. */
  readonly malformed: number
  /** Oddities an operator should see; the rows stand. */
  readonly warnings: readonly string[]
}

/**
 * Turns a block that passed `checkBlock` (and uncles that passed `checkUncles`) into its rows. Throws `SealError` or `UncleOutOfReach` where the chain's
 * rules do not hold for it, `MalformedHex` where a field is none: such a block must not be stored.
 */
export const toIndexedBlock = (input: IndexInput): IndexOutput => {
  const { block, rules } = input
  const paired = pairReceipts(block, input.receipts)
  const decoded = input.transfers ? transferTransactions(block, paired) : { transactions: [], malformed: 0 }
  const own = paired.filter((pair): pair is readonly [RpcTransaction, RpcReceipt] => pair[0] !== undefined)
  const validated = input.blocks ? validatedBlock(rules, block, own) : undefined
  const mismatch = validated && rules.payout === 'parlia' ? parliaPayoutMismatch(block, validated.tips) : undefined
  return {
    block: {
      number: numberOfHex(block.number),
      hash: fixedHex(block.hash, 32),
      parentHash: fixedHex(block.parentHash, 32),
      timestamp: numberOfHex(block.timestamp),
      transactions: decoded.transactions,
      ...(validated && { validated }),
      // Where the reward cannot be known, neither can that of its uncles.
      uncles: validated === undefined ? [] : uncleRows(rules, block, input.uncles),
    },
    malformed: decoded.malformed,
    warnings: mismatch === undefined ? [] : [mismatch],
  }
}

type Pair = readonly [transaction: RpcTransaction | undefined, receipt: RpcReceipt]

/** Each receipt with its transaction; pseudo-transactions of bor may have a receipt alone. */
const pairReceipts = (block: RpcBlock, receipts: readonly RpcReceipt[]): readonly Pair[] => {
  let byHash: Map<Hex, RpcTransaction> | undefined
  return receipts.map((receipt, index) => {
    const expected = block.transactions[index]
    if (expected?.hash === receipt.transactionHash) return [expected, receipt]
    byHash ??= new Map(block.transactions.map((transaction) => [transaction.hash, transaction]))
    return [byHash.get(receipt.transactionHash), receipt]
  })
}

const transferTransactions = (
  block: RpcBlock,
  pairs: readonly Pair[],
): { readonly transactions: readonly TransferTransaction[]; readonly malformed: number } => {
  const transactions: TransferTransaction[] = []
  let malformed = 0
  for (const [transaction, receipt] of pairs) {
    const decoded = transfersOf(receipt.logs)
    malformed += decoded.malformed
    if (decoded.transfers.length > 0) transactions.push(transferTransaction(transaction, receipt, block.baseFeePerGas, decoded.transfers))
  }
  return { transactions: transactions.sort((a, b) => a.index - b.index), malformed }
}

/** The transfers of logs, and how many carried the topic but gave none. */
const transfersOf = (logs: readonly RpcLog[]): { readonly transfers: readonly Transfer[]; readonly malformed: number } => {
  let transfers: Transfer[] | undefined
  let malformed = 0
  for (const log of logs) {
    const decoded = decodeTransfers(log)
    if (decoded === undefined) continue
    if (decoded === 'malformed') malformed++
    else {
      transfers ??= []
      // One by one: a batch may hold more pairs than a call takes arguments.
      for (const transfer of decoded) transfers.push(transfer)
    }
  }
  return { transfers: transfers ?? [], malformed }
}

/** The part of a transfer row that is its transaction's. */
const transferTransaction = (
  transaction: RpcTransaction | undefined,
  receipt: RpcReceipt,
  baseFee: Hex | undefined,
  transfers: readonly Transfer[],
): TransferTransaction => ({
  hash: fixedHex(receipt.transactionHash, 32),
  index: numberOfHex(receipt.transactionIndex),
  nonce: transaction ? bigintOfHex(transaction.nonce) : 0n,
  gas: transaction ? bigintOfHex(transaction.gas) : 0n,
  gasPrice: transaction ? pricePaid(transaction, receipt, baseFee) : 0n,
  gasUsed: bigintOfHex(receipt.gasUsed),
  cumulativeGasUsed: bigintOfHex(receipt.cumulativeGasUsed),
  methodId: transaction ? methodIdOf(transaction.input) : '0x',
  transfers,
})

const SELECTOR_LENGTH = '0x12345678'.length

const methodIdOf = (input: unknown): Hex => {
  if (typeof input !== 'string' || !/^0x(?:[0-9a-fA-F]{2}){0,4}/.test(input)) throw new MalformedHex(input, 'the input of a transaction')
  return input.slice(0, SELECTOR_LENGTH).toLowerCase() as Hex
}
