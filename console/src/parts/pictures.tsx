import { useMemo } from 'preact/hooks'
import { count, shortHex, tame } from '../model/format.ts'
import { blocksByDay, countByTime, flowByContract, type Series, transfersByTime } from '../model/series.ts'
import type { Row } from '../service/ask.ts'
import { Chart } from './chart.tsx'

const total = (series: Series, line: number): number => series.lines[line]?.values.reduce((sum, value) => sum + value, 0) ?? 0

const buckets: readonly (readonly [seconds: number, words: string])[] = [
  [60, 'minute'],
  [300, '5 minutes'],
  [900, '15 minutes'],
  [3_600, 'hour'],
  [21_600, '6 hours'],
  [86_400, 'day'],
  [604_800, 'week'],
  [2_419_200, '4 weeks'],
  [7_862_400, '13 weeks'],
]
const each = ({ bucketSeconds }: Series): string => buckets.find(([seconds]) => seconds === bucketSeconds)?.[1] ?? 'year'

const nameOf = (rows: readonly Row[], contract: string): string => {
  const row = rows.find((candidate) => candidate['contractAddress'] === contract)
  return tame(row?.['tokenName'] || shortHex(contract), 24)
}

export const AccountPictures = ({ rows, address }: { readonly rows: readonly Row[]; readonly address: string }) => {
  const transfers = useMemo(() => transfersByTime(rows, address), [rows, address])
  const { series, contracts } = useMemo(() => flowByContract(rows, address), [rows, address])
  return (
    <>
      <Chart
        title={`Transfers per ${each(transfers)}`}
        summary={`${count(total(transfers, 0))} in, ${count(total(transfers, 1))} out.`}
        series={transfers}
        lines={[
          { label: 'in', form: 'bars' },
          { label: 'out', form: 'bars' },
        ]}
      />
      <Chart
        title="Holdings flow by contract, units"
        summary={contracts
          .map((contract, index) => `${nameOf(rows, contract)}: ${count(series.lines[index]?.values.at(-1) ?? 0)} net`)
          .join('; ')}
        series={series}
        lines={contracts.map((contract) => ({ label: nameOf(rows, contract), form: 'steps' }))}
      />
    </>
  )
}

export const BlockPictures = ({ rows, symbol }: { readonly rows: readonly Row[]; readonly symbol: string }) => {
  const series = useMemo(() => blocksByDay(rows), [rows])
  const [blocks, rewards] = series.lines
  const one = (line: Series['lines'][number] | undefined): Series => ({ ...series, lines: line === undefined ? [] : [line] })
  // Both derive from the series.
  const [first, second] = useMemo(() => [one(blocks), one(rewards)], [series])
  return (
    <>
      <Chart
        title={`Blocks per ${each(series)}`}
        summary={`${count(total(series, 0))} in all.`}
        series={first}
        lines={[{ label: 'blocks', form: 'bars' }]}
      />
      <Chart
        title={`Rewards per ${each(series)}`}
        summary={`${count(total(series, 1))} ${symbol} in all.`}
        series={second}
        lines={[{ label: symbol === '' ? 'reward' : symbol, form: 'bars' }]}
      />
    </>
  )
}

export const ContractPictures = ({ rows }: { readonly rows: readonly Row[] }) => {
  const series = useMemo(() => countByTime(rows, 'transfers'), [rows])
  return (
    <Chart
      title={`Transfers per ${each(series)}`}
      summary={`${count(rows.length)} in all.`}
      series={series}
      lines={[{ label: 'transfers', form: 'bars' }]}
    />
  )
}
