import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Call, Endpoint } from './endpoint.ts'
import type { World } from './world.ts'

/** Named by RFC 6455: proves that the other side speaks WebSocket. */
const handshakeSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const textFrame = 1
const closeFrame = 8
const pingFrame = 9

/** Lets clients subscribe to new heads (and call methods) over WebSocket: as much of the protocol as short texts need. Returns what ends it. */
export const announceHeads = (server: Server, world: World, endpoint: Endpoint): (() => void) => {
  const subscribers = new Map<Duplex, string>()
  const sockets = new Set<Duplex>()

  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${handshakeSuffix}`).digest('base64')
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`)
    sockets.add(socket)
    let pending: Buffer = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      pending = Buffer.concat([pending, data])
      for (let frame = readFrame(pending); frame; frame = readFrame(pending)) {
        pending = pending.subarray(frame.length)
        if (frame.opcode === closeFrame) socket.end(makeFrame(closeFrame, frame.payload))
        if (frame.opcode === pingFrame) socket.write(makeFrame(10, frame.payload))
        if (frame.opcode === textFrame) receive(socket, JSON.parse(frame.payload.toString()) as Call)
      }
    })
    const forget = (): void => {
      sockets.delete(socket)
      subscribers.delete(socket)
    }
    socket.on('close', forget).on('error', forget)
  })

  const say = (socket: Duplex, value: unknown): void => void socket.write(makeFrame(textFrame, Buffer.from(JSON.stringify(value))))
  const receive = (socket: Duplex, call: Call): void => {
    if (call.method !== 'eth_subscribe') {
      say(socket, { jsonrpc: '2.0', id: call.id, ...endpoint.answer({ ...call, params: call.params ?? [] }) })
      return
    }
    const subscription = `0x${(subscribers.size + 1).toString(16)}`
    subscribers.set(socket, subscription)
    say(socket, { jsonrpc: '2.0', id: call.id, result: subscription })
  }
  const stop = world.onChange(() => {
    const call: Call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    for (const [socket, subscription] of subscribers) {
      const latest = endpoint.answer(call)
      if ('error' in latest || latest.result === null) continue
      const { transactions: _, uncles: __, ...header } = latest.result as Record<string, unknown>
      say(socket, { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result: header } })
    }
  })
  return () => {
    stop()
    for (const socket of sockets) socket.destroy()
  }
}

const makeFrame = (opcode: number, payload: Buffer): Buffer => {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.of(0x80 | opcode, length), payload])
  return Buffer.concat([Buffer.of(0x80 | opcode, 126, length >> 8, length & 255), payload])
}

/** A whole masked frame at the start of the bytes; undefined while more must come. */
const readFrame = (bytes: Buffer): { readonly opcode: number; readonly payload: Buffer; readonly length: number } | undefined => {
  if (bytes.length < 6) return undefined
  const short = bytes.readUInt8(1) & 127
  const headed = short === 126 ? 4 : 2
  const size = short === 126 ? bytes.readUInt16BE(2) : short
  const length = headed + 4 + size
  if (bytes.length < length) return undefined
  const mask = bytes.subarray(headed, headed + 4)
  const payload = Buffer.from(bytes.subarray(headed + 4, length).map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
  return { opcode: bytes.readUInt8(0) & 15, payload, length }
}
