import type { TokenText } from '../../records/block.ts'
import { transferColumns, transferExtendedColumns } from '../../records/columns.ts'
import type { TransferRow } from '../../records/rowset.ts'

/** What a record shows beside its row. */
interface TransferTexts {
  readonly functionName: string
  readonly token: TokenText
  readonly head: number
}

/** What stands in place of the input, which is not kept. */
export const deprecatedInput = 'deprecated'

type TransferColumn = (typeof transferColumns)[number]['name'] | (typeof transferExtendedColumns)[number]['name']

/** The value of each column, in plain code: what the WebAssembly encoder must agree with. */
const values: Readonly<Record<TransferColumn, (row: TransferRow, texts: TransferTexts) => string>> = {
  blockNumber: ({ block }) => String(block.number),
  timeStamp: ({ block }) => String(block.timestamp),
  hash: ({ transaction }) => transaction.hash,
  nonce: ({ transaction }) => String(transaction.nonce),
  blockHash: ({ block }) => block.hash,
  transactionIndex: ({ transaction }) => String(transaction.index),
  gas: ({ transaction }) => String(transaction.gas),
  gasPrice: ({ transaction }) => String(transaction.gasPrice),
  gasUsed: ({ transaction }) => String(transaction.gasUsed),
  cumulativeGasUsed: ({ transaction }) => String(transaction.cumulativeGasUsed),
  input: () => deprecatedInput,
  methodId: ({ transaction }) => transaction.methodId,
  functionName: (_, { functionName }) => functionName,
  contractAddress: ({ transfer }) => transfer.contract,
  from: ({ transfer }) => transfer.from,
  to: ({ transfer }) => transfer.to,
  tokenID: ({ transfer }) => String(transfer.tokenId),
  tokenValue: ({ transfer }) => String(transfer.value),
  tokenName: (_, { token }) => token.name,
  tokenSymbol: (_, { token }) => token.symbol,
  confirmations: ({ block }, { head }) => String(Math.max(0, head - block.number + 1)),
  logIndex: ({ transfer }) => String(transfer.logIndex),
  batchIndex: ({ transfer }) => String(transfer.batchIndex),
  operator: ({ transfer }) => transfer.operator,
}

/** A row as the record callers see, fields in the order of the column table. */
export const transferRecord = (row: TransferRow, texts: TransferTexts, extended: boolean): Record<string, string> => {
  const columns = extended ? [...transferColumns, ...transferExtendedColumns] : transferColumns
  return Object.fromEntries(columns.map(({ name }) => [name, values[name](row, texts)]))
}
