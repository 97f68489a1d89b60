import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createRandom, type Random } from '../test/simulate/random.ts'
import { type Caller, createCaller } from './calls.ts'
import { groupMemory, inMegabytes, sumOf } from './memory.ts'
import { createTally, type Tally } from './outcome.ts'
import { type Part, timeLeft } from './part.ts'
import { type Stage, setStage } from './stage.ts'

interface HostileBounds {
  /** Connections of each kind of hostility. */
  readonly connections: number
  readonly idle: number
  /** Whether to wait until slow clients are cut off, which takes as long as they are given. */
  readonly patient: boolean
}

const tallies = () => ({
  served: createTally('hostile clients: a well-behaved client gets its right answer meanwhile'),
  refused: createTally('hostile clients: floods, garbage and bombs get a clean refusal, never a 5xx or silence'),
  cut: createTally('hostile clients: slow and half-open connections are cut off'),
  idle: createTally('hostile clients: idle connections are held without harm'),
  released: createTally('hostile clients: nothing of them stays: connections, requests in flight, more than 200 MB in any process'),
  flat: createTally('hostile clients: from the second round on memory does not grow'),
})
type Tallies = ReturnType<typeof tallies>

/** What a process may hold of its own after any round: what the service promises of a worker. */
const processBytes = 200 << 20
/** Heaps grow to what a round needs in the first rounds; from then on they must not. */
const warmRounds = 2
const flatShare = 1.25
/** Headers must come within 10 s, a request within 20 s; some seconds for the sweep and a busy machine. */
const cutBoundMs = 35_000

/** Clients that mean harm, against the real service, with one among them that does not. */
export const tortureByHostileClients: Part<HostileBounds> = async (context, bounds) => {
  const all = tallies()
  const random = createRandom(`${context.seed}/hostile`)
  const stage = await setStage({ folder: context.folder, seed: context.seed, head: 40, blocks: 40 })
  const probe = startProbe(stage, all.served)
  const memory: (readonly number[])[] = []
  try {
    for (let round = 0; round < 2 || (bounds.patient && timeLeft(context)); round++) {
      await floods(stage, random, bounds.connections, all.refused)
      await slowReaders(stage, bounds.connections)
      await idleConnections(stage, bounds.idle, all.idle)
      if (bounds.patient) await slowWriters(stage, random, bounds.connections, all.cut)
      memory.push(groupMemory(stage.service.pid))
      context.note(`memory of the processes after round ${round}: ${memory.at(-1)?.map(inMegabytes).join(', ')}`)
    }
    await probe.stop()
    await checkReleased(stage, memory, all)
  } finally {
    await probe.stop()
    await stage.close()
  }
  return Object.values(all)
}

const startProbe = (stage: Stage, tally: Tally): { readonly caller: Caller; stop(): Promise<void> } => {
  const caller = createCaller(stage.port, 2)
  const address = stage.worlds[0]?.chain.producers[0]?.address
  const path = `/v2/api?chainid=900001&module=account&action=getminedblocks&address=${address}&apikey=${stage.key}`
  let stopped = false
  let right = ''
  const probing = (async () => {
    while (!stopped) {
      const reply = await caller.ask({ path }).then(({ text }) => text, String)
      if (right === '') right = reply
      tally.check(reply === right && reply.startsWith('{"status":"1"'), () => reply.slice(0, 200))
      await wait(20)
    }
  })()
  return {
    caller,
    stop: async () => {
      stopped = true
      await probing
      caller.close()
    },
  }
}

/** Room for every answer to a pipeline. */
const keptBytes = 256 << 10

interface RawClient {
  readonly socket: Socket
  readonly received: () => string
  /** Settles with true once the service has closed it, false when that takes too long. */
  closed(boundMs: number): Promise<boolean>
}

const open = (port: number, bytes: string | Buffer = ''): RawClient => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    if (received.length < keptBytes) received += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  if (bytes.length > 0) socket.write(bytes)
  return {
    socket,
    received: () => received,
    closed: async (boundMs) => {
      for (const end = performance.now() + boundMs; !socket.closed; await wait(20)) if (performance.now() > end) return false
      return true
    },
  }
}

/** The catalog's one thread says that it is busy, and when to come back. */
const refusedOrBusy = /^HTTP\/1\.1 (4\d\d |503 [\s\S]*\r\nRetry-After: )/i

/** Of each connection: all together are ten times what one worker takes on, and each gets every answer. */
const pipelined = 200

const api = '/v2/api?module=account&action=token1155tx'

interface Flood {
  readonly name: string
  readonly bytes: string | Buffer
  /** What may come back. */
  readonly answer: RegExp
  /** How many come back; 1 where absent. */
  readonly answers?: number
}

