// One API worker as the service runs it, on the real store, and beside it in the same process a bare node:http server that sends the same pages from memory
// with the same headers. Both print their ports to the parent; it says when to measure memory.
import { createServer } from 'node:http'
import { openAccess } from '../dist/access/open.js'
import { createService } from '../dist/http/service.js'
import { createLogger } from '../dist/log/logger.js'
import { answerQuery } from '../dist/query/answer-query.js'
import { queryContext } from '../dist/query/context.js'
import { loadFunctionNames } from '../dist/query/operator-files.js'
import { openLmdbStore } from '../dist/store/lmdb/open.js'

const [folder] = process.argv.slice(2)
const store = openLmdbStore(`${folder}/store`, { mode: 'read' })
const log = createLogger({ level: 'error', format: 'json' })
const access = openAccess({ data: folder, redis: undefined }, log)
const key = (name, perSecond) => access.keyring.create({ name, perSecond, perDay: 0, expiresAt: null }).secret
const context = queryContext({
  store,
  chains: [1],
  incomplete: 'refuse',
  queryTimeoutMs: 10_000,
  functionNames: loadFunctionNames([]),
  tokenOverrides: new Map(),
})
const { server } = createService({
  config: { auth: 'required', host: '127.0.0.1', port: 0, baseUrl: undefined, trustedProxies: [], queryTimeoutMs: 10_000 },
  store,
  chains: () => [1],
  chainInfo: (chainId) => ({ name: `Chain ${chainId}`, explorer: '' }),
  answer: (parameters, caller) => answerQuery(context, parameters, caller),
  keyring: access.keyring,
  limiter: access.limiter,
  limitsDegraded: () => false,
  log,
  version: '0',
})

/** Pages by path, put here by the parent through the service itself. */
const pages = new Map()
const fromMemory = createServer((request, response) => {
  const page = pages.get(request.url)
  response.writeHead(200, page.headers)
  response.end(page.body)
})
fromMemory.keepAliveTimeout = 65_000

const port = await server.listen(0, '127.0.0.1')
fromMemory.listen(0, '127.0.0.1', () =>
  process.send({ port, memoryPort: fromMemory.address().port, key: key('free', 0), limitedKey: key('limited', 1_000_000) }),
)

const noted = new Set(['date', 'connection', 'keep-alive'])
process.on('message', async ({ fetch: paths, memory, cpu }) => {
  if (cpu) process.send({ cpu: process.cpuUsage() })
  for (const path of paths ?? []) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } })
    const body = Buffer.from(await response.arrayBuffer())
    pages.set(path, { body, headers: [...response.headers].filter(([name]) => !noted.has(name)).flat() })
  }
  if (paths)
    process.send({
      bytes: [...pages.values()].reduce((sum, { body }) => sum + body.length, 0) / pages.size,
      texts: pages.get(paths[0]).body.toString('utf8', 0, 60),
    })
  if (memory) process.send({ memory: process.memoryUsage() })
})
