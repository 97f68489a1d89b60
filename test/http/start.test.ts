import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { build } from '../built.ts'
import { testFolder } from '../folder.ts'
import { startProgram } from './process.ts'
import { send } from './service.ts'

beforeAll(build)

const childrenOf = (pid: number | undefined): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
const isGone = (pid: number): boolean => {
  try {
    // A process that ended and was not yet collected has no command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ''
  } catch {
    return true
  }
}

interface Status {
  readonly chains: readonly { readonly head: { readonly number: number } | null }[]
}

describe.runIf(process.platform === 'linux')('start with nothing configured', () => {
  it('runs, indexes and serves a demo chain, replaces an indexer that was killed, and leaves nothing behind', async () => {
    const { port, url, stdout, child, ended } = await startProgram(['start', '--data', testFolder(), '--port', '0', '--workers', '2'])
    const head = async (): Promise<number> => (JSON.parse((await send(port, '/status')).text) as Status).chains[0]?.head?.number ?? -1
    const pasted = /curl '(\S+)'/.exec(stdout())?.[1] ?? ''
    const { status: one, result } = JSON.parse((await send(port, pasted.slice(url.length))).text)
    expect(one).toBe('1')
    expect(result.length).toBeGreaterThan(0)

    // The supervisor's children in the order it made them: the node, the workers, the indexer.
    const before = childrenOf(child.pid)
    const killedAt = await head()
    process.kill(before.at(-1) ?? 0, 'SIGKILL')
    expect((await send(port, pasted.slice(url.length))).status).toBe(200)
    await expect.poll(head, { timeout: 60_000 }).toBeGreaterThan(killedAt + 1)

    const after = childrenOf(child.pid)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await expect.poll(() => after.every(isGone), { timeout: 10_000 }).toBe(true)
  })
})
