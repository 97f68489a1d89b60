import { describe, expect, it } from 'vitest'
import type { ChainNote } from '../../src/ingest/note.ts'
import { createProgressDisplay, duration, progressLine } from '../../src/ingest/progress.ts'

const note: ChainNote = {
  version: 1,
  chainId: 1,
  name: 'Ethereum',
  at: 0,
  phase: 'backfilling',
  head: { number: 21_000_000, timestamp: 0 },
  lagBlocks: 0,
  lagMs: 120,
  backfill: {
    range: { from: 0, to: 999 },
    doneBlocks: 250,
    remainingBlocks: 750,
    blocksPerSecond: 120.4,
    rowsPerSecond: 3456,
    etaSeconds: 3725,
  },
  endpoints: [],
  reorganisations: { count: 0, deepest: 0, recent: [] },
  failedChecks: {},
  lastFailedCheck: null,
  malformedEvents: 0,
  unclesMissing: 0,
  stuck: [],
  halted: null,
  quirks: [],
  rewards: 'known',
  totals: { blocks: 0, rows: 0, commits: 0 },
}

const recorder = (isTTY: boolean) => {
  const written: string[] = []
  const stream = { isTTY, columns: 200, write: (text: string) => written.push(text) > 0 }
  return { written, stream: stream as unknown as NodeJS.WriteStream }
}

describe('the progress of a chain', () => {
  it('is one line with share, rates, time left and head', () => {
    const line = progressLine(note)
    for (const part of ['Ethereum (1)', '25.0 %', '120 blocks/s', '3,456 rows/s', 'ETA 1h 2m', 'head 21,000,000', '0/0 endpoints'])
      expect(line).toContain(part)
  })
  it('says why a chain was halted', () => {
    expect(progressLine({ ...note, phase: 'halted', halted: 'block 5 differs' })).toContain('HALTED: block 5 differs')
  })
  it.each([
    [null, '?'],
    [42, '42s'],
    [125, '2m'],
    [7260, '2h 1m'],
    [200_000, '2d 7h'],
  ])('shows %s seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text)
  })
  it('is redrawn in place on a terminal', () => {
    const { written, stream } = recorder(true)
    const display = createProgressDisplay(stream)
    display.update(note)
    display.update({ ...note, chainId: 2 })
    display.update(note)
    expect(written[1]?.startsWith('\u001b[1A')).toBe(true)
    expect(written[2]?.startsWith('\u001b[2A')).toBe(true)
  })
  it('stays below the lines of the log on a terminal', () => {
    const { written, stream } = recorder(true)
    const display = createProgressDisplay(stream)
    display.update(note)
    display.print('a line\n')
    expect(written[1]).toBe(`\u001b[1A\u001b[Ja line\n${progressLine(note)}\n`)
  })
  it('is a plain line now and then where there is no terminal, and the last state at the end', () => {
    const { written, stream } = recorder(false)
    let time = 0
    const display = createProgressDisplay(stream, () => time)
    display.update(note)
    time = 1000
    display.update({ ...note, phase: 'done', backfill: null })
    expect(written).toHaveLength(1)
    display.end()
    expect(written).toHaveLength(2)
    expect(written[1]).toContain('done')
  })
})
