import type { Quirk } from '../chains/port.ts'
import type { Hex } from '../records/hex.ts'
import { addToBloom } from './bloom.ts'
import { type OwnPart, ownPart } from './bor.ts'
import { effectiveGasPrice } from './gas-price.ts'
import { headerHash } from './header.ts'
import { hexOfNumber, numberOfHex } from './hex.ts'
import type { RpcBlock, RpcHeader, RpcLog, RpcReceipt, RpcTransaction } from './json-rpc.ts'
import { receiptsRootAndBloom } from './receipt.ts'
import { transactionHash, transactionsRoot, typeOf, UnknownTransactionType } from './transaction.ts'
import { emptyUnclesHash } from './uncles.ts'

export type Check =
  | 'shape'
  | 'header-hash'
  | 'uncles'
  | 'transaction-hash'
  | 'transactions-root'
  | 'receipts-root'
  | 'bloom'
  | 'count'
  | 'cross-reference'
  | 'log-order'
  | 'gas'
  | 'price'

interface CheckFailure {
  readonly check: Check
  /** What was expected and what was found. */
  readonly message: string
}

/** More failures than this say nothing new of one block. */
const MAX_FAILURES = 16

type Report = (check: Check, message: string) => void

/**
 * Checks a block and its receipts against the block's own hash: everything a stored row is made of is either hashed into it or follows from what is.
 * Not checked, because nothing stored depends on it: the sender (`from`), total difficulty, size, withdrawals. Parent links are the caller's to check.
 */
export const checkBlock = (block: RpcBlock, receipts: readonly RpcReceipt[], quirks: readonly Quirk[] = []): readonly CheckFailure[] => {
  const failures: CheckFailure[] = []
  const report: Report = (check, message) => {
    if (failures.length < MAX_FAILURES) failures.push({ check, message })
  }
  const guarded = (check: Check, work: () => void): void => {
    try {
      work()
    } catch (error) {
      report(check, error instanceof Error ? error.message : String(error))
    }
  }
  const has = (quirk: Quirk): boolean => quirks.includes(quirk)
  if (!isShaped(block, receipts)) return [{ check: 'shape', message: 'the block or its receipts lack the lists or fields every block has' }]

  const own: OwnPart = has('receipts-beyond-transactions') ? ownPart(block, receipts) : { transactions: block.transactions, receipts }
  if (!has('header-hash-not-recomputable')) {
    guarded('header-hash', () => checkHeaderHash(block, has('miner-shown-differs'), report))
    guarded('uncles', () => checkUncleList(block, report))
  }
  guarded('count', () => {
    if (own.receipts.length !== own.transactions.length)
      report('count', `${own.transactions.length} transactions but ${own.receipts.length} receipts`)
  })
  if (has('transactions-root-not-recomputable')) guarded('transaction-hash', () => checkKnownHashes(own.transactions, report))
  else guarded('transactions-root', () => checkTransactions(block, own.transactions, report))
  guarded('receipts-root', () => checkReceipts(block, own, has, report))
  guarded('cross-reference', () => checkTransactionReferences(block, report))
  guarded('cross-reference', () => checkReceiptReferences(block, own, receipts, report))
  guarded('log-order', () => checkLogs(block, own.receipts, report))
  if (own.receipts.length < receipts.length) guarded('log-order', () => checkLogsBeyond(block, own, receipts, report))
  if (!has('gas-sums-not-recomputable')) guarded('gas', () => checkGas(block, own.receipts, report))
  if (!has('price-not-recomputable')) guarded('price', () => checkPrices(block, own, report))
  return failures
}

const isShaped = (block: RpcBlock, receipts: readonly RpcReceipt[]): boolean =>
  Array.isArray(block?.transactions) &&
  Array.isArray(receipts) &&
  block.transactions.every((transaction) => typeof transaction === 'object' && transaction !== null) &&
  receipts.every(
    (receipt) =>
      typeof receipt === 'object' &&
      receipt !== null &&
      Array.isArray(receipt.logs) &&
      receipt.logs.every((log: RpcLog) => typeof log === 'object' && log !== null && Array.isArray(log.topics)),
  )

const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'

