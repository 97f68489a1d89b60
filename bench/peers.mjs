// Ownscan and Ponder, one after the other, on the same node: rows of ERC-1155 transfers a second.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../tools/setup.mjs'
import { chainId, startBusyNode } from './busy-node.mjs'
import { indexWithPonder } from './ponder.mjs'

/** Both are timed from the start of their history to its end, as they tell it themselves: neither start-up counts. */
const indexWithOwnscan = ({ url, lastBlock }) => {
  const data = mkdtempSync(join(tmpdir(), 'ownscan-bench-'))
  const range = ['--from', '0', '--to', String(lastBlock)]
  const command = [join(root, 'bin/ownscan.mjs'), 'index', '--rpc', `${chainId}=${url}`, ...range, '--data', data, '--json']
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', cwd: data, maxBuffer: 64 * 1024 * 1024 })
  rmSync(data, { recursive: true, force: true })
  if (status !== 0) throw new Error(`indexing ended with code ${status}: ${stderr.slice(-1_000)}`)
  const notes = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { seconds: (notes.at(-1).at - notes[0].at) / 1_000 }
}

export const measure = async ({ note }) => {
  note('making a chain to index …')
  const node = await startBusyNode({ blocks: 600, deedsPerBlock: 12 })
  try {
    const ours = indexWithOwnscan(node)
    note(`ownscan: ${ours.seconds.toFixed(2)} s`)
    const theirs = await indexWithPonder({ ...node, chainId })
    note(`ponder: ${theirs.seconds.toFixed(2)} s for ${theirs.rows} rows`)
    return [
      {
        name: 'peers: Ponder, ERC-1155 rows from a local node',
        value: theirs.rows / theirs.seconds,
        unit: 'rows/s',
        target: null,
        better: 'higher',
      },
      {
        name: 'peers: Ownscan, the same rows from the same node',
        value: theirs.rows / ours.seconds,
        unit: 'rows/s',
        target: null,
        better: 'higher',
      },
      { name: 'peers: Ownscan as a multiple of Ponder', value: theirs.seconds / ours.seconds, unit: 'times', target: 5, better: 'higher' },
    ]
  } finally {
    await node.stop()
  }
}
