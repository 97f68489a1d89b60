// The catalog validator: a large file, growth with size, and what each design choice is worth.
import { performance } from 'node:perf_hooks'
import { fileLimits } from '../dist/catalog/report.js'
import { startValidationThread } from '../dist/catalog/thread.js'
import { validateCatalog } from '../dist/catalog/validate.js'

/** An entry of about 1 kB with most fields in use. */
const entry = (number) => ({
  title: `Dataset ${number}`,
  description: `${'What the dataset holds, said at some length. '.repeat(6)}${number}`,
  keyword: ['one', 'two', 'three'],
  modified: '2014-08-31',
  publisher: 'A publisher',
  contactPoint: 'Somebody',
  mbox: 'somebody@example.org',
  identifier: `dataset-${number}`,
  accessLevel: 'public',
  bureauCode: ['018:10'],
  programCode: ['018:001'],
  distribution: [
    { accessURL: `https://data.example.org/${number}.csv`, format: 'text/csv' },
    { accessURL: `https://data.example.org/${number}.json`, format: 'application/json' },
  ],
  accrualPeriodicity: 'Annual',
  language: ['en-US'],
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
  temporal: '2013-01-01/2014-01-01',
  issued: '2013-05-09',
  landingPage: `https://data.example.org/${number}`,
  theme: ['data'],
})

/** A file of so many entries; `change` spoils each of them. */
const file = (entries, change = {}) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: entries }, (_, number) => ({ ...entry(number), ...change })),
      null,
      1,
    ),
  )

const secondsFor = (bytes) => {
  const started = performance.now()
  validateCatalog(bytes, fileLimits)
  return (performance.now() - started) / 1000
}

/** Of as many runs as make the large file together, so that both see the same noise and the same share of collected garbage. */
const meanSecondsFor = (bytes, times) =>
  Array.from({ length: times }, () => secondsFor(bytes)).reduce((sum, seconds) => sum + seconds / times, 0)

/** The longest the event loop stood still while a file was checked in its thread. */
const longestStallMs = async (bytes) => {
  const thread = startValidationThread()
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 1)
    last = now
  }, 1)
  await thread.validate(bytes, fileLimits)
  clearInterval(timer)
  await thread.close()
  return longest
}

export const measure = async ({ note }) => {
  const small = file(10_000)
  note(`10,000 entries: ${(small.length / 1e6).toFixed(1)} MB`)
  const before = process.cpuUsage()
  const cold = secondsFor(small)
  const { user, system } = process.cpuUsage(before)
  const warm = meanSecondsFor(small, 10)
  const large = secondsFor(file(100_000))
  const broken = secondsFor(file(10_000, { modified: '31.8.2014', distribution: [{ format: 'csv' }] }))
  const stall = Math.min(await longestStallMs(small), await longestStallMs(small), await longestStallMs(small))
  return [
    { name: 'catalog: a valid file of 10,000 entries, first use', value: cold, unit: 's', target: 2, better: 'lower' },
    {
      name: 'catalog: the same, processor time (says more where the machine is busy)',
      value: (user + system) / 1e6,
      unit: 's',
      target: null,
      better: 'lower',
    },
    { name: 'catalog: the same, mean of ten more', value: warm, unit: 's', target: 2, better: 'lower' },
    { name: 'catalog: two errors in each of 10,000 entries', value: broken, unit: 's', target: 2, better: 'lower' },
    { name: 'catalog: 100,000 entries', value: large, unit: 's', target: null, better: 'lower' },
    {
      name: 'catalog: growth of time from 10,000 to 100,000 entries (10 = linear)',
      value: large / warm,
      unit: '×',
      target: 15,
      better: 'lower',
    },
    { name: 'catalog: longest stall of the event loop while 10 MB are checked', value: stall, unit: 'ms', target: 50, better: 'lower' },
  ]
}
