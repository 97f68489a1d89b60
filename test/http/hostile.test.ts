import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bounds } from '../../src/http/bounds.ts'
import { succeeded } from '../../src/query/answer.ts'
import { fakeRows, send, startTestService } from './service.ts'

const query = '/v2/api?module=account&action=token1155tx'

/** A connection that sends exactly these bytes; `received` has what came back so far, `closed` settles when the server ends it. */
const raw = (
  port: number,
  bytes: string | Buffer,
): { readonly socket: Socket; readonly received: () => string; readonly closed: Promise<void> } => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  return { socket, received: () => received, closed }
}
const envelope = /\r\n\r\n\{"status":"0","message":"NOTOK","result":"Error! [^"]+"\}$/

describe('hostile clients', () => {
  it.each([
    ['a URL of a megabyte', `GET ${query}&address=${'a'.repeat(1 << 20)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    ['a URL just over the bound', `GET ${query}&address=${'a'.repeat(bounds.maxUrlBytes)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    ['a flood of headers', `GET ${query} HTTP/1.1\r\n${'X-Flood: 1234567890\r\n'.repeat(5_000)}\r\n`, 431],
    ['one huge header', `GET ${query} HTTP/1.1\r\nX-Flood: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['bytes that are no HTTP', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
    ['two lengths', `POST ${query} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    ['a length and chunks', `POST ${query} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    [
      'a body longer than it may be, in chunks',
      `POST ${query} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'4000\r\n'.concat('a'.repeat(0x4000), '\r\n').repeat(8)}`,
      413,
    ],
    ['a body announced too long', `POST ${query} HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n`, 413],
    ['no host', `GET ${query} HTTP/1.1\r\n\r\n`, 400],
  ])('that send %s get a clean refusal, and the next client its answer', async (_, bytes, status) => {
    const { port, key, get } = await startTestService()
    const { received, closed } = raw(port, bytes)
    await expect.poll(received, { timeout: 10_000 }).toMatch(/HTTP\/1\.1 \d{3}/)
    await closed
    expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(received()).toMatch(envelope)
    expect((await get(`${query}&apikey=${key}`)).status).toBe(200)
  })

  it('that send half a request and leave cost nothing that stays', async () => {
    const { port, key, get, inFlight } = await startTestService()
    const halves = [
      `GET ${query}`,
      `GET ${query} HTTP/1.1\r\nHost: a`,
      `POST ${query} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf`,
    ]
    for (const half of halves)
      for (let i = 0; i < 20; i++) {
        const { socket } = raw(port, half)
        socket.once('connect', () => setImmediate(() => socket.destroy()))
      }
    expect((await get(`${query}&apikey=${key}`)).status).toBe(200)
    await expect.poll(inFlight).toBe(0)
  })

  it('that ask and do not read hold no memory of the encoder once they leave', async () => {
    let held = 0
    const large = Buffer.alloc(8 << 20, 'x')
    const { port, key, get, inFlight } = await startTestService({
      answer: ({ page }) => {
        if (page === '') return fakeRows(1)
        held++
        return succeeded([large], large.length, 1, { head: 1, finalized: 1, coverage: '' }, undefined, () => held--)
      },
    })
    const clients = Array.from({ length: 5 }, () => raw(port, `GET ${query}&page=1&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`))
    for (const { socket } of clients) socket.pause()
    await expect.poll(() => held).toBe(5)
    expect((await get(`${query}&apikey=${key}`)).status).toBe(200)
    for (const { socket } of clients) socket.destroy()
    await expect.poll(() => held).toBe(0)
    await expect.poll(inFlight).toBe(0)
  })

  it.each([
    ['nothing', ''],
    ['half a line', `GET ${query}`],
    ['half its headers', `GET ${query} HTTP/1.1\r\nHost: a\r\n`],
    ['half a body', `POST ${query} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf`],
  ])('that send %s and wait are sent away in time', async (_, bytes) => {
    const { port, inFlight } = await startTestService({ waits: { headersTimeoutMs: 100, requestTimeoutMs: 200, sweepMs: 50 } })
    const { received, closed } = raw(port, bytes)
    await closed
    expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*not sent in time/)
    await expect.poll(inFlight).toBe(0)
  })

  it('that take their answer too slowly are cut off, and what they held is free', async () => {
    let held = 0
    const large = Buffer.alloc(8 << 20, 'x')
    const { port, key } = await startTestService({
      waits: { answerTimeoutMs: 300, sweepMs: 50 },
      answer: () => {
        held++
        return succeeded([large], large.length, 1, { head: 1, finalized: 1, coverage: '' }, undefined, () => held--)
      },
    })
    const { socket } = raw(port, `GET ${query}&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`)
    socket.pause()
    await expect.poll(() => held).toBe(1)
    await expect.poll(() => held, { timeout: 20_000 }).toBe(0)
  })

  it('that ask many times without waiting and leave hold nothing: neither what was answered nor what was not yet', async () => {
    let held = 0
    let finishing = false
    const large = Buffer.alloc(1 << 20, 'x')
    const late: (() => void)[] = []
    const { port, key, get, inFlight } = await startTestService({
      answer: ({ page }) => {
        const answer = succeeded([large], large.length, 1, { head: 1, finalized: 1, coverage: '' }, undefined, () => held--)
        if (page === '') return fakeRows(1)
        held++
        return page === '1' || finishing ? answer : new Promise((resolve) => late.push(() => resolve(answer)))
      },
    })
    const ask = (page: number): string => `GET ${query}&page=${page}&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`
    const clients = Array.from({ length: 5 }, () => raw(port, ask(1) + ask(2) + ask(1) + ask(2)))
    for (const { socket } of clients) socket.pause()
    await expect.poll(() => held).toBeGreaterThanOrEqual(10)
    for (const { socket } of clients) socket.destroy()
    // While an answer is being made nothing is read or written: that they are gone is noticed with its first byte. Until then others of theirs may still begin.
    finishing = true
    for (const finish of late) finish()
    await expect.poll(inFlight).toBe(0)
    await expect.poll(() => held).toBe(0)
    expect((await get(`${query}&apikey=${key}`)).status).toBe(200)
  })

  it('that ask without waiting get their share and no more, in order, while others are answered', async () => {
    let begun = 0
    const finishers: (() => void)[] = []
    const { port, key, get, inFlight } = await startTestService({
      answer: ({ page }) => {
        if (page === '') return fakeRows(1)
        begun++
        return new Promise((resolve) => finishers.push(() => resolve(fakeRows(Number(page)))))
      },
    })
    const asked = 3 * bounds.maxInFlight
    const all = Array.from({ length: asked }, (_, i) => `GET ${query}&page=${(i % 7) + 1}&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const { received } = raw(port, all.join(''))
    await expect.poll(() => begun).toBe(bounds.maxInFlightPerConnection)
    expect((await get(`${query}&apikey=${key}`)).status).toBe(200)
    expect([begun, inFlight()]).toEqual([bounds.maxInFlightPerConnection, bounds.maxInFlightPerConnection])
    const finishing = setInterval(() => {
      for (const finish of finishers.splice(0)) finish()
    }, 1)
    onTestFinished(() => clearInterval(finishing))
    const rows = (): number[] =>
      received()
        .split('HTTP/1.1 200 ')
        .slice(1)
        .map((reply) => reply.split('blockNumber').length - 1)
    await expect.poll(() => rows().length, { timeout: 20_000 }).toBe(asked)
    await expect.poll(inFlight).toBe(0)
    expect(rows()).toEqual(all.map((_, i) => (i % 7) + 1))
  })

  it('that ask without waiting and leave take what has not begun with them', async () => {
    let begun = 0
    const finishers: (() => void)[] = []
    const { port, key, inFlight } = await startTestService({
      answer: () => {
        begun++
        return new Promise((resolve) => finishers.push(() => resolve(fakeRows(1))))
      },
    })
    const { socket } = raw(port, `GET ${query}&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(200))
    await expect.poll(() => begun).toBe(bounds.maxInFlightPerConnection)
    socket.destroy()
    for (const finish of finishers) finish()
    await expect.poll(inFlight).toBe(0)
    // That it is gone is noticed with the first bytes written to it; some have begun in their place by then.
    expect(begun).toBeLessThanOrEqual(2 * bounds.maxInFlightPerConnection)
  })

  it('that leave before a slow query is answered release what it held', async () => {
    let held = 1
    let finish = (): void => {}
    const { port, key, inFlight } = await startTestService({
      answer: () =>
        new Promise((resolve) => {
          finish = () => resolve({ ...fakeRows(3), release: () => held-- })
        }),
    })
    const { socket } = raw(port, `GET ${query}&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await expect.poll(inFlight).toBe(1)
    socket.destroy()
    await expect.poll(inFlight).toBe(0)
    finish()
    await expect.poll(() => held).toBe(0)
  })

  it('cannot make more answers be under way than the bound: others are told to come back', async () => {
    const finishers: (() => void)[] = []
    const { port, key, get, inFlight } = await startTestService({
      answer: () => new Promise((resolve) => finishers.push(() => resolve(fakeRows(1)))),
    })
    const pipelined = `GET ${query}&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`
    const waiting: ReturnType<typeof raw>[] = []
    // Some at a time: connections that wait to be accepted are an overload of their own.
    while (waiting.length < bounds.maxInFlight) {
      for (let i = 0; i < 50; i++) waiting.push(raw(port, pipelined))
      await expect.poll(inFlight, { timeout: 20_000, interval: 5 }).toBe(waiting.length)
    }
    const refused = await get(`${query}&apikey=${key}`)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(refused.text).toContain('Service overloaded')
    expect((await get('/health')).status).toBe(200)
    for (const finish of finishers) finish()
    await expect.poll(inFlight, { timeout: 20_000 }).toBe(0)
    for (const { received } of waiting) await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 200/)
  })
})

describe('a shutdown', () => {
  it('finishes what is in flight, refuses what is new on open connections, and then ends', async () => {
    let finish = (): void => {}
    const { port, key, drain, inFlight } = await startTestService({
      answer: () =>
        new Promise((resolve) => {
          finish = () => resolve(fakeRows(2))
        }),
    })
    const begun = send(port, `${query}&apikey=${key}`)
    await expect.poll(inFlight).toBe(1)
    const half = raw(port, `GET /ready HTTP/1.1\r\nHost: a\r\n`)
    const late = raw(port, `GET ${query}&apikey=${key} HTTP/1.1\r\nHost: a\r\n`)
    await expect.poll(() => half.socket.bytesWritten > 0 && late.socket.bytesWritten > 0).toBe(true)
    // An answer shows that the server has read what came before it.
    expect((await send(port, '/ready')).status).toBe(200)
    const drained = drain(20_000)
    half.socket.write('\r\n')
    late.socket.write('\r\n')
    await half.closed
    await late.closed
    expect(half.received()).toMatch(/^HTTP\/1\.1 503[\s\S]*"draining"/)
    expect(late.received()).toMatch(/^HTTP\/1\.1 503[\s\S]*shutting down/)
    finish()
    expect((await begun).text).toContain('"OK"')
    await drained
    await expect(send(port, '/health')).rejects.toThrow()
  })

  it('does not wait longer than it may', async () => {
    const { port, key, drain, inFlight } = await startTestService({ answer: () => new Promise(() => {}) })
    const stuck = raw(port, `GET ${query}&apikey=${key} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await expect.poll(inFlight).toBe(1)
    await drain(50)
    await stuck.closed
  })
})
