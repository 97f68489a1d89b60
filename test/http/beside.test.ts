import { describe, expect, it } from 'vitest'
import type { ChainNote } from '../../src/ingest/note.ts'
import type { ChainState, Snapshot, StoreReader } from '../../src/store/port.ts'
import { startTestService } from './service.ts'

const state: ChainState = {
  chainId: 1,
  startBlock: 5,
  head: 100,
  headTimestamp: 1_700_000_000,
  finalized: 90,
  coverage: { transfers: [{ from: 5, to: 100 }], blocks: [{ from: 5, to: 100 }] },
  transferRows: 7,
  blockRows: 56,
  uncleRows: 0,
}

const note = (changes: Partial<ChainNote>): string =>
  JSON.stringify({
    version: 1,
    chainId: 1,
    name: 'One',
    at: Date.now(),
    phase: 'following',
    head: { number: 100, timestamp: 1_700_000_000 },
    lagBlocks: 0,
    lagMs: 5,
    backfill: null,
    endpoints: [{ id: 0, name: 'http://node', state: 'ok', requestsPerSecond: 1, faults: {}, unsupported: [] }],
    reorganisations: { count: 2, deepest: 1, recent: [] },
    failedChecks: { 'receipts root': 3 },
    lastFailedCheck: null,
    malformedEvents: 0,
    unclesMissing: 0,
    stuck: [],
    halted: null,
    quirks: [],
    rewards: 'known',
    totals: { blocks: 1, rows: 1, commits: 1 },
    ...changes,
  })

const storeWith = (text: string | undefined): StoreReader => ({
  chains: () => [1],
  snapshot: (chainId) => (chainId === 1 ? ({ state } as Snapshot) : undefined),
  notes: (chainId) => (chainId === 1 ? text : undefined),
  secret: new Uint8Array(32),
  close: async () => {},
})

describe('beside the one path', () => {
  it.each([
    ['following', note({}), 1],
    ['far behind', note({ lagBlocks: 50 }), 2],
    ['stalled', note({ phase: 'stalled' }), 2],
    ['out of disk', note({ phase: 'stalled', notStored: 'the disk is full' }), 2],
    ['starting', note({ phase: 'starting' }), 2],
    ['filling old blocks', note({ phase: 'backfilling' }), 2],
    ['not heard of for a while', note({ at: Date.now() - 60_000 }), 2],
    ['never heard of', undefined, 2],
  ])('lists a chain whose indexer is %s', async (_, text, status) => {
    const { get, url } = await startTestService({ store: storeWith(text) })
    const list = JSON.parse((await get('/v2/chainlist')).text)
    expect(list).toMatchObject({ totalcount: 1, result: [{ chainname: 'Chain 1', chainid: '1', status }] })
    expect(list.result[0].apiurl).toBe(`${url}/v2/api?chainid=1`)
    expect(Object.keys(list.result[0])).toEqual(['chainname', 'chainid', 'blockexplorer', 'apiurl', 'status', 'comment'])
  })

  it('lists a chain with a gap as degraded, whatever its indexer says', async () => {
    const gap = { ...state, coverage: { transfers: [{ from: 50, to: 100 }], blocks: [] } }
    const { get } = await startTestService({ store: { ...storeWith(note({})), snapshot: () => ({ state: gap }) as unknown as Snapshot } })
    expect(JSON.parse((await get('/v2/chainlist')).text).result[0].status).toBe(2)
  })

  it('lists a chain of which nothing is indexed as offline', async () => {
    const { get } = await startTestService({ chains: () => [9], store: storeWith(undefined) })
    expect(JSON.parse((await get('/v2/chainlist')).text).result[0].status).toBe(0)
  })

  it('shows head, finality, coverage, lag and endpoints in the status', async () => {
    const { get } = await startTestService({ store: storeWith(note({ lagBlocks: 3 })) })
    const { chains } = JSON.parse((await get('/status')).text)
    expect(chains[0]).toMatchObject({
      chainId: 1,
      condition: 'ok',
      head: { number: 100 },
      finalized: 90,
      coverage: state.coverage,
      lagBlocks: 3,
      endpoints: [{ name: 'http://node', state: 'ok' }],
    })
  })

  it('says in the status why nothing can be stored', async () => {
    const { get } = await startTestService({ store: storeWith(note({ phase: 'stalled', notStored: 'the disk is full' })) })
    expect(JSON.parse((await get('/status')).text).chains[0].reason).toBe('nothing can be stored: the disk is full')
  })

  it('says in the status of which blocks the reward cannot be known, and why', async () => {
    const rewards = { rewards: 'partly-known', rewardsUnknown: 'before its merge: only traces show it' } as const
    const { get } = await startTestService({ store: storeWith(note(rewards)) })
    expect(JSON.parse((await get('/status')).text).chains[0].indexer).toMatchObject(rewards)
  })

  it('counts requests and shows chains in the metrics', async () => {
    const { get, key } = await startTestService({
      store: storeWith(note({ stuck: [{ from: 5, to: 5, reason: 'no', attempts: 4, since: 1 }] })),
    })
    for (let i = 0; i < 3; i++) await get(`/v2/api?apikey=${key}`)
    const { text, headers } = await get('/metrics')
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    for (const line of [
      'http_requests_total{route="/v2/api",code="200"} 3',
      'http_request_duration_seconds_bucket{route="/v2/api",le="+Inf"} 3',
      'http_request_duration_seconds_count{route="/v2/api"} 3',
      'ownscan_rows_total 9',
      'ownscan_chain_head_block{chain="1"} 100',
      'ownscan_chain_covered_blocks{chain="1",dataset="blocks"} 96',
      'ownscan_chain_failed_checks{chain="1",check="receipts root"} 3',
      'ownscan_chain_stuck_ranges{chain="1"} 1',
      'ownscan_endpoint_up{chain="1",endpoint="http://node"} 1',
    ])
      expect(text.split('\n')).toContain(line)
    for (const line of text.trim().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? -?[\d.e+-]+)$/)
  })

  it('describes itself, with the address it was reached at', async () => {
    const { get, url } = await startTestService()
    const document = JSON.parse((await get('/openapi.json')).text)
    expect(document.servers).toEqual([{ url }])
    expect(document.paths['/v2/api'].get.parameters.map(({ name }: { name: string }) => name)).toContain('contractaddress')
  })

  it('is alive and ready', async () => {
    const { get } = await startTestService()
    expect((await get('/health')).status).toBe(200)
    expect((await get('/ready')).status).toBe(200)
  })
})
