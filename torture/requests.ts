import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Pool } from 'undici'
import { createRandom, type Random } from '../test/simulate/random.ts'
import type { World } from '../test/simulate/world.ts'
import { makeRequest, type Vocabulary, type WireRequest } from './grammar.ts'
import { groupMemory, inMegabytes, sumOf } from './memory.ts'
import { type Expected, expectedAnswer, type OracleOptions } from './oracle/answer.ts'
import { readParameters } from './oracle/parameters.ts'
import { type Place, rowsOf } from './oracle/rows.ts'
import { createTally } from './outcome.ts'
import { type Part, timeLeft } from './part.ts'
import { type Stage, setStage } from './stage.ts'

interface RequestBounds {
  readonly requests: number
}

const clients = 32
const blocksAtFirst = 160
const blocksInAll = 420
/** A block comes after so many requests: the index moves under the questions, and the run's length decides how far. */
const requestsPerBlock = 1_500
/** Many more than requests are under way: one that is forgotten is never asked about. */
const cursorsKept = 20_000
const cursorsOffered = 200
/** Growth that is no leak: caches that fill, a heap that settles. */
const flatBytes = 48 << 20
const memoryEveryMs = 500
/** A shorter run does not show a leak above the noise of a heap. */
const samplesForFlatness = 40

const tallies = () => ({
  right: createTally('requests: every answer is exactly the one recomputed from plain arrays'),
  alive: createTally('requests: no answer is a 5xx, no connection breaks'),
  pages: createTally('requests: row counts and next cursors tell the truth'),
  memory: createTally('requests: memory of the service is flat while it answers and indexes'),
})

interface Run {
  readonly stage: Stage
  readonly oracle: OracleOptions
  readonly cursors: Map<string, { readonly binding: string; readonly place: Place; readonly query: string }>
  /** The newest of them. */
  readonly offered: string[]
  readonly words: Vocabulary
  readonly pool: Pool
  readonly all: ReturnType<typeof tallies>
}