const kinds = (random: Random): readonly Flood[] => {
  const bomb = gzipSync(Buffer.alloc(32 << 20), { level: 9 })
  const post = (path: string, type: string, body: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
      ),
      body,
    ])
  return [
    { name: 'header flood', bytes: `GET ${api} HTTP/1.1\r\n${'X-Flood: 1234567890\r\n'.repeat(5_000)}\r\n`, answer: /^HTTP\/1\.1 431 / },
    // 414 where it came in pieces: of the piece that is too much nobody can tell whether a header or the request line goes on in it.
    { name: 'endless header', bytes: `GET ${api} HTTP/1.1\r\nX-Flood: ${'x'.repeat(200_000)}`, answer: /^HTTP\/1\.1 4(14|31) / },
    { name: 'long URL', bytes: `GET ${api}&address=${'a'.repeat(1 << 20)} HTTP/1.1\r\nHost: a\r\n\r\n`, answer: /^HTTP\/1\.1 414 / },
    { name: 'garbage', bytes: Buffer.from(random.bytes(random.between(10, 3_000))), answer: /^HTTP\/1\.1 400 / },
    { name: 'bomb for the API', bytes: post(api, 'application/x-www-form-urlencoded', bomb), answer: /^HTTP\/1\.1 (200|400|413|415) / },
    { name: 'bomb for the catalog', bytes: post('/catalog/validate', 'application/json', bomb), answer: refusedOrBusy },
    {
      name: 'endless chunks',
      bytes: `POST ${api} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${`4000\r\n${'a'.repeat(0x4000)}\r\n`.repeat(16)}`,
      answer: /^HTTP\/1\.1 413 /,
    },
    {
      name: 'two lengths',
      bytes: `POST ${api} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      answer: /^HTTP\/1\.1 400 /,
    },
    { name: 'pipeline', bytes: `GET ${api} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(pipelined), answer: /^HTTP\/1\.1 200 /, answers: pipelined },
  ]
}

const floods = async ({ port }: Stage, random: Random, connections: number, tally: Tally): Promise<void> => {
  for (const { name, bytes, answer, answers = 1 } of kinds(random)) {
    const clients = Array.from({ length: connections }, () => open(port, bytes))
    for (const { received, socket } of clients) {
      const replies = (): readonly string[] => received().split(/(?=HTTP\/1\.1 \d{3} )/)
      const isAnswered = (): boolean => replies().length >= answers && replies().every((reply) => answer.test(reply))
      for (const end = performance.now() + 15_000; !isAnswered() && performance.now() < end && !socket.closed; ) await wait(10)
      tally.check(isAnswered(), () => `${name}: ${replies().length} of ${answers}: ${JSON.stringify(received().slice(0, 120))}`)
      socket.destroy()
    }
  }
}

/** Ask for the largest page and read nothing of it; then leave. */
const slowReaders = async ({ port, key }: Stage, connections: number): Promise<void> => {
  const zero = `0x${'0'.repeat(40)}`
  const clients = Array.from({ length: connections }, () => {
    const client = open(port, `GET ${api}&address=${zero}&offset=10000&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`)
    client.socket.pause()
    return client
  })
  await wait(500)
  for (const { socket } of clients) socket.destroy()
}

const idleConnections = async ({ port }: Stage, count: number, tally: Tally): Promise<void> => {
  const clients: RawClient[] = []
  for (let i = 0; i < count; i++) {
    clients.push(open(port))
    if (i % 200 === 199) await Promise.all(clients.slice(-200).map(connected))
  }
  await Promise.all(clients.slice(-200).map(connected))
  // Each is a connection that works: the first, the last, and some between answer.
  for (let i = 0; i < count; i += Math.ceil(count / 20)) {
    const client = clients[i]
    client?.socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')
    for (const end = performance.now() + 10_000; client?.received() === '' && performance.now() < end; ) await wait(10)
    tally.check(
      client?.received().startsWith('HTTP/1.1 200') === true,
      () => `connection ${i} of ${count}: ${client?.received().slice(0, 80)}`,
    )
  }
  for (const { socket } of clients) socket.destroy()
}

const connected = ({ socket }: RawClient): Promise<unknown> =>
  socket.connecting ? new Promise((resolve) => socket.once('connect', resolve).once('close', resolve)) : Promise.resolve()

const slowWriters = async ({ port }: Stage, random: Random, connections: number, tally: Tally): Promise<void> => {
  const half = [`GET ${api}`, `GET ${api} HTTP/1.1\r\nHost: a`, `POST ${api} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf`]
  const clients = Array.from({ length: connections }, () => open(port, random.pick(half)))
  // A byte now and then must not buy more time.
  const dripping = setInterval(() => {
    for (const [index, { socket }] of clients.entries()) if (index % 2 === 0 && socket.writable) socket.write('a')
  }, 1_000)
  const begun = performance.now()
  for (const [index, client] of clients.entries()) {
    const closed = await client.closed(Math.max(0, cutBoundMs - (performance.now() - begun)))
    tally.check(closed, () => `connection ${index} is still open after ${cutBoundMs} ms`)
    client.socket.destroy()
  }
  clearInterval(dripping)
}

const metric = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

const checkReleased = async ({ port }: Stage, memory: readonly (readonly number[])[], all: Tallies): Promise<void> => {
  const caller = createCaller(port, 1)
  let left = ''
  for (const end = performance.now() + 20_000; performance.now() < end; await wait(200)) {
    const { text } = await caller.ask({ path: '/metrics' })
    const [connections, inFlight] = [metric(text, 'http_connections'), metric(text, 'http_requests_in_flight')]
    left = `${connections} connections, ${inFlight} requests in flight`
    if (connections <= 2 && inFlight <= 1) break
  }
  all.released.check(/^[0-2] connections, [01] /.test(left), () => left)
  for (const [round, processes] of memory.entries())
    all.released.check(Math.max(...processes, 0) <= processBytes, () => `round ${round}: ${processes.map(inMegabytes).join(', ')}`)
  const [warm = 0, ...later] = memory.slice(warmRounds - 1).map(sumOf)
  for (const [index, bytes] of later.entries())
    all.flat.check(
      bytes <= warm * flatShare,
      () => `${inMegabytes(warm)} after ${warmRounds} rounds, ${inMegabytes(bytes)} after ${warmRounds + index + 1}`,
    )
  caller.close()
}
