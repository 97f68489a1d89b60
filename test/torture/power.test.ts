import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { powerTallies } from '../../torture/power/judge.ts'
import { startOpener } from '../../torture/power/opener.ts'
import { makePlan } from '../../torture/power/plan.ts'
import { type Recording, record } from '../../torture/power/recording.ts'
import { whyUntraceable } from '../../torture/power/strace.ts'
import type { Trace } from '../../torture/power/trace.ts'
import { cutPower, tortureByPowerCuts } from '../../torture/power.ts'
import { build } from '../built.ts'
import { createRandom } from '../simulate/random.ts'
import { expectHeld, shortContext } from './short.ts'

const why = whyUntraceable()

describe.skipIf(why !== undefined)(`a power cut${why === undefined ? '' : ` (${why})`}`, () => {
  let folder: string
  const opener = startOpener()
  afterAll(() => {
    opener.close()
    rmSync(folder, { recursive: true, force: true })
  })
  let recording: Recording
  /** The instant from which on store and keys are there. */
  let made: number
  beforeAll(async () => {
    build()
    folder = mkdtempSync(join(tmpdir(), 'ownscan-power-'))
    recording = await record(folder, makePlan(createRandom('short'), 8))
    made = recording.told.said.find(({ text }) => text.startsWith('done 0'))?.begun ?? 0
  })

  it('takes nothing that was acknowledged from store or keys, wherever it comes', async () => {
    expectHeld(await tortureByPowerCuts(shortContext(), { rounds: 1, steps: 10, cuts: 8 }))
  })

  it.each(['store/data.mdb', 'access/data.mdb'])('finds %s whole or absent: it gets its name when its first pages are synced', (file) => {
    const { writes, syncs, made: names } = recording.told
    const of = <T extends { readonly path: string }>(calls: readonly T[]): T[] => calls.filter(({ path }) => path === file)
    const written = of(writes)[0]?.done ?? Number.POSITIVE_INFINITY
    const synced = of(syncs).find(({ begun }) => begun > written)?.done ?? Number.POSITIVE_INFINITY
    expect(of(names)[0]?.begun).toBeGreaterThan(synced)
  })

  /** How often each promise is broken on a disk that was told less than it was. */
  const brokenWith = async (told: Partial<Trace>, from = made, until = Number.POSITIVE_INFINITY): Promise<Record<string, number>> => {
    const all = powerTallies()
    const lied = { ...recording, told: { ...recording.told, ...told } }
    await cutPower(shortContext(), lied, opener, { cuts: 10, from, until, when: 'lies' }, all)
    return Object.fromEntries(Object.entries(all).map(([name, { outcome }]) => [name, outcome.failed]))
  }

  it('is found to break the files where their syncs are taken for nothing', async () => {
    const { opens } = await brokenWith({ syncs: recording.told.syncs.filter(({ path }) => !path.endsWith('.mdb')) })
    expect(opens).toBeGreaterThan(0)
  })

  it('is found to break the store where a single sync is, up to the next one', async () => {
    const { syncs } = recording.told
    const [lost, next] = syncs.filter(({ path }) => path === 'store/data.mdb').slice(-3)
    const { opens = 0, store = 0 } = await brokenWith({ syncs: syncs.filter((sync) => sync !== lost) }, lost?.done, next?.begun)
    expect(opens + store).toBeGreaterThan(0)
  })

  it('is found to take what was acknowledged where the page that makes a commit count is not synced', async () => {
    const writes = recording.told.writes.map((write) => ({ ...write, synchronous: false }))
    const { opens, store = 0, keys = 0 } = await brokenWith({ writes })
    expect(opens).toBe(0)
    expect(store + keys).toBeGreaterThan(0)
  })

  it('is found to take everything where the folders that name the files are not synced', async () => {
    const { opens, store } = await brokenWith({ syncs: recording.told.syncs.filter(({ path }) => path.endsWith('.mdb')) })
    expect(opens).toBe(0)
    expect(store).toBeGreaterThan(0)
  })
})
