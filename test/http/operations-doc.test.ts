import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bounds } from '../../src/http/bounds.ts'
import { chainMetrics, type MetricKind, workerMetrics } from '../../src/http/metrics/table.ts'

const text = readFileSync(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8')

describe('docs/OPERATIONS.md', () => {
  it('lists every metric, as the tables have it, and no other', () => {
    const kinds: Readonly<Record<string, MetricKind>> = { ...workerMetrics, ...chainMetrics }
    const rows = Object.entries(kinds).map(([name, { type, help }]) => `| \`${name}\` | ${type}: ${help} |`)
    expect(text.split('\n').filter((line) => /^\| `(http|ownscan|process|nodejs)_/.test(line))).toEqual(rows)
  })

  it('states the bounds the server has', () => {
    for (const [name, stated] of [
      ['maxUrlBytes', '8 KiB'],
      ['maxHeaderBytes', '32 KiB'],
      ['maxBodyBytes', '64 KiB'],
      ['maxConnections', '10,000'],
      ['maxInFlight', '1,000'],
      ['maxInFlightPerConnection', '16'],
      ['maxTurnMs', '500 ms'],
      ['maxAcceptWaitMs', '500 ms'],
      ['headersTimeoutMs', '10 s'],
      ['requestTimeoutMs', '20 s'],
      ['writeTimeoutMs', '30 s'],
      ['drainTimeoutMs', '10 s'],
    ] as const) {
      const value = Number(stated.replace(/[^\d]/g, '')) * (stated.endsWith('KiB') ? 1024 : stated.endsWith(' s') ? 1000 : 1)
      expect([name, bounds[name]]).toEqual([name, value])
      expect(text).toMatch(new RegExp(`^\\|[^|]*\\| ${stated}[^|]*\\|`, 'm'))
    }
  })
})
