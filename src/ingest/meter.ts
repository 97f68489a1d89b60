import type { ChainNote, ReorganisationNote, StuckNote } from './note.ts'

/** What the tasks of a chain count and remember for the note. Mutable, and the only thing that is. */
export interface Meter {
  head: { number: number; timestamp: number } | null
  lagMs: number | null
  stalled: string | null
  /** Why the last batch could not be stored, null since one was. */
  notStored: string | null
  halted: string | null
  ended: 'done' | 'stopped' | null
  blocks: number
  rows: number
  commits: number
  filled: number
  malformedEvents: number
  unclesMissing: number
  lastFailedCheck: string | null
  readonly failedChecks: Map<string, number>
  readonly stuck: Map<number, StuckNote>
  reorganisations: number
  deepest: number
  readonly recent: ReorganisationNote[]
  /** The last seconds, oldest first: what the rates are taken from. */
  readonly samples: Sample[]
}

interface Sample {
  readonly at: number
  readonly filled: number
  readonly rows: number
}

/** Rates are taken over this many samples: steady to look at, and quick to show a change. */
const rateSamples = 15
const recentReorganisations = 10

export const createMeter = (): Meter => ({
  head: null,
  lagMs: null,
  stalled: null,
  notStored: null,
  halted: null,
  ended: null,
  blocks: 0,
  rows: 0,
  commits: 0,
  filled: 0,
  malformedEvents: 0,
  unclesMissing: 0,
  lastFailedCheck: null,
  failedChecks: new Map(),
  stuck: new Map(),
  reorganisations: 0,
  deepest: 0,
  recent: [],
  samples: [],
})

/** A meter that goes on counting where the last indexer's note ended. */
export const resumeMeter = (note: ChainNote | undefined): Meter => {
  const meter = createMeter()
  if (note === undefined) return meter
  meter.malformedEvents = note.malformedEvents
  meter.unclesMissing = note.unclesMissing
  meter.reorganisations = note.reorganisations.count
  meter.deepest = note.reorganisations.deepest
  meter.recent.push(...note.reorganisations.recent)
  meter.lastFailedCheck = note.lastFailedCheck
  for (const [check, count] of Object.entries(note.failedChecks)) meter.failedChecks.set(check, count)
  return meter
}

export const countFailedCheck = (meter: Meter, check: string, text: string): void => {
  meter.failedChecks.set(check, (meter.failedChecks.get(check) ?? 0) + 1)
  meter.lastFailedCheck = text
}

export const countReorganisation = (meter: Meter, reorganisation: ReorganisationNote): void => {
  meter.reorganisations++
  meter.deepest = Math.max(meter.deepest, reorganisation.depth)
  meter.recent.unshift(reorganisation)
  meter.recent.length = Math.min(meter.recent.length, recentReorganisations)
}

/** Takes the rates since the oldest sample, and adds one. */
export const sampleRates = (meter: Meter, now: number): { blocksPerSecond: number; rowsPerSecond: number } => {
  meter.samples.push({ at: now, filled: meter.filled, rows: meter.rows })
  if (meter.samples.length > rateSamples) meter.samples.shift()
  const oldest = meter.samples[0]
  const seconds = oldest === undefined ? 0 : (now - oldest.at) / 1000
  if (oldest === undefined || seconds <= 0) return { blocksPerSecond: 0, rowsPerSecond: 0 }
  return { blocksPerSecond: (meter.filled - oldest.filled) / seconds, rowsPerSecond: (meter.rows - oldest.rows) / seconds }
}
