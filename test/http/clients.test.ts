import { createRequire } from 'node:module'
import { EtherscanProvider, FetchRequest, Network } from 'ethers'
import { Etherscan } from 'etherscan-ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { blockColumns, transferColumns } from '../../src/records/columns.ts'
import { build } from '../built.ts'
import { testFolder } from '../folder.ts'
import { type RunningProgram, startProgram } from './process.ts'
import { contract, holder, producer, seedStore } from './seeded-store.ts'

beforeAll(build)

/** It has no types of its own, and takes a client of the HTTP library it comes with. */
const require = createRequire(import.meta.url)
const etherscanApi = require('etherscan-api') as {
  init(
    key: string,
    chain: undefined,
    timeoutMs: number,
    client: object,
  ): { readonly account: { getminedblocks(address: string): Promise<unknown> } }
}
const axios = createRequire(require.resolve('etherscan-api'))('axios') as { create(options: { readonly baseURL: string }): object }

const serve = async (): Promise<RunningProgram> => {
  const data = testFolder()
  await seedStore(data, 120)
  return startProgram(['serve', '--data', data, '--port', '0', '--workers', '2'])
}
const names = (columns: readonly { readonly name: string }[]): readonly string[] => columns.map(({ name }) => name)
type Row = Record<string, string>

/** Published clients, as they are on npm; each is only told where the service is, in the way it offers. */
describe('etherscan-ts, given the address of the service', () => {
  it('lists transfers, narrowed and in order', async () => {
    const { url, key } = await serve()
    const client = new Etherscan(key, `${url}/v2/api`)
    const { result } = (await client.getERC1155TokenTransferEventList(holder, contract, 2, 50, 10, 99_999_999, 'desc')) as unknown as {
      result: Row[]
    }
    expect(result).toHaveLength(50)
    expect(Object.keys(result[0] ?? {})).toEqual(names(transferColumns))
    // Three rows a block, newest first: page 2 begins with the third of block 103.
    expect(result[0]?.['blockNumber']).toBe('103')
  })

  it('lists validated blocks', async () => {
    const { url, key } = await serve()
    const { result } = (await new Etherscan(key, `${url}/v2/api`).getMinedBlocksByAddress(producer, 'blocks', 1, 5)) as unknown as {
      result: Row[]
    }
    expect(result.map((row) => row['blockNumber'])).toEqual(['119', '118', '117', '116', '115'])
    expect(Object.keys(result[0] ?? {})).toEqual(names(blockColumns))
  })

  it('fails with a wrong key', async () => {
    const { url } = await serve()
    await expect(new Etherscan('wrong', `${url}/v2/api`).getMinedBlocksByAddress(producer, 'blocks', 1, 5)).rejects.toThrow('status')
  })
})

describe('etherscan-api, given an axios client with the address of the service', () => {
  const clientFor = ({ url, key }: RunningProgram) => etherscanApi.init(key, undefined, 10_000, axios.create({ baseURL: `${url}/v2` }))

  it('lists validated blocks, a page of the default size', async () => {
    const { result } = (await clientFor(await serve()).account.getminedblocks(producer)) as { result: Row[] }
    expect(result).toHaveLength(100)
    expect(result[0]?.['blockNumber']).toBe('119')
  })

  it('passes on our text of a refusal', async () => {
    const { account } = clientFor(await serve())
    await expect(account.getminedblocks('0x12')).rejects.toBe('Error! Invalid address format')
    await expect(account.getminedblocks(holder)).rejects.toBe('No transactions found')
  })
})

describe('ethers, whose requests are led to the service by the hook it offers', () => {
  /** The provider has the hosted service's address built in; `registerGetUrl` is the library's own way to carry requests elsewhere. */
  const providerFor = ({ url, key }: RunningProgram): EtherscanProvider => {
    const usual = FetchRequest.createGetUrlFunc()
    FetchRequest.registerGetUrl((request, signal) => {
      const led = request.clone()
      led.url = request.url.replace('https://api.etherscan.io', url)
      return usual(led, signal)
    })
    onTestFinished(() => FetchRequest.registerGetUrl(usual))
    return new EtherscanProvider(Network.from(1), key)
  }

  it('fetches transfers, compressed, by GET and by POST', async () => {
    const provider = providerFor(await serve())
    for (const post of [false, true]) {
      const rows = (await provider.fetch('account', { action: 'token1155tx', address: holder, offset: 100, tag: 'latest' }, post)) as Row[]
      expect(rows).toHaveLength(100)
      expect(rows[0]?.['from']).toBe(holder)
    }
  })

  it('takes no rows as an empty list and a failure as an error', async () => {
    const provider = providerFor(await serve())
    expect(await provider.fetch('account', { action: 'getminedblocks', address: holder })).toEqual([])
    await expect(provider.fetch('account', { action: 'token1155tx', address: '0x12' })).rejects.toThrow()
  })
})
