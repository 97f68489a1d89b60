import { durationBucketsSeconds, type WorkerMetric, workerMetrics } from './table.ts'

/** The values of one process as plain data, fit to be sent to another: by metric, by labels in their written form (`{route="/v2/api"}`, or empty). */
export interface MetricsSnapshot {
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Counts by bucket, the last one unbounded; then the sum. */
  readonly histograms: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
}

export interface Metrics {
  add(metric: WorkerMetric, labels: string, amount?: number): void
  set(metric: WorkerMetric, labels: string, value: number): void
  observe(metric: WorkerMetric, labels: string, seconds: number): void
  snapshot(): MetricsSnapshot
}

export const createMetrics = (): Metrics => {
  const values = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, Float64Array>>()
  return {
    add: (metric, labels, amount = 1) => {
      const series = seriesOf(values, metric)
      series.set(labels, (series.get(labels) ?? 0) + amount)
    },
    set: (metric, labels, value) => {
      seriesOf(values, metric).set(labels, value)
    },
    observe: (metric, labels, seconds) => {
      const series = seriesOf(histograms, metric)
      let counts = series.get(labels)
      if (counts === undefined) {
        counts = new Float64Array(durationBucketsSeconds.length + 2)
        series.set(labels, counts)
      }
      let bucket = 0
      while (bucket < durationBucketsSeconds.length && seconds > (durationBucketsSeconds[bucket] ?? 0)) bucket++
      counts[bucket] = (counts[bucket] ?? 0) + 1
      counts[durationBucketsSeconds.length + 1] = (counts[durationBucketsSeconds.length + 1] ?? 0) + seconds
    },
    snapshot: () => ({ values: plain(values, (value) => value), histograms: plain(histograms, (counts) => Array.from(counts)) }),
  }
}

const seriesOf = <T>(all: Map<string, Map<string, T>>, metric: string): Map<string, T> => {
  let series = all.get(metric)
  if (series === undefined) {
    series = new Map()
    all.set(metric, series)
  }
  return series
}

const plain = <T, R>(all: Map<string, Map<string, T>>, form: (value: T) => R): Record<string, Record<string, R>> =>
  Object.fromEntries(
    [...all].map(([metric, series]) => [metric, Object.fromEntries([...series].map(([labels, value]) => [labels, form(value)]))]),
  )

/** One snapshot out of several, each metric merged as its table says. */
export const mergeSnapshots = (snapshots: readonly MetricsSnapshot[]): MetricsSnapshot => {
  const values: Record<string, Record<string, number>> = {}
  const histograms: Record<string, Record<string, number[]>> = {}
  for (const snapshot of snapshots) {
    for (const [metric, series] of Object.entries(snapshot.values)) {
      values[metric] ??= {}
      const into = values[metric]
      for (const [labels, value] of Object.entries(series)) into[labels] = combine(metric, into[labels], value)
    }
    for (const [metric, series] of Object.entries(snapshot.histograms)) {
      histograms[metric] ??= {}
      const into = histograms[metric]
      for (const [labels, counts] of Object.entries(series)) into[labels] = counts.map((count, i) => count + (into[labels]?.[i] ?? 0))
    }
  }
  return { values, histograms }
}

const combine = (metric: string, before: number | undefined, value: number): number => {
  if (before === undefined) return value
  const { merge } = workerMetrics[metric as WorkerMetric]
  return merge === 'sum' ? before + value : merge === 'max' ? Math.max(before, value) : Math.min(before, value)
}

/** What outlives a process: its counters and histograms, so that they never run backwards when a worker is replaced. */
export const lastingPart = (snapshot: MetricsSnapshot): MetricsSnapshot => ({
  values: Object.fromEntries(
    Object.entries(snapshot.values).filter(([metric]) => workerMetrics[metric as WorkerMetric].type === 'counter'),
  ),
  histograms: snapshot.histograms,
})