const checkHeaderHash = (block: RpcHeader, minerShownDiffers: boolean, report: Report): void => {
  const found = headerHash(block)
  if (found === block.hash) return
  if (minerShownDiffers && headerHash({ ...block, miner: zeroAddress }) === block.hash) return
  report('header-hash', `the header's fields hash to ${found}, the block says ${block.hash}`)
}

const checkUncleList = (block: RpcBlock, report: Report): void => {
  const named = block.uncles?.length ?? 0
  if ((named === 0) !== (block.sha3Uncles === emptyUnclesHash))
    report('uncles', `${named} uncles are named, but sha3Uncles is ${block.sha3Uncles}`)
}

const checkTransactions = (block: RpcBlock, transactions: readonly RpcTransaction[], report: Report): void => {
  const root = transactionsRoot(transactions, (index, hash) => {
    if (hash !== transactions[index]?.hash)
      report('transaction-hash', `transaction ${index} hashes to ${hash}, the block says ${transactions[index]?.hash}`)
  })
  if (root !== block.transactionsRoot)
    report('transactions-root', `the transactions give root ${root}, the header has ${block.transactionsRoot}`)
}

/** Where the root cannot be recomputed, the hashes of the types that are known still can. */
const checkKnownHashes = (transactions: readonly RpcTransaction[], report: Report): void => {
  transactions.forEach((transaction, index) => {
    try {
      const hash = transactionHash(transaction)
      if (hash !== transaction.hash)
        report('transaction-hash', `transaction ${index} hashes to ${hash}, the block says ${transaction.hash}`)
    } catch (error) {
      if (!(error instanceof UnknownTransactionType)) throw error
    }
  })
}

const checkReceipts = (block: RpcBlock, own: OwnPart, has: (quirk: Quirk) => boolean, report: Report): void => {
  let bloom: Hex
  if (has('receipts-root-not-recomputable')) {
    if (has('bloom-not-recomputable')) return
    const sum = Buffer.alloc(256)
    for (const receipt of own.receipts) addToBloom(sum, receipt.logs)
    bloom = `0x${sum.toString('hex')}`
  } else {
    // Each receipt's own bloom is under the root like its logs: their sum stands for the logs'.
    const found = receiptsRootAndBloom(
      own.receipts,
      own.receipts.map(({ type }, index) => typeOf({ type: type ?? own.transactions[index]?.type ?? null })),
    )
    if (found.root !== block.receiptsRoot)
      report('receipts-root', `the receipts give root ${found.root}, the header has ${block.receiptsRoot}`)
    bloom = found.bloom
  }
  if (bloom !== block.logsBloom && !has('bloom-not-recomputable'))
    report('bloom', `the bloom of the receipts differs from the header's: ${differing(bloom, block.logsBloom)}`)
}

const differing = (found: Hex, expected: Hex): string => {
  let at = 0
  while (at < found.length && found[at] === expected?.[at]) at++
  return `first at digit ${at - 2}, ${found[at]} instead of ${expected?.[at]}`
}

/** Quantities are equal as texts almost always; only where they are not is it worth reading them. */
const sameQuantity = (found: unknown, expected: Hex): boolean =>
  found === expected || (typeof found === 'string' && numberOfHex(found) === numberOfHex(expected))

const checkTransactionReferences = (block: RpcBlock, report: Report): void => {
  block.transactions.forEach((transaction, index) => {
    const where = `transaction ${index}`
    if (transaction.blockHash !== block.hash)
      report('cross-reference', `${where} names block ${transaction.blockHash}, it is in ${block.hash}`)
    if (!sameQuantity(transaction.blockNumber, block.number))
      report('cross-reference', `${where} names block number ${transaction.blockNumber}, it is in ${block.number}`)
    if (!sameQuantity(transaction.transactionIndex, hexOfNumber(index)))
      report('cross-reference', `${where} says its index is ${transaction.transactionIndex}`)
  })
}

