import { describe, expect, it } from 'vitest'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import { systemClock } from '../../src/rpc/clock.ts'
import type { ChainClient, Sourced } from '../../src/rpc/port.ts'
import { client, node } from './client-fixture.ts'
import { sampleBlock } from './scripted-node.ts'

/** Follows until the condition holds; the heads seen by then. */
const heads = async (
  chain: ChainClient,
  enough: (seen: readonly Sourced<RpcHeader>[]) => boolean,
): Promise<readonly Sourced<RpcHeader>[]> => {
  const seen: Sourced<RpcHeader>[] = []
  await new Promise<void>((resolve) => {
    const stop = chain.follow((head) => {
      seen.push(head)
      if (!enough(seen)) return
      stop()
      resolve()
    })
  })
  return seen
}

describe('following by polling', () => {
  it('announces each new head once', async () => {
    const one = await node({ head: 10 })
    one.script = (_, request) => {
      if (request % 3 === 0) one.head++
      return undefined
    }
    const seen = await heads(client([one.url]), (all) => all.length === 5)
    const numbers = seen.map(({ value }) => Number(value.number))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
  it('announces another block of the same height', async () => {
    const one = await node({ head: 10 })
    one.script = (_, request) => {
      if (request === 6) one.branch = { from: 9, name: 2 }
      return undefined
    }
    const seen = await heads(client([one.url]), (all) => all.length === 2)
    expect(seen.map(({ value }) => value.hash)).toEqual([sampleBlock(10).block.hash, sampleBlock(10, 2).block.hash])
  })
  it('does not go back and forth between endpoints of different heights', async () => {
    const low = await node({ head: 5 })
    const high = await node({ head: 20 })
    high.script = (_, request) => {
      if (request > 30) high.head = 21
      return undefined
    }
    const seen = await heads(client([low.url, high.url]), (all) => Number(all.at(-1)?.value.number) === 21)
    expect(seen.map(({ value }) => Number(value.number)).filter((number) => number !== 5)).toEqual([20, 21])
  })
  it('survives an endpoint that breaks', async () => {
    const broken = await node({ head: 20 })
    broken.script = (_, request) => (request > 4 ? { drop: true } : undefined)
    const sound = await node({ head: 10 })
    sound.script = (_, request) => {
      if (request > 5) sound.head = 30
      return undefined
    }
    const seen = await heads(client([broken.url, sound.url]), (all) => Number(all.at(-1)?.value.number) === 30)
    expect(seen.at(-1)?.source).toBe(1)
  })
  it('asks no more after it was ended', async () => {
    const one = await node()
    const chain = client([one.url], { clock: systemClock })
    await heads(chain, () => true)
    const asked = one.requests.length
    await chain.block(3)
    await chain.block(6)
    expect(one.requests.length).toBeLessThanOrEqual(asked + 3)
  })
})