/** Generated requests against the real service while it indexes, each answer compared with an oracle's. */
export const tortureByRequests: Part<RequestBounds> = async (context, { requests }) => {
  const all = tallies()
  const stage = await setStage({ folder: context.folder, seed: context.seed, head: blocksAtFirst, blocks: blocksInAll })
  const pool = new Pool(`http://127.0.0.1:${stage.port}`, { connections: clients, bodyTimeout: 60_000, headersTimeout: 60_000 })
  const run = prepare(stage, pool, all)
  const memory: number[] = []
  let begun = 0
  const sampling = setInterval(() => memory.push(sumOf(groupMemory(stage.service.pid))), memoryEveryMs)
  const client = async (): Promise<void> => {
    while (begun < requests && timeLeft(context)) {
      const number = begun++
      if (number % requestsPerBlock === requestsPerBlock - 1) advance(stage.worlds)
      await askOne(run, createRandom(`${context.seed}/request ${number}`), `seed ${context.seed}, request ${number}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, client))
    if (memory.length >= samplesForFlatness) checkMemory(memory, all.memory, context.note)
  } finally {
    clearInterval(sampling)
    await pool.destroy()
    const how = await stage.close()
    all.alive.check(how === 0, () => `the service ended with ${how}: ${stage.service.output().slice(-1500)}`)
  }
  context.note(`${begun.toLocaleString('en')} requests`)
  return Object.values(all)
}

const advance = (worlds: readonly World[]): void => {
  for (const world of worlds) if (world.head < blocksInAll) world.advance(1)
}

const prepare = (stage: Stage, pool: Pool, all: Run['all']): Run => {
  const cursors: Run['cursors'] = new Map()
  const offered: string[] = []
  const chains = stage.worlds.map(({ chain }) => {
    // Rows above the shown head are there already and not counted: no answer rests on a head above it.
    const rows = rowsOf(chain)
    return { chainId: chain.chainId, rows: () => rows }
  })
  const rows = chains.map((chain) => chain.rows())
  const words: Vocabulary = {
    chainIds: chains.map(({ chainId }) => chainId),
    addresses: [...new Set([...stage.worlds.flatMap(({ chain }) => chain.cast.accounts), ...rows.flatMap(minersOf)])],
    contracts: stage.worlds.flatMap(({ chain }) => chain.tokens.map(({ address }) => address)),
    tokenIds: rows.flatMap(({ transfers }) => transfers.slice(0, 10).map(({ tokenId }) => String(tokenId))),
    head: () => stage.worlds[0]?.head ?? 0,
    cursor: (random) => {
      const cursor = offered.length === 0 ? '' : random.pick(offered)
      const known = cursors.get(cursor)
      return known && { cursor, query: known.query }
    },
  }
  const oracle = { chains, key: stage.key, baseUrl: `http://127.0.0.1:${stage.port}`, cursors }
  return { stage, oracle, cursors, offered, words, pool, all }
}

const minersOf = ({ blocks, uncles }: ReturnType<typeof rowsOf>): string[] => [
  ...new Set([...blocks, ...uncles].map(({ address }) => address)),
]

const askOne = async (run: Run, random: Random, when: string): Promise<void> => {
  const request = makeRequest(random, run.words, run.oracle.key)
  // A wrong key is another part's matter: it would make this source wait.
  const { apikey } = readParameters(request.query, request.body)
  if (apikey !== run.oracle.key && (apikey !== '' || request.headers['x-api-key'] === undefined)) return
  const shown = `${when}: ${request.method} ?${request.query}${request.body === '' ? '' : ` body ${request.body}`}`.replaceAll(
    run.oracle.key,
    'KEY',
  )
  const reply = await send(run.pool, request).catch((error: unknown) => String(error))
  run.all.alive.check(
    typeof reply !== 'string' && (reply.status < 500 || isHonest(reply)),
    () => `${shown}: ${typeof reply === 'string' ? reply : reply.text}`,
  )
  if (typeof reply === 'string') return
  const { head } = reply
  const expected = expectedAnswer(run.oracle, request.query, request.body, request.headers['x-api-key'] ?? '', head ?? 0)
  const same = request.method === 'HEAD' || (expected.whole ? reply.text === expected.body : reply.text.startsWith(expected.body))
  run.all.right.check(
    reply.status === expected.status && same && (expected.page === undefined || head !== undefined),
    () =>
      `${shown}: expected ${expected.status} ${expected.body.slice(0, 300)}, got ${reply.status} ${firstDifference(reply.text, expected.body)}`,
  )
  if (same) learn(run, request, reply, expected, shown)
}

/** A failure of a call has an honest status where it was asked for: a query that took too long is a 503 then. */
const isHonest = ({ text }: Reply): boolean => text.includes('Index incomplete') || text.includes('Query Timeout')

interface Reply {
  readonly status: number
  readonly text: string
  readonly head: number | undefined
  readonly rows: number
  readonly next: string | undefined
}

const send = async (pool: Pool, { method, path, query, body, headers }: WireRequest): Promise<Reply> => {
  const reply = await pool.request({ method, path: `${path}?${query}`, headers, ...(method === 'POST' ? { body } : {}) })
  const bytes = Buffer.from(await reply.body.arrayBuffer())
  const encoding = reply.headers['content-encoding']
  const plain =
    method === 'HEAD' ? bytes : encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes
  const [head, next] = [reply.headers['x-index-head'], reply.headers['x-next-cursor']]
  return {
    status: reply.statusCode,
    text: plain.toString(),
    head: head === undefined ? undefined : Number(head),
    rows: Number(reply.headers['x-index-rows'] ?? -1),
    next: typeof next === 'string' ? next : undefined,
  }
}

const firstDifference = (found: string, wanted: string): string => {
  let at = 0
  while (at < found.length && found[at] === wanted[at]) at++
  return `(from character ${at}) ${found.slice(Math.max(0, at - 40), at + 200)}`
}

/** Remembers the cursor of a page, so that a later request can go on from it. */
const learn = (run: Run, request: WireRequest, reply: Reply, expected: Expected, shown: string): void => {
  const { page } = expected
  if (page === undefined) return
  run.all.pages.check(
    reply.rows === page.rows && (reply.next !== undefined) === page.more,
    () =>
      `${shown}: ${reply.rows} rows, ${reply.next === undefined ? 'no' : 'a'} cursor; expected ${page.rows}, ${page.more ? 'a' : 'no'} cursor`,
  )
  if (reply.next === undefined || page.last === undefined || request.method === 'POST') return
  if (run.cursors.size >= cursorsKept) run.cursors.delete(run.cursors.keys().next().value ?? '')
  const query = request.query
    .split('&')
    .filter((part) => !/^(apikey|cursor)=/i.test(part))
    .join('&')
  run.offered.push(reply.next)
  if (run.offered.length > cursorsOffered) run.offered.shift()
  run.cursors.set(reply.next, { binding: page.binding, place: page.last, query })
}

const checkMemory = (samples: readonly number[], tally: Run['all']['memory'], note: (text: string) => void): void => {
  const quarter = Math.floor(samples.length / 4)
  const median = (some: readonly number[]): number => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0
  const [early, late] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))]
  note(`memory of all processes: ${inMegabytes(early)} in the second quarter, ${inMegabytes(late)} in the last`)
  tally.check(late <= early + flatBytes, () => `from ${early} to ${late} bytes`)
}
