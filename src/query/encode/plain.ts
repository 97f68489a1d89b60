import type { TokenText } from '../../records/block.ts'
import { readRowset, type TransferRow } from '../../records/rowset.ts'
import { successHead, successTail } from '../envelope.ts'
import type { EncodedPage, PageEncoder, TokenLookup, TransferPage } from './page-encoder.ts'
import { transferRecord } from './transfer-record.ts'

const noText: TokenText = { name: '', symbol: '' }

/** The encoder in plain code: some forty times slower, for machines without WebAssembly SIMD, and what tests hold the other one to. */
export const plainEncoder = (functionNames: ReadonlyMap<string, string>): PageEncoder => ({
  open: (page) => {
    const rows: TransferRow[] = []
    return {
      take: (rowset, first, count, step) => {
        const all = readRowset(rowset)
        for (let taken = 0; taken < count; taken++) {
          const row = all[first + taken * step]
          if (row === undefined) throw new RangeError(`a page asks for row ${first + taken * step} of a row set of ${all.length}`)
          rows.push(row)
        }
      },
      finish: async (tokenOf) => encode(page, rows, functionNames, await tokensOf(rows, tokenOf)),
      abandon: () => {},
    }
  },
})

const tokensOf = async (rows: readonly TransferRow[], tokenOf: TokenLookup): Promise<ReadonlyMap<string, TokenText>> => {
  const tokens = new Map<string, TokenText>()
  for (const { transfer } of rows)
    if (!tokens.has(transfer.contract)) tokens.set(transfer.contract, (await tokenOf(transfer.contract)) ?? noText)
  return tokens
}

const encode = (
  { head, extended }: TransferPage,
  rows: readonly TransferRow[],
  functionNames: ReadonlyMap<string, string>,
  tokens: ReadonlyMap<string, TokenText>,
): EncodedPage => {
  const records = rows.map((row) => {
    const functionName = functionNames.get(row.transaction.methodId) ?? ''
    const token = tokens.get(row.transfer.contract) ?? noText
    return JSON.stringify(transferRecord(row, { functionName, token, head }, extended))
  })
  const body = Buffer.from(successHead + records.join(',') + successTail)
  return { body: [body], bytes: body.length, release: () => {} }
}
