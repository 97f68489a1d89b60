import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { acceptQueueOf } from '../../src/http/accept-queue.ts'

const listenOn = async (host: string): Promise<number> => {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

it.runIf(existsSync('/proc/net/tcp')).each(['127.0.0.1', '0.0.0.0'])(
  'counts connections to %s that nobody has accepted yet',
  async (host) => {
    const port = await listenOn(host)
    const waiting = acceptQueueOf(port)
    expect(waiting()).toBe(0)
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    // Begun in the next tick; then the system connects without this process, which accepts nothing while it does not return to its event loop.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    let most = 0
    for (const end = performance.now() + 5_000; most < 20 && performance.now() < end; ) most = Math.max(most, waiting())
    expect(most).toBe(20)
  },
)

it('counts none where nobody listens', () => {
  expect(acceptQueueOf(1)()).toBe(0)
})
