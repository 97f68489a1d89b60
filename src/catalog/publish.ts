import type { ChainState, Dataset } from '../store/port.ts'
import type { Publisher } from './publisher.ts'

/** The first and the last second a dataset covers; undefined where the store does not know. */
export interface CoveredSpan {
  readonly first: number | undefined
  readonly last: number | undefined
}

/** What the catalog says of a chain. */
export interface PublishedChain {
  readonly name: string
  readonly state: Pick<ChainState, 'chainId' | 'coverage'>
  readonly spans: Readonly<Record<Dataset, CoveredSpan>>
}

interface DatasetText {
  readonly dataset: Dataset
  readonly action: string
  readonly title: string
  readonly holds: string
  readonly keywords: readonly string[]
}

/** In the order of the catalog. */
const publishedDatasets: readonly DatasetText[] = [
  {
    dataset: 'transfers',
    action: 'token1155tx',
    title: 'ERC-1155 token transfers',
    holds: 'Transfers of ERC-1155 tokens, single and in batches, by address, token contract and block range',
    keywords: ['erc1155', 'token transfers'],
  },
  {
    dataset: 'blocks',
    action: 'getminedblocks',
    title: 'Validated blocks',
    holds: 'Blocks by the address that produced them, with the reward it received',
    keywords: ['blocks', 'block rewards', 'validators'],
  },
]

/** The day of an entry nothing is known of yet. */
const unknownDay = '1970-01-01'
/** The last second of the year 9999: later years have no four-digit form. */
const lastWritableSecond = 253_402_300_799

/** Days, not seconds: harvesters compare hashes, and a catalog that changed with every block would always be new. */
const dayOf = (seconds: number | undefined): string | undefined =>
  seconds !== undefined && Number.isInteger(seconds) && seconds >= 0 && seconds <= lastWritableSecond
    ? new Date(seconds * 1000).toISOString().slice(0, 10)
    : undefined

const temporalOf = ({ first, last }: CoveredSpan): string | undefined => {
  const [from, to] = [dayOf(first), dayOf(last)]
  return from === undefined || to === undefined || from > to ? undefined : `${from}/${to}`
}

type Entry = Readonly<Record<string, unknown>>

const commonFields = ({ publisher, contactPoint, mbox, license }: Publisher): Entry => ({
  publisher,
  contactPoint,
  mbox,
  accessLevel: 'public',
  ...(license === undefined ? {} : { license }),
  language: ['en'],
  accrualPeriodicity: 'Continuously updated',
})

const datasetEntry = (publisher: Publisher, chain: PublishedChain, text: DatasetText, baseUrl: string): Entry => {
  const { chainId, coverage } = chain.state
  const span = chain.spans[text.dataset]
  const temporal = temporalOf(span)
  const gaps = coverage[text.dataset].length > 1 ? ' Some block ranges within the covered time are not indexed yet.' : ''
  return {
    title: `${text.title}, ${chain.name} (chain ${chainId})`,
    description: `${text.holds}, on ${chain.name}. Answers are pages of JSON records.${gaps}`,
    keyword: ['blockchain', 'evm', ...text.keywords],
    modified: dayOf(span.last) ?? unknownDay,
    identifier: `eip155_${chainId}_${text.action}`,
    ...commonFields(publisher),
    webService: `${baseUrl}/v2/api?chainid=${chainId}&module=account&action=${text.action}`,
    format: 'application/json',
    dataDictionary: `${baseUrl}/openapi.json`,
    ...(temporal === undefined ? {} : { temporal }),
    theme: ['blockchain'],
  }
}

/** The entry of the catalog itself is as new as its newest dataset. */
const selfEntry = (publisher: Publisher, datasets: readonly Entry[], baseUrl: string): Entry => ({
  title: `Data catalog of ${publisher.publisher}`,
  description: 'The datasets of this service, one for each chain and kind of record. Common core metadata, version 1.0.',
  keyword: ['catalog'],
  modified:
    datasets
      .map(({ modified }) => String(modified))
      .sort()
      .at(-1) ?? unknownDay,
  identifier: 'catalog',
  ...commonFields(publisher),
  accessURL: `${baseUrl}/data.json`,
  landingPage: `${baseUrl}/data`,
  format: 'application/json',
})

/**
 * The catalog of the service: an entry for itself, then one for each chain and dataset of which anything is indexed, by chain number. The same state gives
 * the same bytes, in every process.
 */
export const makeCatalog = (publisher: Publisher, chains: readonly PublishedChain[], baseUrl: string): Buffer => {
  const datasets = [...chains]
    .sort((a, b) => a.state.chainId - b.state.chainId)
    .flatMap((chain) =>
      publishedDatasets
        .filter(({ dataset }) => chain.state.coverage[dataset].length > 0)
        .map((text) => datasetEntry(publisher, chain, text, baseUrl)),
    )
  return Buffer.from(`${JSON.stringify([selfEntry(publisher, datasets, baseUrl), ...datasets], null, 2)}\n`)
}
