// The embedded store alone: pages of huge addresses at any depth and under filters, growth, size on disk, durable ingest.
// On its own: `node bench/store.mjs [--rows 5000000] [--keep FOLDER]`, after `npm run build`.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { accountAt, contractAt, hubAddress, makeGenerator, producerAt, zeroAddress } from './generate.mjs'

const chainId = 1
const rowsPerCommit = 10_000
const firstMeasureRows = 1_000_000
const page = { fromBlock: 0, toBlock: 999_999_999, order: 'asc', skip: 0, limit: 100, deadline: Number.POSITIVE_INFINITY, fromTo: 'and' }

/** Microseconds of one call: the median of several rounds, each long enough for the clock. */
const time = (work, rounds = 15) => {
  work(0)
  const taken = []
  let calls = 20
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    for (let i = 0; i < calls; i++) work(round * calls + i)
    const milliseconds = performance.now() - start
    taken.push((milliseconds * 1000) / calls)
    if (milliseconds < 4) calls *= 2
  }
  return taken.sort((a, b) => a - b)[taken.length >> 1]
}

/** Pages that differ from call to call, so that nothing is measured twice in a row: `skip` and range as given by the call's number. */
const timePages = (store, query) => {
  let sunk = 0
  const sink = (_bytes, _first, count) => {
    sunk += count
  }
  const microseconds = time((i) => store.snapshot(chainId).transfers(query(i), sink))
  if (sunk === 0) throw new Error('the pages measured have no rows')
  return microseconds
}

/** A contract the address has few rows of, but a page at least. */
const selectiveContract = (store, address) => {
  const snapshot = store.snapshot(chainId)
  let found
  for (let n = 19_999; n > 0 && !(found?.rows >= 100); n = Math.floor(n * 0.9)) {
    const contract = contractAt(n)
    const { rows } = snapshot.transfers({ ...page, address, contract, limit: 400 }, () => {})
    if (rows > (found?.rows ?? 0)) found = { contract, rows }
  }
  return found
}

const measurePages = (store) => {
  const of = (more) => (i) => ({ ...page, address: hubAddress, ...(typeof more === 'function' ? more(i) : more) })
  // Ten pages in a row are one window; page 1 and page 100 are taken of windows all over the range.
  const { head, startBlock } = store.snapshot(chainId).state
  const from = (i) => startBlock + Math.floor(((i * 7919) % 1000) * ((head - startBlock) / 2000))
  const selective = selectiveContract(store, hubAddress)
  return {
    first: timePages(store, of({})),
    hundredth: timePages(store, of({ skip: 9_900 })),
    cycling: timePages(
      store,
      of((i) => ({ skip: (i % 100) * 100 })),
    ),
    newest: timePages(
      store,
      of((i) => ({ order: 'desc', skip: (i % 100) * 100 })),
    ),
    ranged: timePages(
      store,
      of((i) => ({ fromBlock: from(i) })),
    ),
    unselective: timePages(
      store,
      of((i) => ({ contract: contractAt(0), skip: (i % 20) * 100 })),
    ),
    selective: timePages(store, of({ contract: selective.contract })),
    selectiveRows: selective.rows,
    incoming: timePages(
      store,
      of((i) => ({ direction: 'in', skip: (i % 100) * 100 })),
    ),
    mints: timePages(store, (i) => ({ ...page, address: zeroAddress, skip: (i % 100) * 100 })),
    contract: timePages(store, (i) => ({ ...page, contract: contractAt(0), skip: (i % 100) * 100 })),
    small: timePages(store, (i) => ({ ...page, address: accountAt(5_000 + ((i * 31) % 5_000)) })),
    producer: time((i) =>
      store.snapshot(chainId).blocks({ ...page, address: producerAt(0), order: 'desc', skip: (i % 100) * 100 }, () => {}),
    ),
  }
}

/** Pages as fast as they go, in another process, until told to stop. */
const startReader = (folder) =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('store-reader.mjs', import.meta.url)), [folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('error', reject)
    child.once('message', () =>
      resolve(
        () =>
          new Promise((stopped) => {
            child.once('message', ({ pages }) => {
              child.disconnect()
              stopped(pages)
            })
            child.send('stop')
          }),
      ),
    )
  })

