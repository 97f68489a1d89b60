import { createBatchWriter } from './batch.ts'
import { blame } from './blame.ts'
import { mapBounded } from './concurrent.ts'
import type { ChainContext } from './context.ts'
import { BrokenLink, castsDoubt } from './errors.ts'
import { createLinks, type Links, linkedUp } from './linked.ts'
import { type ProvenBlock, prove } from './prove.ts'
import { type ProvenHeader, proveHeader } from './prove-header.ts'
import type { Gap } from './ranges.ts'

/** Headers looked at together: bounds what is held at once, and what one block that cannot be had makes us read again. */
const stretchBlocks = 500
/** Neighbours that are looked into share requests, up to this many; several such runs are under way at once. */
const runBlocks = 8

/**
 * Fills a gap below finality where only transfers are wanted, and leaves none out: every header of the gap is read and linked to its neighbours. A bloom is
 * under its header's hash, so a block whose bloom has no room for a transfer holds none, whatever anybody's index of logs says; every other block is fetched
 * whole and proven.
 */
export const fillHeaders = async (chain: ChainContext, gap: Gap): Promise<void> => {
  const writer = createBatchWriter(chain, gap)
  const store = createStretchStore(chain, writer)
  try {
    for await (const header of linkedUp(headerLinks(chain), gap.to, provenHeaders(chain, gap))) await store.add(header)
    await store.end()
  } catch (error) {
    if (!castsDoubt(error)) await writer.flush()
    throw error
  }
  await writer.flush()
}

async function* provenHeaders(chain: ChainContext, { from, to }: Gap): AsyncGenerator<ProvenHeader, void, void> {
  let number = from
  for await (const fetched of chain.client.headers(from, to, { signal: chain.signal })) yield await proveHeader(chain, number++, fetched)
}

const headerLinks = (chain: ChainContext): Links<ProvenHeader> =>
  createLinks(chain, async (number, not) => {
    const fetched = await chain.client.header(number, { not, rounds: 1, signal: chain.signal }).catch(() => undefined)
    return fetched && proveHeader(chain, number, fetched)
  })

interface StretchStore {
  add(header: ProvenHeader): Promise<void>
  end(): Promise<void>
}

/** Gathers linked headers and stores, stretch by stretch, what their blocks hold. */
const createStretchStore = (chain: ChainContext, writer: ReturnType<typeof createBatchWriter>): StretchStore => {
  let stretch: ProvenHeader[] = []
  let previous: ProvenHeader | undefined
  const end = async (): Promise<void> => {
    const headers = stretch
    stretch = []
    await storeStretch(chain, writer, headers)
  }
  return {
    add: async (header) => {
      if (previous !== undefined && previous.block.hash !== header.block.parentHash)
        throw new BrokenLink(header.block.number, header.block.parentHash, previous.block.hash)
      // The first block leaves its hash even where it holds nothing: what is filled in below it later is compared with it.
      if (previous === undefined && !header.mayHoldTransfers) await writer.add(header)
      previous = header
      stretch.push(header)
      if (stretch.length >= stretchBlocks) await end()
    },
    end,
  }
}

/** Stores a stretch up to its end, or up to before the first block that could not be had. */
const storeStretch = async (
  chain: ChainContext,
  writer: ReturnType<typeof createBatchWriter>,
  headers: readonly ProvenHeader[],
): Promise<void> => {
  const [first] = headers
  if (first === undefined) return
  const passBefore = async (number: number): Promise<void> => {
    const last = headers[number - 1 - first.block.number]
    if (last !== undefined) await writer.passTo(last.block.number, last)
  }
  const runs = runsOf(headers.filter((header) => header.mayHoldTransfers))
  for (const { run, blocks, failure } of await mapBounded(runs, chain.limits.fetchesAtOnce, (each) => lookInto(chain, each))) {
    for (const proven of blocks) await writer.add(proven)
    const missing = run[blocks.length]
    if (missing === undefined) continue
    await passBefore(missing.block.number)
    throw failure
  }
  await passBefore(first.block.number + headers.length)
}

const runsOf = (headers: readonly ProvenHeader[]): ProvenHeader[][] => {
  const runs: ProvenHeader[][] = []
  for (const header of headers) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && run.length < runBlocks && before?.block.number === header.block.number - 1) run.push(header)
    else runs.push([header])
  }
  return runs
}

interface Looked {
  readonly run: readonly ProvenHeader[]
  /** The blocks of the run, as many as could be had. */
  readonly blocks: readonly ProvenBlock[]
  /** Why there are not more. */
  readonly failure: unknown
}

const lookInto = async (chain: ChainContext, run: readonly ProvenHeader[]): Promise<Looked> => {
  const blocks: ProvenBlock[] = []
  const from = run[0]?.block.number ?? 0
  let failure: unknown = new Error(`blocks from ${from} on did not all arrive`)
  try {
    for await (const fetched of chain.client.blocks(from, from + run.length - 1, { signal: chain.signal })) {
      const { block } = run[blocks.length] as ProvenHeader
      blocks.push(await sameBlock(chain, block, await prove(chain, block.number, fetched)))
    }
  } catch (error) {
    failure = error
  }
  return { run, blocks, failure }
}

/** The block of a header that its neighbours vouch for: one that is another is on no chain, however whole. */
const sameBlock = async (chain: ChainContext, { number, hash }: ProvenHeader['block'], found: ProvenBlock): Promise<ProvenBlock> => {
  if (found.block.hash === hash) return found
  blame(chain, found.source, `block ${number} is ${found.block.hash}, its neighbours name ${hash}`)
  return prove(chain, hash)
}
