import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createTally, type Tally } from './outcome.ts'
import { parts } from './parts.ts'
import { renderReport } from './report.ts'

const usage = `npm run torture [-- --minutes N] [--seed S] [--only PART,…] [--json FILE] [--report DIR]

  --minutes N     how long, shared by the parts (10)
  --seed S        the same seed makes the same choices
  --only PART,…   some of ${parts.map(({ name }) => name).join(', ')}
  --json FILE     each promise as {name, tried, failed}
  --report DIR    a report with plots (build/torture)`

const readArguments = () => {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: new Date().toISOString() },
        only: { type: 'string' },
        json: { type: 'string' },
        report: { type: 'string', default: 'build/torture' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    console.error(`torture: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}
const values = readArguments()
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const minutes = Number(values.minutes)
const chosen = parts.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))
if (!(minutes > 0) || chosen.length === 0) {
  console.error(`torture: --minutes takes a number above 0, --only some of ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

// What was started stands in groups of its own, which a terminal's signal does not reach: leaving by `exit` kills them.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const folder = mkdtempSync(join(tmpdir(), 'ownscan-torture-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const report = resolve(values.report)
mkdirSync(report, { recursive: true })
let sharesLeft = chosen.reduce((sum, { share }) => sum + share, 0)
const tallies: Tally[] = []
console.error(`torture: ${minutes} minutes, seed ${values.seed}`)
const began = performance.now()
const end = began + minutes * 60_000
for (const { name, share, run } of chosen) {
  console.error(`torture: ${name} …`)
  const part = join(folder, name)
  mkdirSync(part)
  const ran = createTally(`${name}: the part ran to its end`)
  const done = await run({
    seed: values.seed,
    // Of the time that is left: what one part did not need the next ones have.
    deadline: performance.now() + (Math.max(0, end - performance.now()) * share) / sharesLeft,
    folder: part,
    note: (text) => console.error(`  ${text}`),
    keep: (file, text) => writeFileSync(join(report, file), text),
  }).catch((error: unknown) => {
    ran.check(false, () => String(error))
    return [ran]
  })
  sharesLeft -= share
  rmSync(part, { recursive: true, force: true })
  for (const tally of done) {
    const { outcome, failures } = tally
    tallies.push(tally)
    console.log(
      `${outcome.failed === 0 ? 'held  ' : 'BROKEN'} ${String(outcome.tried).padStart(9)} tried ${String(outcome.failed).padStart(5)} failed  ${outcome.name}`,
    )
    for (const failure of failures) console.log(`         ${failure}`)
  }
}
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify(
      tallies.map(({ outcome }) => outcome),
      null,
      2,
    )}\n`,
  )
writeFileSync(join(report, 'report.md'), renderReport(tallies, { seed: values.seed, seconds: (performance.now() - began) / 1000 }))
console.error(`torture: report in ${report}`)
process.exit(tallies.some(({ outcome }) => outcome.failed > 0) ? 1 : 0)
