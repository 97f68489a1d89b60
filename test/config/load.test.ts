import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/config/errors.ts'
import { type ConfigSources, loadConfig } from '../../src/config/load.ts'

const folderWith = (file: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ownscan-config-'))
  if (file !== undefined) writeFileSync(join(folder, 'ownscan.config.json'), typeof file === 'string' ? file : JSON.stringify(file))
  return folder
}
const load = (file: unknown, sources: ConfigSources = {}) => loadConfig({ cwd: folderWith(file), ...sources }).config
const mistakes = (file: unknown, sources: ConfigSources = {}): string => {
  try {
    load(file, sources)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the configuration was accepted')
}

describe('defaults', () => {
  it('needs no configuration at all', () => {
    const cwd = folderWith(undefined)
    const { config } = loadConfig({ cwd })
    expect(config).toMatchObject({
      data: join(cwd, 'data'),
      host: '127.0.0.1',
      port: 8800,
      auth: 'required',
      incomplete: 'refuse',
      store: { kind: 'lmdb' },
      chains: [],
      log: { level: 'info', format: 'auto' },
    })
  })

  it('fills in every setting of a chain that only names a node', () => {
    expect(load({ chains: [{ chainId: 1, rpc: ['http://node:8545'] }] }).chains).toEqual([
      {
        chainId: 1,
        endpoints: [{ url: 'http://node:8545', headers: {}, rateCap: undefined, archive: undefined }],
        startBlock: 0,
        index: ['transfers', 'blocks'],
        completeness: 'proven',
        finalityDepth: undefined,
        concurrency: 16,
        quirks: [],
        custom: undefined,
      },
    ])
  })
})

describe('what wins', () => {
  const file = { port: 1, log: { level: 'debug' } }
  it('takes the file without environment and flag', () => expect(load(file).port).toBe(1))
  it('takes the environment over the file', () => expect(load(file, { env: { OWNSCAN_PORT: '2' } }).port).toBe(2))
  it('takes the flag over both', () => expect(load(file, { env: { OWNSCAN_PORT: '2' }, flags: { port: '3' } }).port).toBe(3))
  it('leaves what is not overridden in the same object', () =>
    expect(load(file, { flags: { 'log-format': 'json' } }).log).toEqual({ level: 'debug', format: 'json' }))
  it('takes an empty variable as not set', () => expect(load(file, { env: { OWNSCAN_PORT: '' } }).port).toBe(1))
})

describe('chains by flags', () => {
  it('gathers several nodes of several chains, in the order given', () => {
    const { chains } = load(undefined, { flags: { rpc: ['137=http://c', '1=http://a', '1=ws://b'], 'start-block': ['1=12'] } })
    expect(chains.map(({ chainId, startBlock, endpoints }) => [chainId, startBlock, endpoints.map(({ url }) => url)])).toEqual([
      [137, 0, ['http://c']],
      [1, 12, ['http://a', 'ws://b']],
    ])
  })
  it('keeps the equal signs of a URL', () =>
    expect(load(undefined, { flags: { rpc: ['1=http://a/?key=v=w'] } }).chains[0]?.endpoints[0]?.url).toBe('http://a/?key=v=w'))
  it('replaces the nodes of the file for the chain it names, and only those', () => {
    const file = {
      chains: [
        { chainId: 1, startBlock: 7, rpc: ['http://old'] },
        { chainId: 5, rpc: ['http://kept'] },
      ],
    }
    const { chains } = load(file, { env: { OWNSCAN_RPC: '1=http://new  10=http://more' } })
    expect(chains.map(({ chainId, startBlock, endpoints }) => [chainId, startBlock, endpoints[0]?.url])).toEqual([
      [1, 7, 'http://new'],
      [5, 0, 'http://kept'],
      [10, 0, 'http://more'],
    ])
  })
  it.each(['abc', '1.2.3', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8'])('takes no range that is none: %s', (range) =>
    expect(mistakes(undefined, { flags: { 'trusted-proxies': `127.0.0.1,${range}` } })).toMatch(/an IP address or a CIDR range/),
  )
  it.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])('takes an address or a range: %s', (range) =>
    expect(load(undefined, { flags: { 'trusted-proxies': range } }).trustedProxies).toEqual([range]),
  )
  it('names the flag that is missing for a chain without nodes', () =>
    expect(mistakes(undefined, { flags: { 'start-block': ['9=1'] } })).toMatch(/--rpc 9: missing/))
  it('asks for no nodes where none are needed, and takes no empty list of them', () => {
    expect(load(undefined, { flags: { 'start-block': ['9=1'] }, nodes: 'optional' }).chains).toMatchObject([
      { chainId: 9, startBlock: 1, endpoints: [] },
    ])
    expect(mistakes({ chains: [{ chainId: 9 }] })).toMatch(/chains\[0\]\.rpc: missing/)
    expect(mistakes({ chains: [{ chainId: 9, rpc: [] }] })).toMatch(/chains\[0\]\.rpc: .*at least 1/)
  })
  it('says how a chain is written', () =>
    expect(mistakes(undefined, { flags: { rpc: ['mainnet'] } })).toMatch(/--rpc: "mainnet" .* CHAIN=URL/))
})

