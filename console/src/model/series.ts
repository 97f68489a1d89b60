import type { Row } from '../service/ask.ts'

/** Columns of numbers over time, as the chart wants them: times first. */
export interface Series {
  readonly times: number[]
  readonly lines: { readonly name: string; readonly values: number[] }[]
  readonly bucketSeconds: number
}

const hour = 3_600
const day = 86_400
/** Whole weeks. */
export const yearSeconds = 364 * day
/** From fine to coarse: the first that gives few enough bars. */
export const bucketSteps = [60, 5 * 60, 15 * 60, hour, 6 * hour, day, 7 * day, 28 * day, 91 * day, yearSeconds]
const maxBars = 60
/** More lines than these nobody can tell apart. */
const maxContracts = 5

const timeOf = (row: Row): number => Number(row['timeStamp'])

/** The bucket for rows that are ordered by time, newest first. */
const bucketFor = (rows: readonly Row[], finest = 60): number => {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (newest === undefined || oldest === undefined) return finest
  const range = timeOf(newest) - timeOf(oldest)
  return bucketSteps.find((bucket) => bucket >= finest && range / bucket <= maxBars) ?? bucketSteps.at(-1) ?? day
}

/** Sums of each named line by bucket; buckets without rows stand as zeros, since a gap would read as missing data. */
const sumByTime = (
  rows: readonly Row[],
  names: readonly string[],
  bucketSeconds: number,
  add: (row: Row) => readonly (readonly [line: number, amount: number])[],
): Series => {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (newest === undefined || oldest === undefined) return { times: [], lines: names.map((name) => ({ name, values: [] })), bucketSeconds }
  const first = Math.floor(timeOf(oldest) / bucketSeconds)
  const length = Math.floor(timeOf(newest) / bucketSeconds) - first + 1
  const times = Array.from({ length }, (_, i) => (first + i) * bucketSeconds)
  const lines = names.map((name) => ({ name, values: times.map(() => 0) }))
  for (const row of rows) {
    const place = Math.floor(timeOf(row) / bucketSeconds) - first
    for (const [line, amount] of add(row)) {
      const values = lines[line]?.values
      if (values?.[place] !== undefined) values[place] += amount
    }
  }
  return { times, lines, bucketSeconds }
}

/** Transfers in and out of an address over time; one to itself is both. */
export const transfersByTime = (rows: readonly Row[], address: string): Series =>
  sumByTime(rows, ['in', 'out'], bucketFor(rows), (row) => [
    ...(row['to'] === address ? [[0, 1] as const] : []),
    ...(row['from'] === address ? [[1, 1] as const] : []),
  ])

export const countByTime = (rows: readonly Row[], name: string): Series => sumByTime(rows, [name], bucketFor(rows), () => [[0, 1]])

/** What the rows add to an address or take from it, summed up from the oldest row on, for the contracts with the most rows. */
export const flowByContract = (
  rows: readonly Row[],
  address: string,
): { readonly series: Series; readonly contracts: readonly string[] } => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row['contractAddress'] ?? '', (counts.get(row['contractAddress'] ?? '') ?? 0) + 1)
  const contracts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxContracts)
    .map(([contract]) => contract)
  const place = new Map(contracts.map((contract, index) => [contract, index]))
  const series = sumByTime(rows, contracts, bucketFor(rows), (row) => {
    const line = place.get(row['contractAddress'] ?? '')
    const sign = (row['to'] === address ? 1 : 0) - (row['from'] === address ? 1 : 0)
    return line === undefined || sign === 0 ? [] : [[line, sign * Number(row['tokenValue'])]]
  })
  for (const { values } of series.lines) for (let i = 1; i < values.length; i++) values[i] = (values[i] ?? 0) + (values[i - 1] ?? 0)
  if (series.times[0] !== undefined) {
    // From nothing on: one step alone would be no line.
    series.times.unshift(series.times[0] - series.bucketSeconds)
    for (const { values } of series.lines) values.unshift(0)
  }
  return { series, contracts }
}

/** Blocks and what they earned, by day or coarser. */
export const blocksByDay = (rows: readonly Row[]): Series =>
  sumByTime(rows, ['blocks', 'reward'], bucketFor(rows, day), (row) => [
    [0, 1],
    [1, Number(row['blockReward']) / 1e18],
  ])

interface MovedId {
  readonly id: string
  readonly transfers: number
  /** Exact. */
  readonly units: string
}

/** Identifiers by how often they moved. */
export const mostMoved = (rows: readonly Row[], most: number): readonly MovedId[] => {
  const found = new Map<string, { transfers: number; units: bigint }>()
  for (const row of rows) {
    const id = row['tokenID'] ?? ''
    const entry = found.get(id) ?? { transfers: 0, units: 0n }
    entry.transfers++
    entry.units += BigInt(row['tokenValue'] ?? 0)
    found.set(id, entry)
  }
  return [...found]
    .sort(([, a], [, b]) => b.transfers - a.transfers)
    .slice(0, most)
    .map(([id, { transfers, units }]) => ({ id, transfers, units: units.toString() }))
}
