import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainConfig } from '../../src/config/types.ts'
import { limits } from '../../src/ingest/limits.ts'
import { createMeter } from '../../src/ingest/meter.ts'
import { chainClient, knownChain } from '../../src/ingest/parts.ts'
import { coveredPart, numbersOf, verifyBlocks } from '../../src/ingest/verify.ts'
import { createLogger } from '../../src/log/logger.ts'
import type { IndexedBlock } from '../../src/records/block.ts'
import { openLmdbStore } from '../../src/store/lmdb/open.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import { ask, contextWith } from '../query/ask.ts'
import { shared } from '../shared.ts'
import { contents, startIndexer } from './harness.ts'
import { createModelStore } from './model-store.ts'
import { type ReplayNode, startReplayNode } from './replay-node.ts'

type Row = Readonly<Record<string, string | number>>

const config = (
  url: string,
  index: ChainConfig['index'] = ['transfers', 'blocks'],
  completeness: ChainConfig['completeness'] = 'proven',
): ChainConfig => ({
  chainId: 1,
  endpoints: [{ url, headers: {}, rateCap: undefined, archive: undefined }],
  startBlock: 0,
  index,
  completeness,
  finalityDepth: undefined,
  concurrency: 8,
  quirks: [],
  custom: undefined,
})

