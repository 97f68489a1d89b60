import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type KeyRecord, type Keyring, openKeyring } from '../../src/access/keyring.ts'
import { dayMs, type Limiter } from '../../src/access/limiter.ts'
import { openLocalLimiter } from '../../src/access/local-limiter.ts'
import { build } from '../built.ts'
import { testFolder } from '../folder.ts'

const noon = 20_000 * dayMs + dayMs / 2

interface Opened {
  readonly keyring: Keyring
  readonly limiter: Limiter
  readonly key: (perSecond: number, perDay: number) => KeyRecord
}

const opened = (folder: string, now: () => number): Opened => {
  const keyring = openKeyring(folder)
  const limiter = openLocalLimiter(folder, keyring, now)
  let open = true
  const close = async (): Promise<void> => {
    if (open) await limiter.close().then(() => keyring.close())
    open = false
  }
  onTestFinished(close)
  return {
    keyring,
    limiter: { ...limiter, close },
    key: (perSecond, perDay) => keyring.create({ name: 'k', perSecond, perDay, expiresAt: null }).record,
  }
}

const takes = (limiter: Limiter, key: KeyRecord, times: number): readonly unknown[] =>
  Array.from({ length: times }, () => limiter.take(key, 'source', false))

describe('the limits of a key on one machine', () => {
  it('lets exactly its calls of a second through, and as many in the next', () => {
    let now = noon
    const { limiter, key } = opened(testFolder(), () => now)
    const record = key(3, 0)
    expect(takes(limiter, record, 5)).toEqual(['ok', 'ok', 'ok', 'second', 'second'])
    now += 999
    expect(takes(limiter, record, 1)).toEqual(['second'])
    now += 1
    expect(takes(limiter, record, 4)).toEqual(['ok', 'ok', 'ok', 'second'])
  })

  it('lets exactly its calls of a day through, counting none that was refused', () => {
    let now = noon
    const { limiter, key } = opened(testFolder(), () => now)
    const record = key(2, 3)
    expect(takes(limiter, record, 3)).toEqual(['ok', 'ok', 'second'])
    now += 1000
    expect(takes(limiter, record, 3)).toEqual(['ok', 'day', 'second'])
    expect(limiter.today(record.id)).toBe(3)
    now = 20_001 * dayMs
    expect(takes(limiter, record, 1)).toEqual(['ok'])
    expect(limiter.history(record.id, 7)).toEqual([
      { day: 20_001, count: 1 },
      { day: 20_000, count: 3 },
    ])
  })

  it('lets free calls count for their second only, and pass when the day is used up', () => {
    const { limiter, key } = opened(testFolder(), () => noon)
    const record = key(3, 1)
    expect(limiter.take(record, 's', true)).toBe('ok')
    expect(takes(limiter, record, 2)).toEqual(['ok', 'day'])
    expect(limiter.take(record, 's', true)).toBe('second')
  })

  it('counts the use of a key without limits', () => {
    const { limiter, key } = opened(testFolder(), () => noon)
    const record = key(0, 0)
    takes(limiter, record, 40)
    expect(limiter.today(record.id)).toBe(40)
  })

  it('goes on where it was after a restart, and from the saved count where the counters are lost', async () => {
    const folder = testFolder()
    const first = opened(folder, () => noon)
    const record = first.key(0, 5)
    takes(first.limiter, record, 3)
    await first.limiter.close()
    const second = opened(folder, () => noon)
    expect(takes(second.limiter, record, 1)).toEqual(['ok'])
    await second.limiter.close()
    // As after a restart of the machine, which begins with an empty file.
    const { rmSync } = await import('node:fs')
    rmSync(`${folder}/counters`, { recursive: true })
    const third = opened(folder, () => noon)
    expect(takes(third.limiter, record, 2)).toEqual(['ok', 'day'])
  })
})

describe('bad keys from one source', () => {
  it('let it wait from the sixth within 30 seconds on, for 30 seconds', () => {
    let now = noon
    const { limiter, key } = opened(testFolder(), () => now)
    const record = key(0, 0)
    for (let i = 0; i < 5; i++) {
      expect(limiter.badKey('10.0.0.1')).toBe(false)
      now += 1000
    }
    expect(limiter.badKey('10.0.0.1')).toBe(true)
    expect(limiter.take(record, '10.0.0.1', false)).toBe('source')
    expect(limiter.take(record, '10.0.0.2', false)).toBe('ok')
    now += 29_999
    expect(limiter.take(record, '10.0.0.1', false)).toBe('source')
    now += 1
    expect(limiter.take(record, '10.0.0.1', false)).toBe('ok')
    expect(limiter.badKey('10.0.0.1')).toBe(false)
  })

  it('are forgotten when they are older than 30 seconds', () => {
    let now = noon
    const { limiter } = opened(testFolder(), () => now)
    for (let i = 0; i < 20; i++) {
      expect(limiter.badKey('10.0.0.1')).toBe(false)
      now += 6_000
    }
  })
})

describe('the limits of several processes', () => {
  beforeAll(build)

  /** Processes that all take at once; answers their verdicts. */
  const takeInProcesses = async (
    folder: string,
    record: KeyRecord,
    processes: number,
    times: number,
    kill = false,
  ): Promise<readonly string[]> => {
    const children = Array.from({ length: processes }, () => fork(fileURLToPath(new URL('./taker.mjs', import.meta.url))))
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('message', resolve))))
    const verdicts = children.map(
      (child) =>
        new Promise<readonly string[]>((resolve) => {
          child.once('message', (message) => {
            if (kill) child.kill('SIGKILL')
            resolve(message as readonly string[])
          })
          child.send({ folder, record, times, now: noon })
        }),
    )
    const all = (await Promise.all(verdicts)).flat()
    for (const child of children) child.kill()
    return all
  }

  it('add up to exactly the calls of a second', async () => {
    const folder = testFolder()
    const { key } = opened(folder, () => noon)
    const verdicts = await takeInProcesses(folder, key(150, 0), 3, 100)
    expect(verdicts.filter((verdict) => verdict === 'ok')).toHaveLength(150)
    expect(verdicts.filter((verdict) => verdict === 'second')).toHaveLength(150)
  })

  it('add up to exactly the calls of a day, also when the processes are killed and begin again', async () => {
    const folder = testFolder()
    const { key } = opened(folder, () => noon)
    const record = key(0, 250)
    const before = await takeInProcesses(folder, record, 3, 60, true)
    const after = await takeInProcesses(folder, record, 3, 60, true)
    expect(before.filter((verdict) => verdict === 'ok')).toHaveLength(180)
    expect(after.filter((verdict) => verdict === 'ok')).toHaveLength(70)
  })
})
