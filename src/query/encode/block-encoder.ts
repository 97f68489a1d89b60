import { blockColumns, blockExtendedColumns, uncleExtendedColumns } from '../../records/columns.ts'
import type { BlockRow, UncleRow } from '../../store/port.ts'
import { successHead, successTail } from '../envelope.ts'

type Values<Row, Name extends string> = Readonly<Record<Name, (row: Row) => string>>
type BaseColumn = (typeof blockColumns)[number]['name']

const blockValues: Values<BlockRow, BaseColumn | (typeof blockExtendedColumns)[number]['name']> = {
  blockNumber: (row) => String(row.number),
  timeStamp: (row) => String(row.timestamp),
  blockReward: (row) => String(row.staticReward + row.inclusionReward + row.tips),
  blockHash: (row) => row.hash,
  producer: (row) => row.producer,
  feeRecipient: (row) => row.feeRecipient,
  staticReward: (row) => String(row.staticReward),
  inclusionReward: (row) => String(row.inclusionReward),
  tips: (row) => String(row.tips),
  burnt: (row) => String(row.burnt),
  transactionCount: (row) => String(row.transactionCount),
}

const uncleValues: Values<UncleRow, BaseColumn | (typeof uncleExtendedColumns)[number]['name']> = {
  blockNumber: (row) => String(row.number),
  timeStamp: (row) => String(row.timestamp),
  blockReward: (row) => String(row.reward),
  uncleHash: (row) => row.hash,
  miner: (row) => row.miner,
  includingBlock: (row) => String(row.includingBlock),
  depth: (row) => String(row.includingBlock - row.number),
}

/** Numbers and hexadecimal need no escaping: a row is joined from its values and the texts between them. */
const rowEncoder = <Row, Name extends string>(names: readonly Name[], values: Values<Row, Name>): ((row: Row) => string) => {
  const fields = names.map((name, index) => ({ before: `${index === 0 ? '{' : '",'}"${name}":"`, value: values[name] }))
  return (row) => {
    let text = ''
    for (const { before, value } of fields) text += before + value(row)
    return `${text}"}`
  }
}

const names = <Name extends string>(columns: readonly { readonly name: Name }[]): Name[] => columns.map(({ name }) => name)

export const blockRowText = rowEncoder(names(blockColumns), blockValues)
export const blockRowTextExtended = rowEncoder(names([...blockColumns, ...blockExtendedColumns]), blockValues)
export const uncleRowText = rowEncoder(names(blockColumns), uncleValues)
export const uncleRowTextExtended = rowEncoder(names([...blockColumns, ...uncleExtendedColumns]), uncleValues)

/** The body of a page of rows in text: a 10,000-row page is 1 to 4 MB. */
export const blockBody = (rows: readonly string[]): Buffer => Buffer.from(successHead + rows.join(',') + successTail, 'latin1')