describe.skipIf(!shared.present)('real mainnet blocks, from a node to the store', () => {
  let node: ReplayNode
  let folder: string
  let store: StoreWriter
  let stored: IndexedBlock[]
  const read = (path: string) => readFileSync(new URL(path, shared.folder))
  const numbers = () =>
    readdirSync(new URL('data/blocks/mainnet/', shared.folder))
      .map((file) => Number.parseInt(file, 10))
      .sort((a, b) => a - b)

  beforeAll(async () => {
    node = await startReplayNode()
    folder = mkdtempSync(join(tmpdir(), 'ownscan-test-'))
    store = openLmdbStore(folder, { mode: 'write' })
    for (const { from, to } of runsOf(numbers())) {
      const outcomes = await startIndexer(store, [config(node.url)], { range: { from, to } }).ended
      expect(outcomes.get(1)).toEqual({ kind: 'done' })
    }
    stored = await contents(store, 1)
  })
  afterAll(async () => {
    await node?.stop()
    await store?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('hold all 71 blocks: every root and every hash checks', () => {
    expect(stored.map(({ number }) => number)).toEqual(numbers())
  })

  it('give every expected transfer row, field for field', () => {
    const expected = JSON.parse(gunzipSync(read('data/expected/mainnet_token1155_rows.json.gz')).toString()) as Row[]
    // What is not the store's to hold: the marker field, and facts of the material's own decoders.
    const kept = expected.map(({ input: _, _event: __, _txType: ___, _status: ____, ...row }) => row)
    expect(stored.flatMap(transferRows)).toEqual(kept)
    expect(kept).toHaveLength(816)
  })

  it('give every expected reward, part for part', () => {
    const expected = JSON.parse(read('data/expected/mainnet_block_rewards.json').toString()) as Row[]
    const found = stored.map(({ number, timestamp, validated }) => ({
      blockNumber: String(number),
      timeStamp: String(timestamp),
      miner: validated?.producer,
      staticReward: String(validated?.staticReward),
      txFees: String((validated?.tips ?? 0n) + (validated?.burnt ?? 0n)),
      burntFees: String(validated?.burnt),
      uncleInclusionReward: String(validated?.inclusionReward),
      blockReward: String((validated?.staticReward ?? 0n) + (validated?.inclusionReward ?? 0n) + (validated?.tips ?? 0n)),
    }))
    expect(found).toEqual(expected.map(({ uncles: _, ...rest }) => rest))
  })

  it('give every expected row through the queries, contract by contract', async () => {
    const expected = JSON.parse(gunzipSync(read('data/expected/mainnet_token1155_rows.json.gz')).toString()) as Readonly<
      Record<string, string>
    >[]
    const context = contextWith({ store, incomplete: 'serve' })
    for (const contract of new Set(expected.map((row) => row['contractAddress']))) {
      const { rows } = await ask(context, `action=token1155tx&contractaddress=${contract}&offset=10000&apikey=x`)
      const wanted = expected.filter((row) => row['contractAddress'] === contract)
      expect(rows.map(({ functionName: _, tokenName: __, tokenSymbol: ___, confirmations: ____, ...row }) => row)).toEqual(
        wanted.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')))),
      )
    }
  })

  it('give every expected reward through the queries, producer by producer, newest first', async () => {
    const expected = JSON.parse(read('data/expected/mainnet_block_rewards.json').toString()) as Readonly<Record<string, string>>[]
    const context = contextWith({ store, incomplete: 'serve' })
    for (const miner of new Set(expected.map((row) => row['miner']))) {
      const { rows } = await ask(context, `action=getminedblocks&address=${miner}&offset=100&apikey=x`)
      const wanted = expected
        .filter((row) => row['miner'] === miner)
        .map(({ blockNumber, timeStamp, blockReward }) => ({ blockNumber, timeStamp, blockReward }))
      expect(rows).toEqual(wanted.reverse())
    }
  })

  it.each(['proven', 'logs'] as const)('give the same transfers alone (%s)', async (completeness) => {
    const alone = createModelStore()
    const range = { from: 14_000_000, to: 14_000_012 }
    const outcomes = await startIndexer(alone, [config(node.url, ['transfers'], completeness)], { range }).ended
    expect(outcomes.get(1)).toEqual({ kind: 'done' })
    const inRun = stored.filter(({ number }) => number >= 14_000_000 && number <= 14_000_012)
    expect((await contents(alone, 1)).flatMap(transferRows)).toEqual(inRun.flatMap(transferRows))
  })

  it('are found equal by verification, and a changed row is found', async () => {
    const chain = config(node.url)
    const log = createLogger({ level: 'error', format: 'text', write: () => undefined })
    const client = chainClient(chain, log)
    const context = {
      chainId: 1,
      datasets: chain.index,
      client,
      examiner: knownChain(chain).examiner,
      meter: createMeter(),
      log,
      limits,
      signal: new AbortController().signal,
    }
    try {
      const snapshot = await store.snapshot(1)
      if (snapshot === undefined) throw new Error('no chain')
      const range = { from: 14_000_000, to: 14_000_003 }
      const honest = await verifyBlocks(context, snapshot, numbersOf(coveredPart(snapshot, range)))
      expect(honest).toEqual(expect.objectContaining({ checked: 4, differences: [], unchecked: [] }))
      const spoilt = {
        ...snapshot,
        scan: async function* ({ from, to }: typeof range) {
          for await (const block of snapshot.scan({ from, to }))
            yield { ...block, timestamp: block.timestamp + (from === 14_000_002 ? 1 : 0) }
        },
      }
      const { differences } = await verifyBlocks(context, spoilt, numbersOf([range]))
      expect(differences).toEqual([expect.objectContaining({ block: 14_000_002, path: 'timestamp' })])
    } finally {
      await client.close()
    }
  })
})

/** Neighbouring numbers as ranges. */
const runsOf = (numbers: readonly number[]): { from: number; to: number }[] => {
  const runs: { from: number; to: number }[] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last?.to === number - 1) last.to = number
    else runs.push({ from: number, to: number })
  }
  return runs
}

const transferRows = (block: IndexedBlock): Row[] =>
  block.transactions.flatMap((tx) =>
    tx.transfers.map((transfer) => ({
      blockNumber: String(block.number),
      timeStamp: String(block.timestamp),
      hash: tx.hash,
      nonce: String(tx.nonce),
      blockHash: block.hash,
      transactionIndex: String(tx.index),
      gas: String(tx.gas),
      gasPrice: String(tx.gasPrice),
      gasUsed: String(tx.gasUsed),
      cumulativeGasUsed: String(tx.cumulativeGasUsed),
      methodId: tx.methodId,
      contractAddress: transfer.contract,
      from: transfer.from,
      to: transfer.to,
      tokenID: String(transfer.tokenId),
      tokenValue: String(transfer.value),
      _logIndex: transfer.logIndex,
      _batchIndex: transfer.batchIndex,
      _operator: transfer.operator,
    })),
  )
