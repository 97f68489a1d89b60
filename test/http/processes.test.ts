import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { build, root } from '../built.ts'
import { testFolder } from '../folder.ts'
import { startProgram } from './process.ts'
import { holder, seedStore } from './seeded-store.ts'
import { type Reply, send } from './service.ts'

beforeAll(build)

const query = `/v2/api?module=account&action=token1155tx&address=${holder}&offset=2`
const seeded = async (): Promise<string> => {
  const data = testFolder()
  await seedStore(data, 100)
  return data
}
const serve = (data: string, ...more: readonly string[]) =>
  startProgram(['serve', '--data', data, '--port', '0', '--workers', '2', ...more])
const ownscan = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['bin/ownscan.mjs', ...args], { cwd: root, encoding: 'utf8' })
/** Processes that answer requests, by their ids. */
const workersOf = (pid: number | undefined): readonly number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}
const metric = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )

describe('the service as processes', () => {
  it('answers queries from the store with the key of the first start, printed with a line that works', async () => {
    const { port, key, stdout, url } = await serve(await seeded())
    const reply = await send(port, `${query}&apikey=${key}`)
    const { status, message, result } = JSON.parse(reply.text)
    expect([status, message, result.length]).toEqual(['1', 'OK', 2])
    expect(reply.headers).toMatchObject({
      'x-index-head': '99',
      'x-index-finalized': '90',
      'x-index-coverage': '0-99',
      'x-index-rows': '2',
    })
    expect(stdout()).toMatch(/osa_\w{40}/)
    const pasted = /curl '(\S+)'/.exec(stdout())?.[1] ?? ''
    expect(pasted.startsWith(url)).toBe(true)
    expect((await send(port, pasted.slice(url.length))).status).toBe(200)
  })

  it('keeps a key’s daily limit exactly, over workers, connections and a restart', async () => {
    const data = await seeded()
    const limited = ownscan('keys', 'create', '--name', 'k', '--per-second', '0', '--per-day', '60', '--data', data).trim()
    const call = (port: number): Promise<Reply> => send(port, `${query}&apikey=${limited}`)
    const first = await serve(data)
    const before = await Promise.all(Array.from({ length: 40 }, () => call(first.port)))
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = await serve(data)
    const after = await Promise.all(Array.from({ length: 40 }, () => call(second.port)))
    const passed = (replies: readonly Reply[]): number => replies.filter(({ text }) => text.startsWith('{"status":"1"')).length
    expect([passed(before), passed(after)]).toEqual([40, 20])
    expect(after.find(({ text }) => text.includes('NOTOK'))?.text).toContain('Max daily rate limit reached. 60 (100%) of 60 day/limit')
  })

  it('adds up the metrics of all workers, whichever answers, also of one that was killed', async () => {
    const { port, key, child } = await serve(await seeded())
    const workers = async (): Promise<number> => metric((await send(port, '/metrics')).text, 'ownscan_workers')
    await expect.poll(workers, { timeout: 30_000 }).toBe(2)
    for (let i = 0; i < 20; i++) await send(port, `${query}&apikey=${key}`)
    const requests = 'http_requests_total{route="/v2/api",code="200"}'
    expect(metric((await send(port, '/metrics')).text, requests)).toBe(20)
    const [victim = 0] = workersOf(child.pid)
    process.kill(victim, 'SIGKILL')
    await expect.poll(workers, { timeout: 30_000 }).toBe(2)
    expect(metric((await send(port, '/metrics')).text, requests)).toBe(20)
  })

  it('goes on answering while a worker is killed and replaced', async () => {
    const { port, key, child } = await serve(await seeded())
    await expect.poll(async () => metric((await send(port, '/metrics')).text, 'ownscan_workers'), { timeout: 30_000 }).toBe(2)
    const before = workersOf(child.pid)
    process.kill(before[0] ?? 0, 'SIGKILL')
    let failed = 0
    for (let asked = 0; asked < 50 || workersOf(child.pid).every((pid) => before.includes(pid)); asked++) {
      const reply = await send(port, `${query}&apikey=${key}`).catch(() => undefined)
      if (reply === undefined) failed++
      else expect(reply.status).toBe(200)
    }
    // At most the connection that the killed worker had been given.
    expect(failed).toBeLessThanOrEqual(1)
  })

  it('refuses a revoked key from the next request on, in every worker', async () => {
    const data = await seeded()
    const { port } = await serve(data)
    const doomed = ownscan('keys', 'create', '--name', 'doomed', '--per-second', '0', '--data', data).trim()
    const calls = (): Promise<readonly Reply[]> => Promise.all(Array.from({ length: 4 }, () => send(port, `${query}&apikey=${doomed}`)))
    expect((await calls()).every(({ text }) => text.includes('"OK"'))).toBe(true)
    ownscan('keys', 'revoke', 'doomed', '--data', data)
    expect((await calls()).every(({ text }) => text.includes('Invalid API Key (#err2)'))).toBe(true)
  })

  it('ends in good order on SIGTERM, and says nothing of a key in its log', async () => {
    const { port, key, child, ended, stderr } = await serve(await seeded(), '--log-level', 'debug')
    await send(port, `${query}&apikey=${key}`)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await expect(send(port, '/health')).rejects.toThrow()
    expect(stderr()).not.toContain(key)
  })

  it('answers that nothing is indexed before an indexer has made the store, and from the store once it is there', async () => {
    const data = testFolder()
    const { port, key } = await serve(data, '--start-block', '1=0')
    expect((await send(port, '/ready')).status).toBe(503)
    expect((await send(port, `${query}&apikey=${key}`)).text).toBe(
      '{"status":"0","message":"NOTOK","result":"Index incomplete: blocks 0-999999999 of chain 1 are not indexed yet"}',
    )
    await seedStore(data, 100)
    await expect.poll(async () => (await send(port, '/ready')).status, { timeout: 30_000 }).toBe(200)
    const continued = async (): Promise<string> => {
      const cursor = (await send(port, `${query}&apikey=${key}`)).headers['x-next-cursor']
      return (await send(port, `${query}&cursor=${cursor}&apikey=${key}`)).text.slice(0, 13)
    }
    // Every worker takes the store when it finds it; cursors of one hold in the other from then on.
    await expect
      .poll(async () => (await Promise.all([1, 2, 3, 4].map(continued))).join(), { timeout: 30_000 })
      .toBe(Array(4).fill('{"status":"1"').join())
  })

  it('says so and ends where the port is taken', async () => {
    const { port } = await serve(await seeded())
    await expect(startProgram(['serve', '--data', await seeded(), '--port', String(port)])).rejects.toThrow(/ended with 1[\s\S]*EADDRINUSE/)
  })

  it.runIf(existsSync('/proc/self/status'))('keeps a worker under 200 MB of memory of its own', async () => {
    const { port, key, child } = await serve(await seeded())
    for (let i = 0; i < 50; i++) await send(port, `${query}&offset=100&apikey=${key}`)
    for (const pid of workersOf(child.pid)) {
      const anonymous = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      expect(Number(anonymous)).toBeLessThan(200_000)
    }
  })
})
