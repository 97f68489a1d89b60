import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { transferColumns } from '../../src/records/columns.ts'
import { startProgram } from '../http/process.ts'
import { until } from './ask.ts'
import { alive, descendants } from './processes.ts'

const data = mkdtempSync(join(tmpdir(), 'ownscan-demo-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

interface Answer {
  readonly status: string
  readonly result: readonly Record<string, string>[]
}
/** The lines the program prints for pasting, as addresses. */
const printed = (text: string): string[] => [...text.matchAll(/curl '([^']+)'/g)].map(([, url = '']) => url)

it('a stranger pastes the printed line and sees live rows; the end leaves nothing behind', async () => {
  const program = await startProgram(['demo', '--data', data, '--port', '0'])
  const [url] = printed(program.stdout())
  if (url === undefined) throw new Error(`no line to paste in: ${program.stdout()}`)
  const ask = async (address: string) => {
    const answer = (await (await fetch(address)).json()) as Answer
    return answer.status === '1' && answer.result
  }

  const rows = await until(() => ask(url))
  expect(rows.length).toBe(10)
  expect(Object.keys(rows[0] ?? {})).toEqual(transferColumns.map(({ name }) => name))
  await until(async () => {
    const [newest] = (await ask(url)) || []
    return newest?.['tokenName'] === 'Ownscan Demo Relics' && newest['tokenSymbol'] === 'RELIC'
  })

  const newest = Number(rows[0]?.['blockNumber'])
  await until(async () => Number(((await ask(url)) || [])[0]?.['blockNumber']) > newest)

  const mined = new URL(url)
  mined.search = String(
    new URLSearchParams({
      chainid: '31337',
      action: 'getminedblocks',
      address: '0xa11ce00000000000000000000000000000000001',
      apikey: mined.searchParams.get('apikey') ?? '',
    }),
  )
  const blocks = await until(() => ask(String(mined)))
  expect(blocks.length).toBeGreaterThan(5)
  expect(blocks.some(({ blockReward }) => BigInt(blockReward ?? 0) > 0n)).toBe(true)

  const family = descendants(program.child.pid)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  await until(async () => !family.some(alive))
  expect(readdirSync(join(data, 'demo'))).toEqual([])
})
