import type { IndexedBlock, TokenText } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import type { TransferRow } from '../../src/records/rowset.ts'
import { comparePlaces } from '../../src/records/rowset-view.ts'
import type {
  BlockQuery,
  BlockRow,
  ChainState,
  CommitBatch,
  PageEnd,
  PageQuery,
  Position,
  TransferQuery,
  UncleRow,
} from '../../src/store/port.ts'

/** What a store must answer, by the plainest means: arrays that are filtered and sorted for every question. */
export interface Model {
  readonly state: ChainState
  commit(batch: CommitBatch): void
  transfers(query: TransferQuery): { readonly rows: TransferRow[]; readonly end: PageEnd }
  blocks(query: BlockQuery): { readonly rows: BlockRow[]; readonly end: PageEnd }
  uncles(query: BlockQuery): { readonly rows: UncleRow[]; readonly end: PageEnd }
  blockHash(number: number): Hex | undefined
  scan(from: number, to: number): IndexedBlock[]
  tokensMissing(named: ReadonlyMap<Hex, TokenText>): Hex[]
}

interface Held {
  block: IndexedBlock
  transfers: boolean
  blocks: boolean
}

const placeOf = ({ block, transaction, transfer }: TransferRow): Position => ({
  block: block.number,
  tx: transaction.index,
  log: transfer.logIndex,
  batch: transfer.batchIndex,
})

const rowsOf = ({ number, hash, timestamp, transactions }: IndexedBlock): TransferRow[] =>
  transactions.flatMap(({ transfers, ...transaction }) =>
    transfers.map((transfer) => ({ block: { number, hash, timestamp }, transaction, transfer })),
  )

const matches = ({ transfer }: TransferRow, query: TransferQuery): boolean => {
  const { from, to } = transfer
  const parties: boolean[] = []
  if (query.from !== undefined) parties.push(from === query.from)
  if (query.to !== undefined) parties.push(to === query.to)
  if (parties.length > 0 && !(query.fromTo === 'or' ? parties.some(Boolean) : parties.every(Boolean))) return false
  if (query.address !== undefined) {
    const incoming = to === query.address && query.direction !== 'out'
    const outgoing = from === query.address && query.direction !== 'in'
    if (!incoming && !outgoing) return false
  }
  return (
    (query.contract === undefined || transfer.contract === query.contract) &&
    (query.tokenId === undefined || transfer.tokenId === query.tokenId) &&
    (query.operator === undefined || transfer.operator === query.operator)
  )
}

/** A page of rows that are in chain order already. */
const page = <Row>(rows: readonly Row[], place: (row: Row) => Position, query: PageQuery): { rows: Row[]; end: PageEnd } => {
  const { after } = query
  const ordered = rows.filter((row) => place(row).block >= query.fromBlock && place(row).block <= query.toBlock)
  if (query.order === 'desc') ordered.reverse()
  const sign = query.order === 'asc' ? 1 : -1
  const following = after ? ordered.filter((row) => sign * comparePlaces(place(row), after) > 0) : ordered
  const shown = following.slice(query.skip, query.skip + query.limit)
  const last = shown.at(-1)
  return { rows: shown, end: { rows: shown.length, ...(last && { last: place(last) }), more: following.length > query.skip + query.limit } }
}

const addRange = (numbers: Set<number>, from: number, to: number): void => {
  for (let number = from; number <= to; number++) numbers.add(number)
}

const ranges = (numbers: ReadonlySet<number>) => {
  const found: { from: number; to: number }[] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last && last.to + 1 === number) last.to = number
    else found.push({ from: number, to: number })
  }
  return found
}

export const makeModel = (chainId: number, startBlock: number): Model => {
  const held = new Map<number, Held>()
  const covered = { transfers: new Set<number>(), blocks: new Set<number>() }
  let head = { number: -1, timestamp: 0 }
  let finalized = -1
  const sorted = (): Held[] => [...held.values()].sort((a, b) => a.block.number - b.block.number)
  const allRows = () => sorted().flatMap((entry) => (entry.transfers ? rowsOf(entry.block) : []))
  const allBlocks = (): BlockRow[] =>
    sorted().flatMap(({ block: { number, hash, timestamp, validated }, blocks }) =>
      blocks && validated ? [{ number, hash, timestamp, ...validated }] : [],
    )
  const allUncles = (): UncleRow[] =>
    sorted().flatMap(({ block, blocks }) =>
      blocks ? block.uncles.map((uncle, index) => ({ ...uncle, includingBlock: block.number, index })) : [],
    )

  return {
    get state(): ChainState {
      return {
        chainId,
        startBlock,
        head: head.number,
        headTimestamp: head.timestamp,
        finalized,
        coverage: { transfers: ranges(covered.transfers), blocks: ranges(covered.blocks) },
        transferRows: allRows().length,
        blockRows: allBlocks().length,
        uncleRows: allUncles().length,
      }
    },
    commit: (batch) => {
      const { rollbackTo } = batch
      if (rollbackTo !== undefined) {
        for (const numbers of [covered.transfers, covered.blocks])
          for (const number of numbers) if (number > rollbackTo) numbers.delete(number)
        for (const number of held.keys()) if (number > rollbackTo) held.delete(number)
        head = { ...head, number: Math.min(head.number, rollbackTo) }
      }
      for (const dataset of batch.datasets) if (batch.range) addRange(covered[dataset], batch.range.from, batch.range.to)
      for (const block of batch.blocks) {
        const entry = held.get(block.number) ?? { block, transfers: false, blocks: false }
        for (const dataset of batch.datasets) entry[dataset] = true
        held.set(block.number, entry)
      }
      head = batch.head ?? head
      finalized = Math.max(finalized, batch.finalized ?? -1)
    },
    transfers: (query) =>
      page(
        allRows().filter((row) => matches(row, query)),
        placeOf,
        query,
      ),
    blocks: (query) =>
      page(
        allBlocks().filter((row) => row.producer === query.address),
        (row) => ({ block: row.number, tx: 0, log: 0, batch: 0 }),
        query,
      ),
    uncles: (query) =>
      page(
        allUncles().filter((row) => row.miner === query.address),
        (row) => ({ block: row.includingBlock, tx: 0, log: row.index, batch: 0 }),
        query,
      ),
    blockHash: (number) => held.get(number)?.block.hash,
    scan: (from, to) =>
      sorted()
        .filter(({ block }) => block.number >= from && block.number <= to)
        .map(({ block, transfers, blocks }) => {
          const { validated, uncles, transactions, ...plain } = block
          return {
            ...plain,
            transactions: transfers ? transactions : [],
            uncles: blocks ? uncles : [],
            ...(blocks && validated && { validated }),
          }
        }),
    tokensMissing: (named) =>
      [...new Set(allRows().map(({ transfer }) => transfer.contract))].filter((contract) => !named.has(contract)).sort(),
  }
}
