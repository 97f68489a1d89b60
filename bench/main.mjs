// Runs the benchmarks and prints each figure beside its target: `npm run bench [-- --only NAME] [--json FILE]`.
// A part is a file here that exports `measure({ note }) → [{ name, value, unit, target, better: 'higher' | 'lower' }]`, target null where there is none;
// it works on the built program in dist/, compares within one run, and leaves nothing behind.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const parts = ['encode', 'evm', 'store', 'http', 'rpc', 'ingest', 'transfers', 'catalog', 'clickhouse', 'peers']

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } })
if (values.only !== undefined && !parts.includes(values.only)) {
  console.error(`bench: --only takes one of ${parts.join(', ')}; got "${values.only}"`)
  process.exit(2)
}

const verdict = ({ value, target, better }) => {
  if (target === null || target === undefined) return ''
  const reached = better === 'higher' ? value >= target : value <= target
  return `${better === 'higher' ? '≥' : '≤'} ${target} ${reached ? 'reached' : 'MISSED'}`
}
const shown = (value) => (Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString())

const figures = []
for (const part of parts.filter((name) => values.only === undefined || name === values.only)) {
  console.error(`bench: ${part} …`)
  const { measure } = await import(`./${part}.mjs`)
  const measured = await measure({ note: (text) => console.error(`  ${text}`) })
  for (const figure of measured) {
    figures.push(figure)
    console.log(`${figure.name.padEnd(72)} ${shown(figure.value).padStart(12)} ${figure.unit.padEnd(10)} ${verdict(figure)}`)
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
process.exit(0)