const checkReceiptReferences = (block: RpcBlock, own: OwnPart, receipts: readonly RpcReceipt[], report: Report): void => {
  own.receipts.forEach((receipt, index) => {
    const transaction = own.transactions[index]
    const where = `receipt ${index}`
    if (transaction !== undefined && receipt.transactionHash !== transaction.hash)
      report('cross-reference', `${where} names transaction ${receipt.transactionHash}, expected ${transaction.hash}`)
    if (transaction !== undefined && !sameQuantity(receipt.transactionIndex, transaction.transactionIndex ?? hexOfNumber(index)))
      report('cross-reference', `${where} says its index is ${receipt.transactionIndex}`)
  })
  for (const receipt of receipts) {
    if (receipt.blockHash !== block.hash)
      report('cross-reference', `the receipt of ${receipt.transactionHash} names block ${receipt.blockHash}, expected ${block.hash}`)
    if (!sameQuantity(receipt.blockNumber, block.number))
      report(
        'cross-reference',
        `the receipt of ${receipt.transactionHash} names block number ${receipt.blockNumber}, expected ${block.number}`,
      )
  }
}

const checkLogs = (block: RpcBlock, receipts: readonly RpcReceipt[], report: Report): void => {
  let next = 0
  for (const receipt of receipts) {
    for (const log of receipt.logs) {
      if (!sameQuantity(log.logIndex, hexOfNumber(next))) report('log-order', `log ${next} of the block says its index is ${log.logIndex}`)
      checkLogReferences(block, receipt, log, next, report)
      next++
    }
  }
}

/** Receipts that no transaction of the block has are under no root: that their logs name their own block and receipt is all there is to check. */
const checkLogsBeyond = (block: RpcBlock, own: OwnPart, receipts: readonly RpcReceipt[], report: Report): void => {
  const listed = new Set(own.receipts)
  for (const receipt of receipts) {
    if (listed.has(receipt)) continue
    let last = -1
    for (const log of receipt.logs) {
      const index = numberOfHex(log.logIndex)
      if (index <= last) report('log-order', `log ${index} of the receipt of ${receipt.transactionHash} follows log ${last}`)
      checkLogReferences(block, receipt, log, index, report)
      last = index
    }
  }
}

const checkLogReferences = (block: RpcBlock, receipt: RpcReceipt, log: RpcLog, index: number, report: Report): void => {
  if (log.blockHash !== block.hash) report('cross-reference', `log ${index} names block ${log.blockHash}, expected ${block.hash}`)
  if (!sameQuantity(log.blockNumber, block.number))
    report('cross-reference', `log ${index} names block number ${log.blockNumber}, expected ${block.number}`)
  if (log.transactionHash !== receipt.transactionHash)
    report('cross-reference', `log ${index} names transaction ${log.transactionHash}, expected ${receipt.transactionHash}`)
  if (!sameQuantity(log.transactionIndex, receipt.transactionIndex))
    report('cross-reference', `log ${index} names transaction index ${log.transactionIndex}, expected ${receipt.transactionIndex}`)
  if (log.removed === true) report('cross-reference', `log ${index} is marked as removed from the chain`)
}

const checkGas = (block: RpcBlock, receipts: readonly RpcReceipt[], report: Report): void => {
  let sum = 0
  receipts.forEach((receipt, index) => {
    sum += numberOfHex(receipt.gasUsed)
    if (sum !== numberOfHex(receipt.cumulativeGasUsed))
      report('gas', `receipt ${index} says ${Number(receipt.cumulativeGasUsed)} gas was used so far, the receipts up to it sum to ${sum}`)
  })
  if (sum !== numberOfHex(block.gasUsed)) report('gas', `the receipts used ${sum} gas, the header says ${Number(block.gasUsed)}`)
}

const checkPrices = (block: RpcBlock, own: OwnPart, report: Report): void => {
  own.receipts.forEach((receipt, index) => {
    const transaction = own.transactions[index]
    if (receipt.effectiveGasPrice === undefined || receipt.effectiveGasPrice === null || transaction === undefined) return
    const expected = effectiveGasPrice(transaction, block.baseFeePerGas)
    if (expected !== undefined && !samePrice(receipt.effectiveGasPrice, expected))
      report(
        'price',
        `receipt ${index} says ${BigInt(receipt.effectiveGasPrice)} wei were paid per gas, the transaction's fields give ${BigInt(expected)}`,
      )
  })
}

const samePrice = (found: Hex, expected: Hex): boolean => found === expected || BigInt(found) === BigInt(expected)
