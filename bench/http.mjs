// Whole requests on one core: 100-row pages of a huge address, cycling through many, beside the same process sending the same bytes from memory.
// On its own: `node bench/http.mjs [--rows 5000000]`, after `npm run build`.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openLmdbStore } from '../dist/store/lmdb/open.js'
import { hubAddress, makeGenerator } from './generate.mjs'

const rowsPerCommit = 50_000
const connections = 16
const roundSeconds = 1
const rounds = 9
/** Rounds that do not count: a worker's code is compiled for speed while it runs, and a service runs for days. */
const warmUpRounds = 4
const pagesCycled = 100

const seed = async (folder, rows) => {
  const store = openLmdbStore(join(folder, 'store'), { mode: 'write' })
  const generator = makeGenerator({ rows })
  const firstBlock = 12_000_000
  await store.openChain(1, firstBlock)
  for (let stored = 0, from = firstBlock; stored < rows; ) {
    const { blocks, rows: made } = generator.next(rowsPerCommit)
    const last = blocks.at(-1)
    const range = { from, to: last.number }
    await store.commit({ chainId: 1, range, datasets: ['transfers', 'blocks'], blocks, head: last, finalized: last.number - 64 })
    stored += made
    from = last.number + 1
  }
  await store.close()
}

const start = (name, ...args) => {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args)
  const next = () =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`${name} ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message)
      })
    })
  const ask = (message) => {
    child.send(message)
    return next()
  }
  return { child, next, ask }
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** The sides by turns, so that a slow moment of the machine hits all of them; answers for each
 * the median rate, and of rate and CPU time the median share of the first. */
const race = async (server, load, sides) => {
  const results = sides.map(() => [])
  const cpuSeconds = async () => {
    const { cpu } = await server.ask({ cpu: true })
    return (cpu.user + cpu.system) / 1e6
  }
  for (let round = 0; round < warmUpRounds; round++)
    for (const side of sides) await load.ask({ connections, seconds: roundSeconds, ...side })
  for (let round = 0; round < rounds; round++)
    for (const [index, side] of sides.entries()) {
      const before = await cpuSeconds()
      const result = await load.ask({ connections, seconds: roundSeconds, ...side })
      if (result.failed > 0) throw new Error(`${result.failed} requests failed`)
      results[index].push({ ...result, cpu: ((await cpuSeconds()) - before) / (result.rate * roundSeconds) })
    }
  return results.map((own) => ({
    rate: median(own.map(({ rate }) => rate)),
    ratio: median(own.map(({ rate }, round) => rate / results[0][round].rate)),
    cpuRatio: median(own.map(({ cpu }, round) => results[0][round].cpu / cpu)),
    cpuMicroseconds: median(own.map(({ cpu }) => cpu * 1e6)),
    p99: median(own.map(({ p99 }) => p99)),
  }))
}

export const measure = async ({ note, rows = 5_000_000, data }) => {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'ownscan-bench-http-'))
  if (data === undefined) {
    note(`storing ${rows} rows`)
    await seed(folder, rows)
  }
  const server = start('http-server.mjs', folder)
  const load = start('http-load.mjs')
  try {
    const [{ port, memoryPort, key, limitedKey }] = await Promise.all([server.next(), load.next()])
    const path = (page, extra = '') =>
      `/v2/api?chainid=1&module=account&action=token1155tx&address=${hubAddress}&page=${page}&offset=100${extra}`
    const pagesWith = (apiKey) => Array.from({ length: pagesCycled }, (_, page) => path(page + 1, `&apikey=${apiKey}`))
    const paths = pagesWith(key)
    const { bytes, texts } = await server.ask({ fetch: paths })
    if (!texts.startsWith('{"status":"1","message":"OK"')) throw new Error(`not a page: ${texts}`)
    note(`pages of ${Math.round(bytes)} bytes`)
    const [memory, pages, first, limited, brotli, gzip] = await race(server, load, [
      { port: memoryPort, paths },
      { port, paths },
      { port, paths: paths.slice(0, 1) },
      { port, paths: pagesWith(limitedKey) },
      { port, paths, headers: 'Accept-Encoding: br\r\n' },
      { port, paths, headers: 'Accept-Encoding: gzip\r\n' },
    ])
    const { memory: used } = await server.ask({ memory: true })
    const figure = (name, value, unit, target, better) => ({ name, value, unit, target, better })
    return [
      figure('http: the same bytes from memory', memory.rate, 'requests/s', null, 'higher'),
      figure('http: 100-row pages of a huge address', pages.rate, 'requests/s', null, 'higher'),
      figure('http: … as a share of the same bytes from memory', pages.ratio, 'ratio', 0.3, 'higher'),
      figure('http: … by CPU time', pages.cpuRatio, 'ratio', null, 'higher'),
      figure('http: CPU time of a page', pages.cpuMicroseconds, 'µs', null, 'lower'),
      figure('http: CPU time of the same bytes from memory', memory.cpuMicroseconds, 'µs', null, 'lower'),
      figure('http: … page 1 only', first.cpuRatio, 'ratio', null, 'higher'),
      figure('http: … with a key that has limits', limited.cpuRatio, 'ratio', null, 'higher'),
      figure('http: … compressed with brotli, pages that repeat', brotli.cpuRatio, 'ratio', null, 'higher'),
      figure('http: … compressed with gzip, pages that repeat', gzip.cpuRatio, 'ratio', null, 'higher'),
      figure(`http: … 99th percentile at ${connections} connections`, pages.p99, 'ms', null, 'lower'),
      figure('http: heap and buffers of the worker', (used.heapTotal + used.external) / 1e6, 'MB', 200, 'lower'),
    ]
  } finally {
    server.child.kill()
    load.child.kill()
    if (data === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { rows: { type: 'string' }, data: { type: 'string' } } })
  const options = {
    note: console.error,
    ...(values.rows ? { rows: Number(values.rows) } : {}),
    ...(values.data ? { data: values.data } : {}),
  }
  for (const { name, value, unit } of await measure(options)) console.log(`${name.padEnd(60)} ${value.toPrecision(4).padStart(10)} ${unit}`)
  process.exit(0)
}