describe('paths', () => {
  it('start at the folder of the file that names them', () => {
    const cwd = folderWith({ data: 'here' })
    const elsewhere = folderWith(undefined)
    expect(loadConfig({ cwd: elsewhere, flags: { config: join(cwd, 'ownscan.config.json') } }).config.data).toBe(join(cwd, 'here'))
  })
  it('start where the command runs when typed there', () => {
    const cwd = folderWith(undefined)
    const config = join(folderWith({ data: 'here' }), 'ownscan.config.json')
    expect(loadConfig({ cwd, flags: { config, data: 'there' } }).config.data).toBe(join(cwd, 'there'))
  })
})

describe('mistakes', () => {
  it('are reported all at once, each with its path, value and what is allowed', () => {
    const message = mistakes({ port: 70000, incomplete: 'maybe', chains: [{ chainId: 1, rpc: ['ftp://x'], concurrency: 0 }] })
    expect(message.split('\n')).toEqual([
      'The configuration has 4 mistakes:',
      expect.stringMatching(/^ {2}chains\[0\]\.rpc\[0\]: "ftp:\/\/x…" is not allowed; a URL that begins with http:\/\//),
      '  chains[0].concurrency: 0 is not allowed; a whole number from 1 to 256',
      '  port: 70000 is not allowed; a whole number from 0 to 65535',
      '  incomplete: "maybe" is not allowed; one of refuse, serve',
    ])
  })
  it('in a key come with the key that was meant', () => expect(mistakes({ startBlok: 1, prot: 1 })).toMatch(/prot: .*did you mean port\?/))
  it('in a choice come with the word that was meant', () => expect(mistakes({ auth: 'requird' })).toMatch(/did you mean required\?/))
  it('name the flag or variable they came from', () => {
    expect(mistakes({}, { flags: { port: 'high' } })).toMatch(/--port: "high" is not allowed/)
    expect(mistakes({}, { env: { OWNSCAN_LOG_LEVEL: 'loud' } })).toMatch(/OWNSCAN_LOG_LEVEL: "loud" is not allowed/)
  })
  it('in the JSON itself name the file and not its content', () => {
    const message = mistakes('{"redis": "redis://:hunter2@host" oops')
    expect(message).toMatch(/ownscan\.config\.json: .*not JSON/)
    expect(message).not.toContain('hunter2')
  })
  it('include a file that was named and is not there', () =>
    expect(mistakes(undefined, { flags: { config: 'gone.json' } })).toMatch(/gone\.json: .*ENOENT/))
  it('include the same chain twice', () => {
    const chain = { chainId: 3, rpc: ['http://a'] }
    expect(mistakes({ chains: [chain, chain] })).toMatch(/chains\[1\]\.chainId: 3 .*each chain once/)
  })
  it('include ClickHouse without its address', () => expect(mistakes({ store: { kind: 'clickhouse' } })).toMatch(/store\.url: missing/))
  it('include an issuance whose steps do not ascend', () => {
    const schedule = [
      { from: 5, wei: '1' },
      { from: 5, wei: '2' },
    ]
    expect(mistakes({ chains: [{ chainId: 3, rpc: ['http://a'], custom: { schedule } }] })).toMatch(/schedule\[1\]\.from: 5 .*above 5/)
  })
  it('include wei as a JSON number', () =>
    expect(mistakes({ chains: [{ chainId: 3, rpc: ['http://a'], custom: { schedule: [{ from: 0, wei: 2e18 }] } }] })).toMatch(
      /wei as a string/,
    ))
  it('never repeat a secret of a URL or a header', () => {
    const chain = { chainId: 1, rpc: [{ url: 'gopher://u:hunter2@h/hunter2?k=hunter2', headers: { authorization: ['hunter2'] } }] }
    expect(mistakes({ chains: [chain] }, { flags: { rpc: ['x=http://hunter2@h'], redis: 'hunter2@host' } })).not.toContain('hunter2')
  })
})

describe('a private chain', () => {
  it('has its issuance as whole numbers of any size', () => {
    const custom = { producer: 'clique-seal', schedule: [{ from: 0, wei: '5000000000000000000' }], baseFee: 'to-producer' }
    expect(load({ chains: [{ chainId: 1337, rpc: ['http://a'], custom }] }).chains[0]?.custom).toMatchObject({
      producer: 'clique-seal',
      schedule: [{ from: 0, wei: 5_000_000_000_000_000_000n }],
      baseFee: 'to-producer',
      uncles: 'none',
    })
  })
})

describe('references to variables', () => {
  const file = { chains: [{ chainId: 1, rpc: [{ url: 'https://node/$'.concat('{NODE_KEY}') }] }] }
  it('are replaced in a file', () => expect(load(file, { env: { NODE_KEY: 'k1' } }).chains[0]?.endpoints[0]?.url).toBe('https://node/k1'))
  it('to variables that are not set are mistakes', () => expect(mistakes(file)).toMatch(/chains\[0\]\.rpc\[0\]\.url: .*NODE_KEY is not/))
})

it('warns of a variable that is no setting', () => {
  const { warnings } = loadConfig({ cwd: folderWith(undefined), env: { OWNSCAN_PROT: '1' } })
  expect(warnings).toEqual(['the environment variable OWNSCAN_PROT is not a setting (did you mean OWNSCAN_PORT?)'])
})
