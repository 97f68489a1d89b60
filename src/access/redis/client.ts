import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { encodeCommand, RespError, type RespValue, respReader } from './resp.ts'

/**
 * A connection to a Redis-compatible server: commands in order, answers in order, nothing else. Written here because that is all the limits need: a client
 * library brings queues that hold commands while the server is away, and an answer that comes too late is worth nothing to a limit.
 */
export interface RedisClient {
  /** Rejects at once while the server is away, and after `timeoutMs` without an answer. */
  command(words: readonly (string | number)[]): Promise<RespValue>
  /** Whether commands are taken now. */
  readonly up: boolean
  close(): Promise<void>
}

/** The server cannot be asked at the moment. */
class RedisAway extends Error {
  override readonly name = 'RedisAway'
}

export interface RedisOptions {
  readonly timeoutMs: number
  readonly onChange: (up: boolean, reason: string) => void
}

/** A server that has gone is tried again after this long, doubled each time up to the most. */
const reconnectFirstMs = 100
const reconnectMostMs = 5_000
/** Far more than a worker has calls in flight. */
const maxWaiting = 10_000

interface Waiting {
  readonly resolve: (value: RespValue) => void
  readonly reject: (error: Error) => void
  readonly deadline: number
}

/** `redis://[user:password@]host[:port][/database]`, `rediss://` for TLS. */
export const connectRedis = (url: string, options: RedisOptions): RedisClient => {
  const target = new URL(url)
  let socket: Socket | undefined
  let up = false
  let closed = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let waiting: Waiting[] = []

  const send = (to: Socket, words: readonly (string | number)[]): Promise<RespValue> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, deadline: performance.now() + options.timeoutMs })
      to.write(encodeCommand(words))
    })
  const drop = (reason: string): void => {
    if (socket === undefined) return
    socket.destroy()
    socket = undefined
    const lost = waiting
    waiting = []
    for (const { reject } of lost) reject(new RedisAway(reason))
    if (up) options.onChange(false, reason)
    up = false
    if (!closed) retry = setTimeout(connect, Math.min(reconnectMostMs, reconnectFirstMs * 2 ** Math.min(failures++, 10)))
  }
  const greet = async (to: Socket): Promise<void> => {
    for (const words of greeting(target)) {
      const answer = await send(to, words)
      if (answer instanceof RespError) throw answer
    }
  }
  const connect = (): void => {
    const made = dial(target)
    socket = made
    const read = respReader((value) => waiting.shift()?.resolve(value))
    made.on('data', (chunk) => {
      try {
        read(chunk)
      } catch (error) {
        if (made === socket) drop(error instanceof Error ? error.message : 'broken answer')
      }
    })
    made.on('error', (error) => made === socket && drop(error.message))
    made.on('close', () => made === socket && drop('the connection was closed'))
    greet(made).then(
      () => {
        if (made !== socket) return
        failures = 0
        up = true
        options.onChange(true, 'connected')
      },
      (error: Error) => made === socket && drop(error.message),
    )
  }
  // One timer for all commands: the oldest stands first.
  const watch = setInterval(() => {
    const oldest = waiting[0]
    if (oldest !== undefined && oldest.deadline < performance.now()) drop(`no answer within ${options.timeoutMs} ms`)
  }, options.timeoutMs / 4)
  watch.unref()
  connect()

  return {
    get up() {
      return up
    },
    command: (words) => {
      if (!up || socket === undefined || waiting.length >= maxWaiting) return Promise.reject(new RedisAway('the Redis server is away'))
      return send(socket, words)
    },
    close: async () => {
      closed = true
      clearInterval(watch)
      clearTimeout(retry)
      drop('closing')
    },
  }
}

const dial = (target: URL): Socket => {
  const port = Number(target.port || 6379)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const socket = target.protocol === 'rediss:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
  socket.setNoDelay(true)
  return socket
}

const greeting = (target: URL): readonly (readonly string[])[] => {
  const user = decodeURIComponent(target.username)
  const password = decodeURIComponent(target.password)
  const database = target.pathname.slice(1)
  return [
    ...(password === '' ? [] : [user === '' ? ['AUTH', password] : ['AUTH', user, password]]),
    ...(database === '' ? [] : [['SELECT', database]]),
    ['PING'],
  ]
}
