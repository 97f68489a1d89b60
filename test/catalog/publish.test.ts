import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publishedChains } from '../../src/catalog/covered.ts'
import { type CoveredSpan, makeCatalog, type PublishedChain } from '../../src/catalog/publish.ts'
import { isLoopback, type Publisher, publisherOf } from '../../src/catalog/publisher.ts'
import { fileLimits } from '../../src/catalog/report.ts'
import { validateCatalog } from '../../src/catalog/validate.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { IndexedBlock } from '../../src/records/block.ts'
import type { BlockRange, ChainState, Snapshot, StoreReader } from '../../src/store/port.ts'

const catalog = { publisher: 'An operator', contactPoint: 'Data desk', mbox: 'data@example.org', license: 'https://example.org/licence' }
const publisher: Publisher = { kind: 'configured', ...catalog }
const baseUrl = 'https://data.example.org/scan'

const chain = (
  chainId: number,
  spans: Partial<PublishedChain['spans']> = {},
  ranges: readonly BlockRange[] = [{ from: 0, to: 9 }],
): PublishedChain => ({
  name: `Chain ${chainId}`,
  state: { chainId, coverage: { transfers: ranges, blocks: ranges } },
  spans: { transfers: { first: 1_438_269_988, last: 1_763_078_400 }, blocks: { first: 1_438_269_988, last: 1_763_078_400 }, ...spans },
})

const entriesOf = (chains: readonly PublishedChain[]): Record<string, unknown>[] =>
  JSON.parse(makeCatalog(publisher, chains, baseUrl).toString()) as Record<string, unknown>[]

describe('the published catalog', () => {
  it('describes itself, then each chain and dataset in a fixed order', () => {
    expect(entriesOf([chain(137), chain(1)]).map(({ identifier }) => identifier)).toEqual([
      'catalog',
      'eip155_1_token1155tx',
      'eip155_1_getminedblocks',
      'eip155_137_token1155tx',
      'eip155_137_getminedblocks',
    ])
  })

  it('says where each dataset is queried and the time it covers, by the day', () => {
    expect(entriesOf([chain(1)])[1]).toMatchObject({
      webService: `${baseUrl}/v2/api?chainid=1&module=account&action=token1155tx`,
      temporal: '2015-07-30/2025-11-14',
      modified: '2025-11-14',
      accessLevel: 'public',
      ...catalog,
    })
  })

  it('is as new as its newest dataset', () => {
    expect(entriesOf([chain(1), chain(5, { blocks: { first: 0, last: 1_900_000_000 } })])[0]).toMatchObject({ modified: '2030-03-17' })
  })

  it('leaves out what nothing is indexed of, and the time where it is not known', () => {
    const unknown: CoveredSpan = { first: undefined, last: undefined }
    const [, entry, ...rest] = entriesOf([
      { ...chain(1, { transfers: unknown }), state: { chainId: 1, coverage: { transfers: [{ from: 0, to: 1 }], blocks: [] } } },
    ])
    expect(rest).toEqual([])
    expect(entry).not.toHaveProperty('temporal')
  })

  it('says where covered blocks have gaps', () => {
    const [, entry] = entriesOf([
      chain(1, {}, [
        { from: 0, to: 4 },
        { from: 8, to: 9 },
      ]),
    ])
    expect(entry?.['description']).toContain('not indexed yet')
  })

  it('has the same bytes for the same state, in whatever order chains come', () => {
    expect(makeCatalog(publisher, [chain(1), chain(5)], baseUrl)).toEqual(makeCatalog(publisher, [chain(5), chain(1)], baseUrl))
  })

  const second = fc.oneof(fc.nat(), fc.maxSafeInteger(), fc.double(), fc.constantFrom(undefined, -1, 0, 253_402_300_799, 253_402_300_800))
  const span = fc.record({ first: second, last: second })
  const range = fc.tuple(fc.nat(), fc.nat()).map(([from, length]) => ({ from, to: from + length }))
  const ranges = fc.array(range, { maxLength: 3 })
  const anyChain = fc.record({
    name: fc.string(),
    state: fc.record({ chainId: fc.nat(), coverage: fc.record({ transfers: ranges, blocks: ranges }) }),
    spans: fc.record({ transfers: span, blocks: span }),
  })

  it('is valid for any state of the index', () => {
    const anyChains = fc.uniqueArray(anyChain, { selector: ({ state }) => state.chainId, maxLength: 8 })
    fc.assert(
      fc.property(anyChains, fc.webUrl({ withFragments: false }), (chains, url) => {
        const report = validateCatalog(makeCatalog(publisher, chains, url.replace(/\/$/, '')), fileLimits)
        expect(report).toMatchObject({ verdict: 'valid', errors: [], warnings: [] })
      }),
    )
  })
})

