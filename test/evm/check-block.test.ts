import { describe, expect, it } from 'vitest'
import { checkBlock } from '../../src/evm/check-block.ts'
import { shared } from '../shared.ts'
import { realBlock, realNumbers } from './blocks.ts'

describe.skipIf(!shared.present)('real mainnet blocks pass every check', () => {
  it.each(realNumbers)('block %i', (number) => {
    const { block, receipts } = realBlock(number)
    expect(checkBlock(block, receipts)).toEqual([])
  })
})
