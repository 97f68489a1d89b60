import type { LoadStep } from './open-loop.ts'

const width = 720
const height = 300
const left = 70
const right = 20
const top = 30
const bottom = 45

interface Series {
  readonly name: string
  readonly color: string
  readonly values: readonly number[]
}

/** Two charts as one SVG: latency against offered load, and what became of the requests. */
export const plotLoad = (steps: readonly LoadStep[], capacity: number): string => {
  const loads = steps.map(({ offered }) => offered)
  const latency: readonly Series[] = [
    { name: 'median', color: '#2a7de1', values: steps.map(({ p50Ms }) => p50Ms) },
    { name: '90 %', color: '#e1a02a', values: steps.map(({ p90Ms }) => p90Ms) },
    { name: '99 %', color: '#d0342c', values: steps.map(({ p99Ms }) => p99Ms) },
  ]
  const share = (count: number, sent: number): number => (sent === 0 ? 0 : (100 * count) / sent)
  const fates: readonly Series[] = [
    { name: 'answered', color: '#2a9d5c', values: steps.map(({ accepted, sent }) => share(accepted, sent)) },
    { name: 'refused (503)', color: '#d0342c', values: steps.map(({ shed, sent }) => share(shed, sent)) },
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${2 * height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${2 * height}" fill="#fff"/>`,
    chart('Latency from when a request was due, ms', loads, latency, capacity, 'log', 0),
    chart('What became of the requests, %', loads, fates, capacity, 'linear', height),
    '</svg>',
    '',
  ].join('\n')
}

const chart = (
  title: string,
  loads: readonly number[],
  series: readonly Series[],
  capacity: number,
  scale: 'log' | 'linear',
  offsetY: number,
): string => {
  const most = Math.max(...loads)
  const highest = Math.max(1, ...series.flatMap(({ values }) => values))
  const decades = Math.ceil(Math.log10(highest))
  const x = (load: number): number => left + (load / most) * (width - left - right)
  const plotHeight = height - top - bottom
  const y = (value: number): number =>
    scale === 'log' ? top + plotHeight * (1 - Math.log10(Math.max(1, value)) / Math.max(1, decades)) : top + plotHeight * (1 - value / 100)
  const ticks = scale === 'log' ? Array.from({ length: decades + 1 }, (_, i) => 10 ** i) : [0, 25, 50, 75, 100]
  const lines = series.map(
    ({ color, values }) =>
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${values.map((value, i) => `${x(loads[i] ?? 0).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/>`,
  )
  return [
    `<g transform="translate(0 ${offsetY})">`,
    `<text x="${left}" y="18" font-weight="bold">${title}</text>`,
    ...ticks.map(
      (tick) =>
        `<path d="M${left} ${y(tick).toFixed(1)}H${width - right}" stroke="#ddd"/><text x="${left - 8}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${tick}</text>`,
    ),
    `<path d="M${x(capacity).toFixed(1)} ${top}V${height - bottom}" stroke="#888" stroke-dasharray="4 3"/><text x="${(x(capacity) + 4).toFixed(1)}" y="${top + 12}" fill="#555">capacity</text>`,
    ...loads.map((load) => `<text x="${x(load).toFixed(1)}" y="${height - bottom + 16}" text-anchor="middle">${Math.round(load)}</text>`),
    `<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">offered, requests a second</text>`,
    ...lines,
    ...series.map(({ name, color }, i) => `<text x="${width - right - 110 * (series.length - i)}" y="18" fill="${color}">${name}</text>`),
    '</g>',
  ].join('\n')
}
