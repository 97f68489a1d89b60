import type { IndexedBlock, TokenText, Transfer } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { readRowset, type TransferRow } from '../../src/records/rowset.ts'
import { rowsetsOf } from '../../src/records/rowset-builder.ts'
import {
  type BlockQuery,
  type BlockRange,
  type BlockRow,
  type ChainState,
  type PageEnd,
  type PageQuery,
  type Position,
  QueryTimeout,
  type RowSink,
  type Snapshot,
  type StoreReader,
  type TransferQuery,
  type UncleRow,
} from '../../src/store/port.ts'

/** A chain in memory that answers by looking at every row: slow, and plainly right. What the query code is tested on where no real store is needed. */
export interface MemoryChain {
  readonly chainId: number
  readonly blocks: readonly IndexedBlock[]
  readonly startBlock?: number
  readonly head?: number
  readonly finalized?: number
  readonly unclesMissing?: ChainState['unclesMissing']
  readonly coverage?: readonly BlockRange[]
  readonly tokens?: ReadonlyMap<Hex, TokenText>
}

const compare = (a: Position, b: Position): number => a.block - b.block || a.tx - b.tx || a.log - b.log || a.batch - b.batch

/** The page of a list in chain order. */
const page = <T>(rows: readonly T[], place: (row: T) => Position, query: PageQuery): { rows: readonly T[]; end: PageEnd } => {
  if (query.deadline < performance.now()) throw new QueryTimeout('took too long')
  const sign = query.order === 'asc' ? 1 : -1
  const { after } = query
  const found = rows
    .filter((row) => place(row).block >= query.fromBlock && place(row).block <= query.toBlock)
    .sort((a, b) => sign * compare(place(a), place(b)))
    .filter((row) => after === undefined || sign * compare(place(row), after) > 0)
    .slice(query.skip)
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)
  return { rows: shown, end: { rows: shown.length, more: found.length > shown.length, ...(last && { last: place(last) }) } }
}

const placeOf = ({ block, transaction, transfer }: TransferRow): Position => ({
  block: block.number,
  tx: transaction.index,
  log: transfer.logIndex,
  batch: transfer.batchIndex,
})

export const matches = (query: Omit<TransferQuery, keyof PageQuery>, transfer: Transfer): boolean => {
  const { address, contract, from, to, fromTo, direction, tokenId, operator } = query
  const sides = [...(from === undefined ? [] : [transfer.from === from]), ...(to === undefined ? [] : [transfer.to === to])]
  return (
    (address === undefined || (transfer.to === address && direction !== 'out') || (transfer.from === address && direction !== 'in')) &&
    (contract === undefined || transfer.contract === contract) &&
    (sides.length === 0 || (fromTo === 'or' ? sides.includes(true) : !sides.includes(false))) &&
    (tokenId === undefined || transfer.tokenId === tokenId) &&
    (operator === undefined || transfer.operator === operator)
  )
}

export const rowsOf = (blocks: readonly IndexedBlock[]): TransferRow[] => rowsetsOf(blocks, 1500).flatMap(readRowset)

const snapshotOf = (chain: MemoryChain): Snapshot => {
  const { blocks, tokens = new Map() } = chain
  const head = chain.head ?? blocks.at(-1)?.number ?? -1
  const coverage = chain.coverage ?? (head === -1 ? [] : [{ from: 0, to: head }])
  const state: ChainState = {
    chainId: chain.chainId,
    startBlock: chain.startBlock ?? 0,
    head,
    headTimestamp: 0,
    finalized: chain.finalized ?? head,
    coverage: { transfers: coverage, blocks: coverage },
    unclesMissing: chain.unclesMissing,
    transferRows: 0,
    blockRows: 0,
    uncleRows: 0,
  }
  return {
    state,
    transfers: (query: TransferQuery, sink: RowSink) => {
      const sets = rowsetsOf(blocks, 1500)
      const located = sets.flatMap((set) => readRowset(set).map((row, index) => ({ set, index, row })))
      const { rows, end } = page(
        located.filter(({ row }) => matches(query, row.transfer)),
        ({ row }) => placeOf(row),
        query,
      )
      // In runs, as a store hands them over.
      const step = query.order === 'asc' ? 1 : -1
      for (let first = 0; first < rows.length; ) {
        let count = 1
        while (rows[first + count]?.set === rows[first]?.set && rows[first + count]?.index === (rows[first]?.index ?? 0) + step * count)
          count++
        sink(rows[first]?.set ?? new Uint8Array(), rows[first]?.index ?? 0, count, step)
        first += count
      }
      return end
    },
    blocks: (query: BlockQuery, sink: (row: BlockRow) => void) => {
      const all = blocks.flatMap((block) => (block.validated?.producer === query.address ? [{ ...block, ...block.validated }] : []))
      const { rows, end } = page(all, (row) => ({ block: row.number, tx: 0, log: 0, batch: 0 }), query)
      for (const row of rows) sink(row)
      return end
    },
    uncles: (query: BlockQuery, sink: (row: UncleRow) => void) => {
      const all = blocks.flatMap((block) => block.uncles.map((uncle, index) => ({ ...uncle, includingBlock: block.number, index })))
      const mine = all.filter(({ miner }) => miner === query.address)
      const { rows, end } = page(mine, (row) => ({ block: row.includingBlock, tx: 0, log: row.index, batch: 0 }), query)
      for (const row of rows) sink(row)
      return end
    },
    token: (contract) => tokens.get(contract),
    blockHash: (number) => blocks.find((block) => block.number === number)?.hash,
    scan: ({ from, to }) => blocks.filter(({ number }) => number >= from && number <= to),
  } as Snapshot
}

export const memoryStore = (...chains: MemoryChain[]): StoreReader =>
  ({
    chains: () => chains.map(({ chainId }) => chainId).sort((a, b) => a - b),
    snapshot: (chainId) => {
      const chain = chains.find((known) => known.chainId === chainId)
      return chain && snapshotOf(chain)
    },
    notes: () => undefined,
    secret: Buffer.alloc(32, 7),
    close: async () => {},
  }) as StoreReader
