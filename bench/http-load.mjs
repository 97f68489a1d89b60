// Asks for pages over a fixed number of connections, one request at a time on each, as fast as answers come. Reads only as much of an answer as its length needs.
import { connect } from 'node:net'

const ended = Buffer.from('\r\n\r\n')

const client = (port, requests, state) => {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let missing = -1
  let head = Buffer.alloc(0)
  let sentAt = 0
  const ask = () => {
    sentAt = performance.now()
    socket.write(requests[state.next++ % requests.length])
  }
  socket.on('connect', ask)
  socket.on('data', (chunk) => {
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(ended)
      if (end < 0) return
      const text = head.latin1Slice(0, end)
      if (!text.startsWith('HTTP/1.1 200')) state.failed++
      missing = Number(/content-length: (\d+)/i.exec(text)[1]) - (head.length - end - 4)
      head = Buffer.alloc(0)
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    state.done++
    state.latencies.push(performance.now() - sentAt)
    if (state.stopped) socket.destroy()
    else ask()
  })
  socket.on('error', () => {
    state.failed++
  })
  return socket
}

process.on('message', ({ port, paths, connections, seconds, headers = '' }) => {
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`))
  const state = { next: 0, done: 0, failed: 0, stopped: false, latencies: [] }
  const started = performance.now()
  const sockets = Array.from({ length: connections }, () => client(port, requests, state))
  // Never asleep: else each answer of a server slower than this process pays for waking it, which on a virtual machine costs more than the answer.
  const stayAwake = () => {
    if (!state.stopped) setImmediate(stayAwake)
  }
  stayAwake()
  setTimeout(() => {
    const took = (performance.now() - started) / 1000
    state.stopped = true
    const sorted = Float64Array.from(state.latencies).sort()
    process.send({
      rate: state.done / took,
      failed: state.failed,
      p50: sorted[sorted.length >> 1],
      p99: sorted[Math.floor(sorted.length * 0.99)],
    })
    for (const socket of sockets) socket.destroy()
  }, seconds * 1000)
})
process.send('ready')
