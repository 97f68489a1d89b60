import type { MetricsSnapshot } from './registry.ts'
import { type ChainMetric, chainMetrics, durationBucketsSeconds, type MetricKind, type WorkerMetric, workerMetrics } from './table.ts'

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

export interface ChainSample {
  readonly metric: ChainMetric
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** The text form Prometheus reads. */
export const renderMetrics = (snapshot: MetricsSnapshot, chains: readonly ChainSample[]): string => {
  const lines: string[] = []
  for (const metric of Object.keys(workerMetrics) as WorkerMetric[]) {
    const kind: MetricKind = workerMetrics[metric]
    const series = kind.type === 'histogram' ? snapshot.histograms[metric] : snapshot.values[metric]
    if (series === undefined) continue
    lines.push(...heading(metric, kind))
    for (const [labels, value] of Object.entries(series))
      if (typeof value === 'number') lines.push(`${metric}${labels} ${value}`)
      else lines.push(...histogramLines(metric, labels, value))
  }
  for (const metric of Object.keys(chainMetrics) as ChainMetric[]) {
    const samples = chains.filter((sample) => sample.metric === metric)
    if (samples.length === 0) continue
    lines.push(...heading(metric, chainMetrics[metric]))
    for (const { labels, value } of samples) lines.push(`${metric}${labelText(labels)} ${value}`)
  }
  return `${lines.join('\n')}\n`
}

const heading = (metric: string, { type, help }: MetricKind): readonly string[] => [`# HELP ${metric} ${help}`, `# TYPE ${metric} ${type}`]

const histogramLines = (metric: string, labels: string, counts: readonly number[]): readonly string[] => {
  const inner = labels === '' ? '' : `${labels.slice(1, -1)},`
  let total = 0
  const buckets = [...durationBucketsSeconds, '+Inf'].map((bound, i) => {
    total += counts[i] ?? 0
    return `${metric}_bucket{${inner}le="${bound}"} ${total}`
  })
  return [...buckets, `${metric}_sum${labels} ${counts.at(-1) ?? 0}`, `${metric}_count${labels} ${total}`]
}

/** Written once where it can be: the hot path uses ready texts. */
const labelText = (labels: Readonly<Record<string, string | number>>): string => {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`,
  )
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}
