import type { FilterField } from '../parts/filters.tsx'
import { readAddress } from './address.ts'

const block = (value: string): string | undefined =>
  value === '' || value === 'latest' || /^\d{1,15}$/.test(value) ? undefined : 'A block number, or latest.'
const tokenId = (value: string): string | undefined =>
  value === '' || /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value) ? undefined : 'A number, decimal or 0x…'
const address = (value: string): string | undefined => {
  const read = readAddress(value)
  return read.kind === 'wrong' ? read.reason : undefined
}

const range: readonly FilterField[] = [
  { name: 'first', label: 'From block', hint: '0', check: block },
  { name: 'last', label: 'To block', hint: 'latest', check: block },
]
const token: FilterField = { name: 'tokenid', label: 'Token id', hint: 'any', check: tokenId }

export const accountFilters: readonly FilterField[] = [
  { name: 'contract', label: 'Contract', hint: 'any', check: address },
  token,
  {
    name: 'direction',
    label: 'Direction',
    choices: [
      ['', 'in and out'],
      ['in', 'in'],
      ['out', 'out'],
    ],
  },
  ...range,
]
export const contractFilters: readonly FilterField[] = [token, ...range]
export const blockFilters: readonly FilterField[] = [
  {
    name: 'kind',
    label: 'Show',
    choices: [
      ['', 'blocks'],
      ['uncles', 'uncles'],
    ],
  },
  ...range,
]
