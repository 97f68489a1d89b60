// The indexer: what checking, decoding and storing cost beside downloading alone, how soon a new block can be queried, how much memory it takes.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const replayNode = new URL('../../shared/tools/replay-node.mjs', import.meta.url)
/** A run of real mainnet blocks without uncles, 0.65 MB of JSON and about 200 transactions each. */
const [from, to] = [14_000_000, 14_000_011]
const rounds = 12
const headSamples = 15

export const measure = async ({ note }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ownscan-bench-'))
  try {
    return [...(await fillFigures(folder, note)), ...(await headFigures(folder, note))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fillFigures = async (folder, note) => {
  if (!existsSync(replayNode)) {
    note('the real blocks beside the project are not there: the fill is not measured')
    return []
  }
  const node = spawn(process.execPath, [fileURLToPath(replayNode)], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await new Promise((resolve) => createInterface({ input: node.stdout }).once('line', resolve))
    const took = await runChild('ingest/fill.mjs', [url, join(folder, 'fill'), from, to, rounds])
    const perSecond = (ms) => (took.blocks * 1000) / ms
    note(`${took.blocks} mainnet blocks, ${took.rows} rows`)
    return [
      {
        name: 'mainnet blocks downloaded and parsed only',
        value: perSecond(took.downloadMs),
        unit: 'blocks/s',
        target: null,
        better: 'higher',
      },
      {
        name: 'mainnet blocks fetched, checked, decoded and stored',
        value: perSecond(took.ingestMs),
        unit: 'blocks/s',
        target: null,
        better: 'higher',
      },
      {
        name: 'indexing as a share of downloading alone',
        value: took.downloadMs / took.ingestMs,
        unit: 'x',
        target: 0.5,
        better: 'higher',
      },
      { name: 'peak memory while indexing', value: took.maxRssMb, unit: 'MB', target: 500, better: 'lower' },
    ]
  } finally {
    node.kill('SIGKILL')
  }
}

const headFigures = async (folder, note) => {
  const lags = await runChild('ingest/head.mjs', [join(folder, 'head'), headSamples])
  note(`head to queryable, in ms: ${lags.join(' ')}`)
  const middle = lags[Math.floor(lags.length / 2)]
  return [
    { name: 'head to queryable on the demo chain, median', value: middle, unit: 'ms', target: null, better: 'lower' },
    { name: 'head to queryable on the demo chain, slowest', value: lags.at(-1), unit: 'ms', target: 1000, better: 'lower' },
  ]
}

/** A process of its own, so that memory and caches are its own too; its last line is the result. */
const runChild = (script, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (part) => {
      output += part
    })
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(output.trim().split('\n').at(-1))) : reject(new Error(`${script} ended with ${code}`)),
    )
  })
