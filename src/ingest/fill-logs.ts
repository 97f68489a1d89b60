import type { RpcLog } from '../evm/json-rpc.ts'
import type { IndexedBlock } from '../records/block.ts'
import type { EndpointId } from '../rpc/port.ts'
import { createBatchWriter } from './batch.ts'
import { blame } from './blame.ts'
import { mapBounded } from './concurrent.ts'
import type { ChainContext } from './context.ts'
import { messageOf } from './errors.ts'
import { blockLinks } from './linked.ts'
import { countFailedCheck } from './meter.ts'
import { type ProvenBlock, prove } from './prove.ts'
import type { Gap } from './ranges.ts'
import { isAnotherWell } from './second-opinion.ts'

/** Windows of a ranged query: begin modest, follow the density. The client cuts them further to what endpoints allow. */
const firstWindowBlocks = 2000
const widestWindowBlocks = 100_000
/** Matched blocks of a window above which the next is narrower, and below a quarter of which it is wider: bounds what is held at once. */
const matchesAimed = 400

/**
 * Fills a gap below finality where only transfers are wanted and the operator trusts the endpoints' index of logs: one ranged query finds the blocks that hold
 * any, and only those are fetched, whole, and proven like any other. An empty answer is believed because the last header of the range came in the same batch:
 * the node had the range. `fill-headers.ts` trusts nobody.
 */
export const fillLogs = async (chain: ChainContext, gap: Gap): Promise<void> => {
  const writer = createBatchWriter(chain, gap)
  let window = firstWindowBlocks
  let from = gap.from
  try {
    while (from <= gap.to && !chain.signal.aborted) {
      const found = await findMatches(chain, from, Math.min(gap.to, from + window - 1))
      for (const proven of await proveMatches(chain, found)) await writer.add(proven)
      await writer.passTo(found.to)
      from = found.to + 1
      if (found.byBlock.size > matchesAimed) window = Math.max(1, window >> 1)
      else if (found.byBlock.size * 4 < matchesAimed) window = Math.min(widestWindowBlocks, window * 2)
    }
  } finally {
    await writer.flush()
  }
}

interface Matches {
  readonly source: EndpointId
  readonly to: number
  /** How many matching logs each block holds, ascending. */
  readonly byBlock: ReadonlyMap<number, number>
}

const findMatches = async (chain: ChainContext, from: number, to: number): Promise<Matches> => {
  const refused: number[] = []
  for (;;) {
    const { value, source } = await chain.client.logs({ from, to, topics: [chain.examiner.transferTopics], not: refused })
    const failure = wrongLogs(value.logs, from, value.to) ?? wrongLast(chain, value.last, value.to)
    if (failure === undefined) {
      const byBlock = countByBlock(value.logs)
      await addOthersMatches(chain, byBlock, { from, to: value.to, source })
      // A spot check: the one header at hand says whether its block may hold a transfer; a block that may is looked into.
      if (!byBlock.has(value.to) && chain.examiner.mayHoldTransfers(value.last)) byBlock.set(value.to, 0)
      return { source, to: value.to, byBlock: new Map([...byBlock].sort(([a], [b]) => a - b)) }
    }
    countFailedCheck(chain.meter, 'ranged logs', failure)
    blame(chain, source, failure)
    refused.push(source)
    if (refused.length >= chain.limits.attemptsPerBlock) throw new Error(failure)
  }
}

/**
 * An index of logs that leaves out a block cannot be told from a block without logs. Where a second endpoint is well it is asked the same, and every block
 * either of them names is fetched and proven: what is missed is only what both miss. A second that is not well holds nothing up.
 */
const addOthersMatches = async (
  chain: ChainContext,
  byBlock: Map<number, number>,
  { from, to, source }: { readonly from: number; readonly to: number; readonly source: EndpointId },
): Promise<void> => {
  if (!isAnotherWell(chain, source)) return
  for (let next = from; next <= to; ) {
    const other = await chain.client
      .logs({ from: next, to, topics: [chain.examiner.transferTopics], not: [source] })
      .catch((error: unknown) => messageOf(error))
    if (typeof other === 'string' || wrongLogs(other.value.logs, next, other.value.to) !== undefined) return
    const added = [...countByBlock(other.value.logs)].filter(([block]) => !byBlock.has(block))
    for (const [block, count] of added) byBlock.set(block, count)
    next = other.value.to + 1
  }
}

const wrongLogs = (logs: readonly RpcLog[], from: number, to: number): string | undefined => {
  const stray = logs.find((log) => log.removed === true || Number(log.blockNumber) < from || Number(log.blockNumber) > to)
  return stray === undefined
    ? undefined
    : `logs of ${from}-${to} hold one of block ${Number(stray.blockNumber)}${stray.removed ? ', removed' : ''}`
}

const wrongLast = (chain: ChainContext, last: Parameters<ChainContext['examiner']['header']>[0], to: number): string | undefined => {
  if (Number(last.number) !== to) return `asked for header ${to}, got ${Number(last.number)}`
  return chain.examiner.header(last)?.detail
}

const countByBlock = (logs: readonly RpcLog[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const log of logs) counts.set(Number(log.blockNumber), (counts.get(Number(log.blockNumber)) ?? 0) + 1)
  return new Map([...counts].sort(([a], [b]) => a - b))
}

const proveMatches = (chain: ChainContext, { source, byBlock }: Matches): Promise<ProvenBlock[]> =>
  mapBounded([...byBlock.keys()], chain.limits.fetchesAtOnce, async (number) => {
    const proven = await blockLinks(chain).vouchedFor(await prove(chain, number))
    const expected = byBlock.get(number) ?? 0
    if (expected === 0 && transfersIn(proven.block) > 0) {
      const text = `an endpoint's logs leave out the transfers of block ${number}: its log index is not to be trusted`
      countFailedCheck(chain.meter, 'ranged logs', text)
      blame(chain, source, text)
      throw new Error(text)
    }
    return proven
  })

const transfersIn = (block: IndexedBlock): number => block.transactions.reduce((sum, transaction) => sum + transaction.transfers.length, 0)
