import { Agent, WebSocket } from 'undici'
import type { EndpointConfig } from '../config/types.ts'
import type { RpcHeader } from '../evm/json-rpc.ts'
import { type NumberedCall, type Transport, TransportError, type TransportLimits } from './transport.ts'

/** Ids of our own requests on the connection; far above those that callers count up from 1. */
const firstOwnId = 2 ** 48

interface Waiting {
  readonly settle: (message: unknown, bytes: number) => void
  readonly fail: (error: Error) => void
}

interface Connection {
  readonly socket: WebSocket
  readonly waiting: Map<string, Waiting>
  /** By the subscription's id. */
  readonly listeners: Map<string, (value: unknown) => void>
  /** What was announced before the answer with the subscription's id was read. */
  readonly early: Map<string, readonly unknown[]>
  /** Rejects when the connection ends. */
  readonly ended: Promise<never>
}

/** JSON-RPC over one WebSocket: every call its own message, answers in any order, and new heads as they come. Connects when first used, and again after it broke. */
export const webSocketTransport = ({ url, headers }: EndpointConfig, limits: TransportLimits): Transport => {
  const address = new URL(url)
  const basic = Buffer.from(`${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`).toString('base64')
  const sentHeaders = { ...(address.username || address.password ? { authorization: `Basic ${basic}` } : {}), ...headers }
  address.username = ''
  address.password = ''
  const dispatcher = new Agent({ connect: { timeout: limits.timeoutMs }, webSocket: { maxPayloadSize: limits.maxBodyBytes } })
  let current: Promise<Connection> | undefined
  let ownId = firstOwnId

  const connection = (): Promise<Connection> => {
    current ??= connect(new WebSocket(address, { headers: sentHeaders, dispatcher }), () => {
      current = undefined
    })
    return current
  }

  const send: Transport['send'] = async (calls, signal) => {
    const open = await Promise.race([connection(), aborted(signal)])
    const parts = await Promise.all(calls.map((call) => exchangeOne(open, call, signal)))
    return {
      status: 200,
      retryAfterMs: undefined,
      json: parts.map(({ message }) => message),
      text: '',
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  const heads: Transport['heads'] = async (onHead, signal) => {
    const open = await Promise.race([connection(), aborted(signal)])
    const { message } = await exchangeOne(open, { jsonrpc: '2.0', id: ownId++, method: 'eth_subscribe', params: ['newHeads'] }, signal)
    const { result } = message as { readonly result?: unknown }
    if (typeof result !== 'string') throw new TransportError('network', 'the node does not announce new heads')
    open.listeners.set(result, (header) => onHead(header as RpcHeader))
    for (const header of open.early.get(result) ?? []) onHead(header as RpcHeader)
    open.early.delete(result)
    try {
      await Promise.race([open.ended, aborted(signal)])
    } finally {
      open.listeners.delete(result)
      if (open.socket.readyState === open.socket.OPEN)
        open.socket.send(JSON.stringify({ jsonrpc: '2.0', id: ownId++, method: 'eth_unsubscribe', params: [result] }))
    }
  }

  const close = async (): Promise<void> => {
    const open = await current?.catch(() => undefined)
    open?.socket.close()
    await dispatcher.destroy()
  }
  return { send, heads, close }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const connect = async (socket: WebSocket, onEnd: () => void): Promise<Connection> => {
  const waiting = new Map<string, Waiting>()
  const listeners = new Map<string, (value: unknown) => void>()
  const early = new Map<string, readonly unknown[]>()
  const { promise: ended, reject } = withRejecter()
  const end = (): void => {
    onEnd()
    const error = new TransportError('network', 'the WebSocket connection ended')
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
    reject(error)
  }
  socket.addEventListener('message', ({ data }) => receive(String(data), { waiting, listeners, early }))
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  await Promise.race([new Promise<void>((resolve) => socket.addEventListener('open', () => resolve(), { once: true })), ended])
  return { socket, waiting, listeners, early, ended }
}

/** A promise that only ever fails, and whose failure nobody has to wait for. */
const withRejecter = (): { promise: Promise<never>; reject: (error: Error) => void } => {
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, rejectIt) => {
    reject = rejectIt
  })
  promise.catch(() => {})
  return { promise, reject }
}

/** Announcements of subscriptions that nobody has claimed yet, or any more; only the newest few are of use. */
const earlyMax = 8

const receive = (text: string, { waiting, listeners, early }: Pick<Connection, 'waiting' | 'listeners' | 'early'>): void => {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return
  }
  if (typeof message !== 'object' || message === null) return
  const { id, params } = message as {
    readonly id?: unknown
    readonly params?: { readonly subscription?: unknown; readonly result?: unknown }
  }
  if (id !== undefined && id !== null) {
    waiting.get(String(id))?.settle(message, text.length)
    waiting.delete(String(id))
    return
  }
  if (typeof params?.subscription !== 'string') return
  const listener = listeners.get(params.subscription)
  if (listener) listener(params.result)
  else if (early.size < earlyMax)
    early.set(params.subscription, [...(early.get(params.subscription) ?? []), params.result].slice(-earlyMax))
}

const exchangeOne = (
  { socket, waiting }: Connection,
  call: NumberedCall,
  signal: AbortSignal,
): Promise<{ message: unknown; bytes: number }> =>
  new Promise((resolve, reject) => {
    const id = String(call.id)
    const stop = (): void => {
      waiting.delete(id)
      reject(signal.reason)
    }
    if (signal.aborted) {
      stop()
      return
    }
    signal.addEventListener('abort', stop, { once: true })
    const done = (): void => signal.removeEventListener('abort', stop)
    waiting.set(id, {
      settle: (message, bytes) => {
        done()
        resolve({ message, bytes })
      },
      fail: (error) => {
        done()
        reject(error)
      },
    })
    socket.send(JSON.stringify(call))
  })
