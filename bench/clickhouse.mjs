// The cluster's store on the real engine, in process: what a page costs beside the engine's own round trip, and how fast rows go in.

import { install } from '../tools/setup.mjs'
import { contractAt, hubAddress, makeGenerator, producerAt } from './generate.mjs'

const rows = Number(process.env.OWNSCAN_BENCH_ROWS ?? 1_000_000)
/** As `ownscan migrate` commits. */
const commitRows = 100_000
const pages = 100

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Measures kinds of work in turn, so that what the machine does meanwhile hits all alike; milliseconds at the median. */
const interleaved = async (works, times) => {
  const taken = works.map(() => [])
  for (let i = 0; i < times; i++)
    for (const [index, work] of works.entries()) {
      const from = performance.now()
      await work(i)
      if (i >= 5) taken[index].push(performance.now() - from)
    }
  return taken.map(median)
}

export const measure = async ({ note }) => {
  install('test/engines')
  const { Chdb, chdbPresent } = await import('../test/engines/chdb.mjs')
  if (!chdbPresent) return []
  const { EngineError } = await import('../dist/store/clickhouse/engine.js')
  const { readerOver, writerOver } = await import('../dist/store/clickhouse/store.js')
  const chdb = new Chdb()
  try {
    const database = chdb.database()
    const engine = chdb.engine(database, (message, kind) => new EngineError(message, kind))
    const store = await writerOver(engine, { times: { ttlMs: 600_000, settleMs: 0 } })
    await store.openChain(1, 0)
    const { inserted, seconds, processorSeconds } = await fill(store, note)
    chdb.query(database, 'OPTIMIZE TABLE transfer_lists FINAL')
    const bytes = chdb.query(database, `SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = '${database}'`)
    // As an API node reads.
    const figures = await reads(await readerOver(engine, 200), engine, note)
    await store.close()
    return [
      ...figures,
      {
        name: 'ClickHouse: transfers inserted, with every list',
        value: inserted / seconds,
        unit: 'rows/s',
        target: 100_000,
        better: 'higher',
      },
      {
        // On a machine that others use too, this says more than rows a second do. What the engine merges meanwhile is in it.
        name: 'ClickHouse: processor time of an inserted transfer, client and engine',
        value: (processorSeconds * 1e6) / inserted,
        unit: 'µs',
        target: null,
        better: 'lower',
      },
      {
        name: 'ClickHouse: disk for a transfer, all tables',
        value: Number(bytes) / inserted,
        unit: 'bytes',
        target: null,
        better: 'lower',
      },
    ]
  } finally {
    chdb.close()
  }
}

/** Only the store's time counts: making the rows is the benchmark's own. */
const fill = async (store, note) => {
  const generator = makeGenerator({ rows })
  let [inserted, milliseconds, microseconds, next] = [0, 0, 0, 0]
  while (inserted < rows) {
    const { blocks, rows: made } = generator.next(commitRows)
    const to = blocks.at(-1).number
    const from = performance.now()
    const used = process.cpuUsage()
    await store.commit({
      chainId: 1,
      range: { from: next, to },
      datasets: ['transfers', 'blocks'],
      blocks,
      head: { number: to, timestamp: blocks.at(-1).timestamp },
    })
    milliseconds += performance.now() - from
    const { user, system } = process.cpuUsage(used)
    microseconds += user + system
    next = to + 1
    inserted += made
    if (inserted % 500_000 < commitRows) note(`${inserted} rows in`)
  }
  return { inserted, seconds: milliseconds / 1000, processorSeconds: microseconds / 1e6 }
}

const reads = async (store, engine, note) => {
  const page = (more) => async (i) => {
    const snapshot = await store.snapshot(1)
    const query = {
      fromTo: 'and',
      fromBlock: 0,
      toBlock: 999_999_999,
      order: i % 2 ? 'asc' : 'desc',
      skip: 0,
      limit: 100,
      deadline: Number.POSITIVE_INFINITY,
      ...more(i),
    }
    const end = await (query.contract === undefined && query.producer
      ? snapshot.blocks({ ...query, address: query.producer }, () => {})
      : snapshot.transfers(query, () => {}))
    if (end.rows === 0) throw new Error(`an empty page of ${JSON.stringify(more(i))}`)
  }
  const [one, first, hundredth, filtered, contract, producer] = await interleaved(
    [
      () => engine.rows('SELECT 1'),
      page(() => ({ address: hubAddress })),
      page(() => ({ address: hubAddress, skip: 9900 })),
      page((i) => ({ address: hubAddress, contract: contractAt(i % 5) })),
      page((i) => ({ contract: contractAt(i % 5) })),
      page((i) => ({ producer: producerAt(i % 5) })),
    ],
    pages,
  )
  note(`SELECT 1 ${one.toFixed(2)} ms, page 1 ${first.toFixed(2)} ms`)
  const times = (name, value, base, target) => ({
    name: `ClickHouse: ${name}`,
    value: value / base,
    unit: 'times',
    target,
    better: 'lower',
  })
  return [
    times('page 1 of a huge address beside SELECT 1', first, one, 5),
    times('page 100 beside page 1', hundredth, first, 2),
    times('page by address and contract beside page 1', filtered, first, null),
    times('page by contract beside page 1', contract, first, null),
    times('page by producer beside page 1', producer, first, null),
    { name: 'ClickHouse: page 1 of a huge address', value: first, unit: 'ms', target: null, better: 'lower' },
  ]
}