const ingest = async (store, generator, rows, note) => {
  let stored = 0
  let milliseconds = 0
  const commits = []
  while (stored < rows) {
    const { blocks, rows: made } = generator.next(rowsPerCommit)
    const last = blocks.at(-1)
    const start = performance.now()
    await store.commit({
      chainId,
      range: { from: blocks[0].number, to: last.number },
      datasets: ['transfers', 'blocks'],
      blocks,
      head: { number: last.number, timestamp: last.timestamp },
    })
    const taken = performance.now() - start
    milliseconds += taken
    commits.push(taken)
    stored += made
    if (Math.floor(stored / 1_000_000) !== Math.floor((stored - made) / 1_000_000))
      note(`${Math.floor(stored / 1_000_000)} M rows, ${Math.round(stored / (milliseconds / 1000))} rows/s`)
  }
  return { stored, rowsPerSecond: stored / (milliseconds / 1000), longest: Math.max(...commits) }
}

export const measure = async ({ note, rows = 5_000_000, keep }) => {
  const { openLmdbStore } = await import('../dist/store/lmdb/open.js')
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'ownscan-bench-'))
  mkdirSync(folder, { recursive: true })
  const store = openLmdbStore(folder, { mode: 'write' })
  try {
    store.openChain(chainId, 12_000_000)
    const generator = makeGenerator({ rows })
    const early = Math.min(firstMeasureRows, rows / 5)
    const before = await ingest(store, generator, early, note)
    const small = measurePages(store)
    const after = await ingest(store, generator, rows - early - 20 * rowsPerCommit, note)
    const stop = await startReader(folder)
    const loaded = await ingest(store, generator, 20 * rowsPerCommit, note)
    const pagesBeside = await stop()
    const large = measurePages(store)
    const bytes = statSync(join(folder, 'data.mdb')).size / store.snapshot(chainId).state.transferRows
    note(`${rows} rows; pages read beside the writer: ${pagesBeside}; the selective contract has ${large.selectiveRows} rows`)
    const millions = `${rows / 1_000_000} M rows`
    const figure = (name, value, unit, target, better = 'lower') => ({ name: `store: ${name}`, value, unit, target, better })
    return [
      figure(`page of 100 rows, huge address, cycling pages, ${millions}`, large.cycling, 'µs', 20),
      figure('the same, newest first', large.newest, 'µs', null),
      figure('page 100 to page 1', large.hundredth / large.first, 'x', 1.3),
      figure('unselective contract filter to none', large.unselective / large.cycling, 'x', 3),
      figure('selective contract filter to none', large.selective / large.cycling, 'x', 3),
      figure('direction filter to none', large.incoming / large.cycling, 'x', null),
      figure('from a block on, to the whole range', large.ranged / large.cycling, 'x', null),
      figure('page of mints (zero address)', large.mints, 'µs', null),
      figure('page of a contract', large.contract, 'µs', null),
      figure('page of a small address', large.small, 'µs', null),
      figure('page of 100 blocks by producer', large.producer, 'µs', null),
      figure(`page of a huge address, ${millions} to ${early / 1_000_000} M`, large.cycling / small.cycling, 'x', 1.5),
      figure(`page by producer, ${millions} to ${early / 1_000_000} M`, large.producer / small.producer, 'x', 1.5),
      figure('bytes on disk per transfer, all indexes, blocks and seals', bytes, 'bytes', 350),
      figure('durable ingest, commits of 10,000 rows', after.rowsPerSecond ?? before.rowsPerSecond, 'rows/s', 20_000, 'higher'),
      figure('the same while a reader runs at full load', loaded.rowsPerSecond, 'rows/s', 20_000, 'higher'),
      figure('longest commit', Math.max(before.longest, after.longest, loaded.longest), 'ms', null),
    ]
  } finally {
    await store.close()
    if (keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { rows: { type: 'string' }, keep: { type: 'string' } } })
  const figures = await measure({ note: (text) => console.error(text), rows: Number(values.rows ?? 5_000_000), keep: values.keep })
  for (const { name, value, unit, target } of figures)
    console.log(name.padEnd(75), value.toFixed(2).padStart(12), unit, target === null ? '' : `(target ${target})`)
}
