import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transferColumns } from '../../src/records/columns.ts'
import { build } from '../built.ts'
import { type RunningProgram, startProgram } from '../http/process.ts'
import { send } from '../http/service.ts'
import { runProgram } from '../ingest/program.ts'
import { type ReplayNode, startReplayNode } from '../ingest/replay-node.ts'
import { shared } from '../shared.ts'

type Row = Readonly<Record<string, string>>

const zero = `0x${'0'.repeat(40)}`
const head = 19_560_565
const refusal = (text: string): string => `{"status":"0","message":"NOTOK","result":"${text}"}`
const empty = '{"status":"0","message":"No transactions found","result":[]}'
const window =
  '{"status":"0","message":"Result window is too large, PageNo x Offset size must be less than or equal to 10000","result":null}'

/** Nothing but the commands and the wire, as a stranger meets them: real blocks from a node, `index`, `serve`, HTTP. */
describe.skipIf(!shared.present)('from a node to the wire', () => {
  let node: ReplayNode
  let data: string
  let key: string
  const read = (path: string): Buffer => readFileSync(new URL(path, shared.folder))
  const indexed = ({ blockNumber = '' }: Row): boolean => /^140000(0\d|1[0-2])$/.test(blockNumber) || blockNumber === String(head)
  const expectedRows = (): Row[] =>
    (JSON.parse(gunzipSync(read('data/expected/mainnet_token1155_rows.json.gz')).toString()) as Row[]).filter(indexed)
  const expectedRewards = (): Row[] => (JSON.parse(read('data/expected/mainnet_block_rewards.json').toString()) as Row[]).filter(indexed)
  const serve = (...more: readonly string[]): Promise<RunningProgram> =>
    startProgram(['serve', '--data', data, '--port', '0', '--workers', '2', ...more])
  const ask = async ({ port }: RunningProgram, query: string): Promise<string> => (await send(port, `/v2/api?apikey=${key}&${query}`)).text

  beforeAll(async () => {
    build()
    node = await startReplayNode()
    data = mkdtempSync(join(tmpdir(), 'ownscan-test-'))
    // Out of order, overlapping, repeated, and not touching.
    for (const [from, to] of [
      [head, head],
      [14_000_005, 14_000_012],
      [14_000_000, 14_000_008],
      [14_000_000, 14_000_012],
    ]) {
      const done = await runProgram('index', '--rpc', `1=${node.url}`, '--from', `${from}`, '--to', `${to}`, '--data', data)
      expect(done).toMatchObject({ code: 0, out: '' })
    }
    key = (await runProgram('keys', 'create', '--name', 'wire', '--data', data)).out.trim()
  }, 180_000)
  afterAll(async () => {
    await node?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  it('every row and reward comes out, field for field, where the operator serves what there is', async () => {
    const program = await serve('--incomplete', 'serve')
    const rows = expectedRows()
    for (const contract of new Set(rows.map(({ contractAddress }) => contractAddress))) {
      const { result } = JSON.parse(await ask(program, `action=token1155tx&contractaddress=${contract}&offset=10000`)) as { result: Row[] }
      const wanted = rows.filter((row) => row['contractAddress'] === contract)
      expect(result.map((row) => Object.keys(row))).toEqual(wanted.map(() => transferColumns.map(({ name }) => name)))
      expect(result).toEqual(
        wanted.map((row) =>
          Object.fromEntries(
            transferColumns.map(({ name }) => {
              if (name === 'confirmations') return [name, String(head - Number(row['blockNumber']) + 1)]
              return [name, row[name] ?? expect.any(String)]
            }),
          ),
        ),
      )
    }
    const rewards = expectedRewards()
    for (const miner of new Set(rewards.map((row) => row['miner']))) {
      const { result } = JSON.parse(await ask(program, `action=getminedblocks&address=${miner}&startblock=1&endblock=2&sort=asc`)) as {
        result: Row[]
      }
      const wanted = rewards.filter((row) => row['miner'] === miner).reverse()
      expect(result).toEqual(wanted.map(({ blockNumber, timeStamp, blockReward }) => ({ blockNumber, timeStamp, blockReward })))
    }
  })

  it('every failure has its exact bytes, in the order of checks', async () => {
    const program = await serve()
    const list = `${program.url}/v2/chainlist`
    const unsupported = refusal(
      `Missing or unsupported chainid parameter (required for v2 api), please see ${list} for the list of supported chainids`,
    )
    const run = 'action=token1155tx&startblock=14000000&endblock=14000012'
    const cases: readonly (readonly [string, string])[] = [
      ['chainid=7&module=x', unsupported],
      ['chainid=1,137', unsupported],
      ['chain_id=7', unsupported],
      ['module=x&action=y', refusal('Error! Missing Or invalid Module name')],
      ['module=ACCOUNT', refusal('Error! Missing Or invalid Action name')],
      ['action=balance', refusal('Error! Missing Or invalid Action name')],
      ['action=token1155tx', refusal('Error! Missing address or contract address')],
      ['action=getMinedBlocks', refusal('Error! Missing address')],
      ['action=token1155tx&address=0x1&contractaddress=0x1', refusal('Error! Invalid address format')],
      [`action=token1155tx&address=${zero}&contractaddress=0x1`, refusal('Error! Invalid contract address format')],
      ['action=getminedblocks&address=0x1', refusal('Error! Invalid address format')],
      [`${run}&address=${zero}&page=101&offset=100`, window],
      [`${run}&address=${zero}&offset=10001`, window],
      [`${run}&address=${zero}&page=100&offset=100`, empty],
      [`action=token1155tx&address=${zero}&startblock=2&endblock=1`, empty],
      [`action=token1155tx&address=${zero}`, refusal('Index incomplete: blocks 0-13999999 of chain 1 are not indexed yet')],
      [
        `action=token1155tx&address=${zero}&startblock=14000000`,
        refusal(`Index incomplete: blocks 14000013-${head - 1} of chain 1 are not indexed yet`),
      ],
      [
        `action=getminedblocks&address=${zero}&startblock=14000000&endblock=14000012`,
        refusal('Index incomplete: blocks 0-13999999 of chain 1 are not indexed yet'),
      ],
      // The node does not hold the header of its uncle: blocks are told, uncles are not.
      [
        `action=getminedblocks&address=${zero}&blocktype=uncles&fromblock=14000000&toblock=14000012`,
        refusal('Index incomplete: blocks 14000012-14000012 of chain 1 are not indexed yet'),
      ],
      [`action=getminedblocks&address=${zero}&blocktype=uncles&fromblock=14000000&toblock=14000011`, empty],
      [`action=getminedblocks&address=${zero}&fromblock=14000000&toblock=14000012`, empty],
      [`action=token1155tx&address=0x${'F'.repeat(40)}&startblock=latest`, empty],
    ]
    for (const [query, wanted] of cases) expect(await ask(program, query), query).toBe(wanted)
    expect((await send(program.port, '/v2/api?chainid=7')).text).toBe(refusal('Missing/Invalid API Key'))
    expect((await send(program.port, '/v2/api?apikey=nobody&chainid=7')).text).toBe(refusal('Invalid API Key (#err2)'))
  })

  it('what is declared out of scope is no gap', async () => {
    const program = await serve('--start-block', `1=${head}`)
    expect(await ask(program, `action=getminedblocks&address=${expectedRewards().at(-1)?.['miner']}`)).toMatch(/^\{"status":"1"/)
  })
})
