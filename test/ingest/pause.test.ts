import { describe, expect, it } from 'vitest'
import { mapBounded } from '../../src/ingest/concurrent.ts'
import { createBell, createLock, pause } from '../../src/ingest/pause.ts'

const never = new AbortController().signal
const farMs = 60_000

describe('a bell', () => {
  it('wakes who waits', async () => {
    const bell = createBell()
    const waited = bell.wait(farMs, never)
    bell.ring()
    await expect(waited).resolves.toBeUndefined()
  })
  it('keeps a ring nobody waited for', async () => {
    const bell = createBell()
    bell.ring()
    await expect(bell.wait(farMs, never)).resolves.toBeUndefined()
  })
  it('wakes at the signal', async () => {
    const end = new AbortController()
    const waited = createBell().wait(farMs, end.signal)
    end.abort()
    await expect(waited).resolves.toBeUndefined()
  })
})

it('a pause ends at a signal that was given before it began', async () => {
  await expect(pause(farMs, AbortSignal.abort())).resolves.toBeUndefined()
})

it('a lock runs one piece of work at a time, also after one failed', async () => {
  const lock = createLock()
  const order: string[] = []
  const work = (name: string, fails: boolean) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
    if (fails) throw new Error(name)
  }
  const first = lock(work('first', true))
  const second = lock(work('second', false))
  await expect(first).rejects.toThrow('first')
  await second
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

describe('bounded concurrency', () => {
  it('keeps the order and never exceeds the bound', async () => {
    let running = 0
    let most = 0
    const results = await mapBounded([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      return item * 2
    })
    expect(results).toEqual([2, 4, 6, 8, 10, 12, 14])
    expect(most).toBe(3)
  })
  it('starts nothing more once one failed', async () => {
    const begun: number[] = []
    const all = mapBounded([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item)
      if (item === 1) throw new Error('one')
      await Promise.resolve()
    })
    await expect(all).rejects.toThrow('one')
    expect(begun.length).toBeLessThan(4)
  })
})
