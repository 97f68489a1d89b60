import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blockColumns, transferColumns } from '../src/records/columns.ts'
import { shared } from './shared.ts'

/** The names in the first column of the table that follows a heading of the specification. */
const fieldsUnder = (heading: string): string[] => {
  const [, section = ''] = readFileSync(new URL('spec/seed.md', shared.folder), 'utf8').split(heading)
  const [, table = ''] = /\n(\|[\s\S]*?)\n\n/.exec(section) ?? []
  return table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|')[1]?.trim() ?? '')
}

describe.skipIf(!shared.present)('the column tables are the specification’s records, field for field and in order', () => {
  it('transfers', () => {
    expect(transferColumns.map((column) => column.name)).toEqual(fieldsUnder('### 2.2 '))
  })
  it('validated blocks', () => {
    expect(blockColumns.map((column) => column.name)).toEqual(fieldsUnder('### 2.3 '))
  })
})
