import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openKeyring } from '../../src/access/keyring.ts'
import type { ChainNote } from '../../src/ingest/note.ts'
import type { IndexedBlock, TransferTransaction } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import type { EndpointHealth } from '../../src/rpc/port.ts'
import { openStoreWriter } from '../../src/store/open.ts'
import type { StoreWriter } from '../../src/store/port.ts'
import { testFolder } from '../folder.ts'
import { type RunningProgram, startProgram } from '../http/process.ts'

export const hex = (value: number | bigint, digits: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
export const holder: Hex = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
export const holderChecksummed = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const other: Hex = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
export const contract: Hex = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
export const producer: Hex = '0xa11ce00000000000000000000000000000000001'
const zero = hex(0, 40)
const start = 1_700_000_000

/** Two transfers a block: one in, one out; the first of all is a mint. `fork` makes another block of the same number. */
const blockAt = (number: number, fork = 0): IndexedBlock => ({
  number,
  hash: hex(BigInt(number) * 1000n + BigInt(fork) + 1n, 64),
  parentHash: hex(number === 0 ? 0n : BigInt(number - 1) * 1000n + 1n, 64),
  timestamp: start + number * 12,
  uncles:
    number % 10 === 5
      ? [
          {
            hash: hex(number + 7_000_000, 64),
            number: number - 1,
            timestamp: start + number * 12 - 9,
            miner: producer,
            reward: 175n * 10n ** 16n,
          },
        ]
      : [],
  validated: {
    producer,
    feeRecipient: producer,
    staticReward: 2n * 10n ** 18n,
    inclusionReward: number % 10 === 5 ? 625n * 10n ** 14n : 0n,
    tips: 5n * 10n ** 15n,
    burnt: 10n ** 15n,
    transactionCount: 1,
  },
  transactions: [transactionAt(number, fork)],
})

const transactionAt = (number: number, fork: number): TransferTransaction => ({
  hash: hex(number * 7 + fork * 1_000_003 + 1000, 64),
  index: 0,
  nonce: 1n,
  gas: 90_000n,
  gasPrice: 10n ** 9n,
  gasUsed: 60_000n,
  cumulativeGasUsed: 60_000n,
  methodId: '0xf242432a',
  transfers: [
    { from: number === 0 ? zero : other, to: holder },
    { from: holder, to: other },
  ].map((parties, i) => ({
    ...parties,
    contract,
    operator: parties.from,
    tokenId: BigInt(number % 5),
    value: BigInt(10 + number + fork * 1000 - i),
    logIndex: i,
    batchIndex: 0,
  })),
})

const endpoint: EndpointHealth = {
  id: 0,
  name: 'http://node-b:8545',
  state: 'ok',
  head: undefined,
  oldest: undefined,
  latencyMs: undefined,
  requestsPerSecond: 0,
  rateCap: undefined,
  faults: {},
  lastFault: undefined,
  unsupported: [],
}

/** A note of an indexer that follows. */
const noteOf = (head: number, changes: Partial<ChainNote>): string =>
  JSON.stringify({
    version: 1,
    chainId: 1,
    name: 'Ethereum',
    at: Date.now(),
    phase: 'following',
    head: { number: head, timestamp: start + head * 12 },
    lagBlocks: 0,
    lagMs: 17,
    backfill: null,
    endpoints: [
      { ...endpoint, id: 0, name: 'http://node-a:8545', state: 'ok', head, latencyMs: 4, requestsPerSecond: 12.5 },
      { ...endpoint, id: 1, state: 'cooling', head: head - 2, rateCap: 25, faults: { timeout: 3 }, lastFault: 'no answer within 10 s' },
    ],
    reorganisations: { count: 0, deepest: 0, recent: [] },
    failedChecks: {},
    lastFailedCheck: null,
    malformedEvents: 0,
    unclesMissing: 0,
    stuck: [],
    halted: null,
    quirks: [],
    rewards: 'known',
    totals: { blocks: head + 1, rows: 0, commits: 1 },
    ...changes,
  } satisfies ChainNote)

/** The real program on a real store that the test goes on writing to, as an indexer would. */
interface World {
  readonly url: () => string
  readonly key: string
  readonly admin: string
  readonly data: string
  readonly writer: StoreWriter
  /** Blocks `from` to `to` arrive and become the head. */
  readonly arrive: (from: number, to: number, options?: { readonly fork?: number; readonly rollbackTo?: number }) => Promise<void>
  readonly note: (head: number, changes?: Partial<ChainNote>) => void
  readonly stop: () => Promise<void>
  /** On the port it had. */
  readonly restart: () => Promise<void>
}

interface WorldOptions {
  /** Blocks there are, from 0 on; 40 where absent. */
  readonly blocks?: number
  /** Head of the chain where it is further than what is indexed. */
  readonly head?: number
  readonly args?: readonly string[]
}

export const startWorld = async ({ blocks = 40, head = blocks - 1, args = [] }: WorldOptions = {}): Promise<World> => {
  const data = testFolder()
  const writer = await openStoreWriter({ data, store: { kind: 'lmdb' } })
  await writer.openChain(1, 0)
  const commit = async (from: number, to: number, top: number, fork = 0, rollbackTo?: number): Promise<void> =>
    writer.commit({
      chainId: 1,
      range: { from, to },
      datasets: ['transfers', 'blocks'],
      blocks: Array.from({ length: to - from + 1 }, (_, i) => blockAt(from + i, fork)),
      head: { number: top, timestamp: start + top * 12 },
      finalized: Math.min(from, to - 10),
      ...(rollbackTo === undefined ? {} : { rollbackTo }),
    })
  if (blocks > 0) await commit(0, blocks - 1, head)
  await writer.putTokens(1, new Map([[contract, { name: 'Relics of the Test', symbol: 'RELIC' }]]))
  const keyring = openKeyring(data)
  const { secret: key } = keyring.create({ name: 'test', perSecond: 0, perDay: 0, expiresAt: null })
  const admin = keyring.resetAdmin()
  await keyring.close()
  const serve = (port: number): Promise<RunningProgram> =>
    startProgram(['serve', '--data', data, '--port', String(port), '--workers', '1', '--log-level', 'error', ...args])
  writer.note(1, noteOf(head, {}))
  let program = await serve(0)
  onTestFinished(() => writer.close())
  const { port } = program
  return {
    url: () => `http://127.0.0.1:${port}`,
    key,
    admin,
    data,
    writer,
    arrive: async (from, to, { fork = 0, rollbackTo } = {}) => {
      await commit(from, to, to, fork, rollbackTo)
      const change = { at: Date.now(), depth: to - from + 1, ancestor: from - 1 }
      writer.note(1, noteOf(to, rollbackTo === undefined ? {} : { reorganisations: { count: 1, deepest: change.depth, recent: [change] } }))
    },
    note: (top, changes = {}) => void writer.note(1, noteOf(top, changes)),
    stop: async () => {
      program.child.kill('SIGTERM')
      await program.ended
    },
    restart: async () => {
      program = await serve(port)
    },
  }
}

/** Opens a place of the console, the key entered. */
export const openPlace = async (
  page: Page,
  world: World,
  place: string,
  { key = world.key, admin = '' }: { readonly key?: string; readonly admin?: string } = {},
): Promise<void> => {
  const keep = (name: string, secret: string): string => (secret === '' ? '' : `sessionStorage.setItem('ownscan-${name}', '${secret}');`)
  await page.addInitScript({ content: keep('key', key) + keep('admin', admin) })
  await page.goto(`${world.url()}/#/${place}`)
}
