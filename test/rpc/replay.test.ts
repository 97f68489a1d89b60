import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shared } from '../shared.ts'
import { client, collect } from './client-fixture.ts'
import { startReplayNode } from './replay.ts'

describe.skipIf(!shared.present)('real mainnet blocks', () => {
  let node: Awaited<ReturnType<typeof startReplayNode>>
  beforeAll(async () => {
    node = await startReplayNode('--from', '14000000', '--to', '14000012')
  })
  afterAll(() => node.close())

  it('arrive whole, in order, linked by their hashes', async () => {
    const chain = client([node.url])
    const blocks = await collect(chain.blocks(14_000_000, 14_000_012))
    expect(blocks.map(({ value }) => Number(value.block.number))).toEqual(Array.from({ length: 13 }, (_, index) => 14_000_000 + index))
    expect(blocks.every(({ value }, index) => index === 0 || value.block.parentHash === blocks[index - 1]?.value.block.hash)).toBe(true)
    expect(blocks.every(({ value }) => value.receipts.length === value.block.transactions.length)).toBe(true)
  })

  it('arrive one by hash with the same receipts as by number', async () => {
    const chain = client([node.url])
    const byNumber = await chain.block(14_000_003)
    const byHash = await chain.block(byNumber.value.block.hash)
    expect(byHash.value).toEqual(byNumber.value)
  })
})
