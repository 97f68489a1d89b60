import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { bucketSteps, type Series, yearSeconds } from '../model/series.ts'
import { themeEvent } from '../model/theme.ts'

interface ChartLine {
  readonly label: string
  readonly form: 'bars' | 'steps'
}

interface ChartProps {
  readonly title: string
  /** What the picture says, for those who do not see it. */
  readonly summary: string
  readonly series: Series
  readonly lines: readonly ChartLine[]
}

const heightPx = 190
/** Ticks are never finer than the bars: between two of them there is nothing to read. */
const steps = [...bucketSteps, ...[2, 5, 10].map((years) => years * yearSeconds)]
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const optionsFor = (width: number, lines: readonly ChartLine[], bucketSeconds: number): uPlot.Options => {
  const ink = colour('--faint')
  const grid = { stroke: colour('--line'), width: 1 }
  const barCount = lines.filter(({ form }) => form === 'bars').length
  const axis = { stroke: ink, grid, ticks: grid, font: '11px system-ui, sans-serif' }
  return {
    width,
    height: heightPx,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1e3), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { range: ({ data: [times] }) => [(times[0] ?? 0) - bucketSeconds / 2, (times.at(-1) ?? 1) + bucketSeconds / 2] },
      // Bars that do not begin at zero lie.
      y: { range: (_, min, max) => [Math.min(0, min * 1.1), Math.max(max * 1.1, 1e-9)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        space: 60,
        incrs: steps.filter((step) => step >= bucketSeconds),
        values: (_, times, __, ___, step) => times.map((time) => timeText(time, step)),
      },
      { ...axis, size: 58, values: (_, ticks) => ticks.map(compact) },
    ],
    series: [
      {},
      ...lines.map(({ label, form }, index): uPlot.Series => {
        const stroke = colour(`--chart-${index + 1}`)
        if (form === 'steps') return { label, stroke, width: 2, points: { show: false }, ...pathsOf(uPlot.paths.stepped?.({ align: 1 })) }
        const bars = uPlot.paths.bars?.({ size: [0.8 / barCount, 24], align: barCount === 1 ? 0 : index === 0 ? -1 : 1, gap: 1 })
        return { label, fill: stroke, width: 0, points: { show: false }, ...pathsOf(bars) }
      }),
    ],
  }
}

/** As fine as the ticks are apart, in UTC. */
const timeText = (seconds: number, step: number): string => {
  const text = new Date(seconds * 1e3).toISOString()
  return step < 60 ? text.slice(11, 19) : step < 86_400 ? text.slice(11, 16) : step < 28 * 86_400 ? text.slice(5, 10) : text.slice(0, 7)
}

const pathsOf = (paths: uPlot.Series.PathBuilder | undefined): Pick<uPlot.Series, 'paths'> => (paths === undefined ? {} : { paths })

const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })
const compact = (value: number): string => (Math.abs(value) >= 1e15 ? value.toExponential(0) : compactFormat.format(value))

/** A picture over time, with its legend as text and the values under the pointer. */
export const Chart = ({ title, summary, series, lines }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const [at, setAt] = useState<number | null>(null)
  const [look, setLook] = useState(0)
  const shape = `${lines.map(({ label, form }) => label + form).join()} ${series.bucketSeconds}`

  useEffect(() => {
    const again = (): void => setLook((times) => times + 1)
    const system = matchMedia('(prefers-color-scheme: dark)')
    addEventListener(themeEvent, again)
    system.addEventListener('change', again)
    return () => {
      removeEventListener(themeEvent, again)
      system.removeEventListener('change', again)
    }
  }, [])
  // Made anew only where its form or colours change; data is set below.
  useEffect(() => {
    const target = place.current
    if (target === null) return
    const options = optionsFor(target.clientWidth, lines, series.bucketSeconds)
    const made = new uPlot({ ...options, hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] } }, dataOf(series), target)
    plot.current = made
    const watch = new ResizeObserver(() => made.setSize({ width: target.clientWidth, height: heightPx }))
    watch.observe(target)
    return () => {
      watch.disconnect()
      made.destroy()
    }
  }, [shape, look])
  useEffect(() => plot.current?.setData(dataOf(series)), [series])

  const time = at === null ? undefined : series.times[at]
  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-title">{title}</span>
        <span class="legend">
          {time !== undefined && (
            <span class="faint">
              {new Date(time * 1e3)
                .toISOString()
                .slice(0, series.bucketSeconds < 86_400 ? 16 : 10)
                .replace('T', ' ')}
            </span>
          )}
          {lines.map(({ label }, index) => (
            <span key={label}>
              <i class={`swatch chart-${index + 1}`} /> <bdi>{label}</bdi>
              {at !== null && <b> {compact(series.lines[index]?.values[at] ?? 0)}</b>}
            </span>
          ))}
        </span>
      </figcaption>
      <div role="img" aria-label={`${title}. ${summary}`} class="canvas" ref={place} />
    </figure>
  )
}

const dataOf = ({ times, lines }: Series): uPlot.AlignedData => [times, ...lines.map(({ values }) => values)]
