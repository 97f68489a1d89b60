import { mkdirSync } from 'node:fs'
import { openKeyring } from '../src/access/keyring.ts'

/** How long look-ups of wrong keys take, and Welch's t between those that are nearly right and those that are not. */
interface KeyTiming {
  readonly t: number
  readonly nearNs: number
  readonly farNs: number
}

/** Look-ups timed as one: one alone is shorter than the clock's step. */
const perSample = 16
/** Pauses of the machine are no property of the key: the slowest tenth is left out. */
const kept = 0.9

export const keyTiming = async (folder: string, lookups: number): Promise<KeyTiming> => {
  mkdirSync(folder, { recursive: true })
  const keyring = openKeyring(folder)
  const { secret } = keyring.create({ name: 'timed', perSecond: 0, perDay: 0, expiresAt: null })
  const wrongEnd = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
  const unlike = `osk_${'z'.repeat(secret.length - 4)}`
  const samples: Readonly<Record<'near' | 'far', number[]>> = { near: [], far: [] }
  const time = (key: string): number => {
    const begin = process.hrtime.bigint()
    for (let i = 0; i < perSample; i++) keyring.find(key)
    return Number(process.hrtime.bigint() - begin) / perSample
  }
  for (let i = 0; i < lookups / perSample / 2; i++) {
    // In turns, and the first in turn changes, so that what drifts or comes second hits both alike.
    if (i % 2 === 0) samples.near.push(time(wrongEnd))
    samples.far.push(time(unlike))
    if (i % 2 === 1) samples.near.push(time(wrongEnd))
  }
  await keyring.close()
  const [near, far] = [cropped(samples.near), cropped(samples.far)]
  const [a, b] = [momentsOf(near), momentsOf(far)]
  return {
    t: (a.mean - b.mean) / Math.sqrt(a.variance / near.length + b.variance / far.length),
    nearNs: Math.round(a.mean),
    farNs: Math.round(b.mean),
  }
}

const cropped = (values: readonly number[]): number[] => values.toSorted((x, y) => x - y).slice(0, Math.floor(values.length * kept))

const momentsOf = (values: readonly number[]): { readonly mean: number; readonly variance: number } => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) }
}
