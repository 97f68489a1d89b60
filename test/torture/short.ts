import { expect } from 'vitest'
import type { Tally } from '../../torture/outcome.ts'
import type { PartContext } from '../../torture/part.ts'
import { testFolder } from '../folder.ts'

/** What a part of the torture is given in its short form: always the same seed, a count instead of a time. */
export const shortContext = (): PartContext => ({
  seed: 'short',
  deadline: Number.POSITIVE_INFINITY,
  folder: testFolder(),
  note: () => {},
  keep: () => {},
})

/** Every promise was tried, except those named, and held. */
export const expectHeld = (tallies: readonly Tally[], ...untried: readonly string[]): void => {
  for (const { outcome, failures } of tallies) {
    expect(failures, outcome.name).toEqual([])
    if (!untried.some((part) => outcome.name.includes(part))) expect(outcome.tried, outcome.name).toBeGreaterThan(0)
  }
}