describe('the publisher', () => {
  it('is the configured one', () => {
    expect(publisherOf(catalog)).toEqual(publisher)
  })

  it('is a stated placeholder where none is configured', () => {
    expect(publisherOf(undefined)).toMatchObject({ kind: 'placeholder', publisher: expect.stringContaining('Placeholder') })
  })

  it.each(['publisher', 'contactPoint', 'mbox', 'license'])('is refused by the configuration without %s', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'ownscan-catalog-'))
    try {
      writeFileSync(join(folder, 'ownscan.config.json'), JSON.stringify({ catalog: { ...catalog, [name]: undefined } }))
      expect(() => loadConfig({ cwd: folder })).toThrow(`catalog.${name}: missing`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each([
    ['http://127.1.2.3', true],
    ['http://127.evil.example', false],
    ['http://localhost.evil.example', false],
    ['http://10.0.0.1', false],
    ['no address', false],
  ])('%s is of this machine: %s', (url, expected) => {
    expect(isLoopback(url)).toBe(expected)
  })
})

/** A store with one chain, of whose blocks those in `stored` are stored, each at 1000 times its number. */
const storeWith = (state: Partial<ChainState>, stored: readonly number[]): StoreReader => {
  const scanned = ({ from, to }: BlockRange): IndexedBlock[] =>
    stored.filter((number) => number >= from && number <= to).map((number) => ({ number, timestamp: number * 1000 }) as IndexedBlock)
  const snapshot = {
    state: { chainId: 7, head: 900, headTimestamp: 900_123, coverage: { transfers: [], blocks: [] }, ...state },
    scan: scanned,
  }
  return { chains: () => [7], snapshot: () => snapshot as unknown as Snapshot } as unknown as StoreReader
}

describe('the covered time', () => {
  const covered = async (coverage: readonly BlockRange[], stored: readonly number[]): Promise<CoveredSpan | undefined> => {
    const [found] = await publishedChains(storeWith({ coverage: { transfers: coverage, blocks: [] } }, stored), [7], String)
    return found?.spans.transfers
  }

  it('runs from the first stored block to the head', async () => {
    expect(await covered([{ from: 10, to: 900 }], [12, 500])).toEqual({ first: 12_000, last: 900_123 })
  })

  it('ends with the last covered block where that is not the head', async () => {
    expect(
      await covered(
        [
          { from: 10, to: 20 },
          { from: 30, to: 40 },
        ],
        [10, 40],
      ),
    ).toEqual({ first: 10_000, last: 40_000 })
  })

  it('ends with the last stored block where the last covered one has no rows', async () => {
    expect(await covered([{ from: 10, to: 400 }], [10, 300, 310])).toEqual({ first: 10_000, last: 310_000 })
  })

  it('is unknown where nothing is covered or stored', async () => {
    const unknown = { first: undefined, last: undefined }
    expect(await covered([], [])).toEqual(unknown)
    expect(await covered([{ from: 1, to: 2 }], [])).toEqual(unknown)
  })
})
