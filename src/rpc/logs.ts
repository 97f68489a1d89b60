import type { RpcHeader, RpcLog } from '../evm/json-rpc.ts'
import type { Hex } from '../records/hex.ts'
import { askAll, takeValue } from './ask.ts'
import { attempt } from './attempt.ts'
import { fetchBlock } from './block.ts'
import { type Chain, quantity } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault, RpcStuckError } from './errors.ts'
import { learnServed } from './learn.ts'
import type { ChainClient, LogFilter, Sourced } from './port.ts'
import { headerFrom } from './shapes.ts'

type LogPage = Awaited<ReturnType<ChainClient['logs']>>

/** What one endpoint takes at first; most allow far more, and the width doubles with every answer. */
export const firstLogBlocks = 2000
const mostLogBlocks = 100_000
/** From the widest range, halving reaches one block in 17 steps; more means that narrowing does not help. */
const maxCuts = 40

/** Logs from the beginning of the range up to as far as endpoints allow at once. A range that is refused is cut and asked for again without a pause. */
export const fetchLogs = async (chain: Chain, filter: LogFilter): Promise<LogPage> => {
  let width = Math.min(filter.to - filter.from + 1, chain.sizes.logBlocks)
  for (let cuts = 0; cuts < maxCuts; cuts++) {
    try {
      const page = await fetchWidth(chain, filter, width)
      if (page.value.to - filter.from + 1 >= chain.sizes.logBlocks)
        chain.sizes.logBlocks = Math.min(mostLogBlocks, chain.sizes.logBlocks * 2)
      return page
    } catch (error) {
      if (!(error instanceof RpcFault) || !error.asksForLess) throw error
      if (width === 1) return logsOfBlock(chain, filter)
      width = narrower(width, filter.from, error)
      // Density belongs to this place: the next pages start from it and widen again.
      if (error.kind !== 'range') chain.sizes.logBlocks = Math.max(1, width)
    }
  }
  throw new RpcStuckError(chain.chainId, `logs from block ${filter.from}`, `still refused after ${maxCuts} cuts`, [])
}

/** Takes up what the node offers where that is less than was asked for; else halves. */
const narrower = (width: number, from: number, { figure }: RpcFault): number => {
  const offered = figure.range && figure.range.from <= from && figure.range.to >= from ? figure.range.to - from + 1 : figure.blocks
  return offered !== undefined && offered >= 1 && offered < width ? offered : Math.max(1, Math.floor(width / 2))
}

const fetchWidth = (chain: Chain, { from, to, topics, not }: LogFilter, width: number): Promise<LogPage> => {
  const end = Math.min(to, from + width - 1)
  const need = {
    what: `logs of blocks ${from} to ${end}`,
    from,
    to: end,
    method: 'eth_getLogs',
    narrows: true,
    ...(not ? { not } : {}),
  } as const
  return attempt(chain, need, 'bulk', async (endpoint) =>
    logsFrom(chain, endpoint, from, Math.min(end, from + endpoint.learned.rangeBlocks - 1), topics),
  )
}

/** The last header travels in the same batch: an endpoint that has not seen it would answer with no logs just as well. */
const logsFrom = async (
  chain: Chain,
  endpoint: Endpoint,
  from: number,
  to: number,
  topics: LogFilter['topics'],
): Promise<LogPage['value']> => {
  const { answers } = await askAll(chain, endpoint, [
    { method: 'eth_getLogs', params: [{ fromBlock: quantity(from), toBlock: quantity(to), topics }] },
    { method: 'eth_getBlockByNumber', params: [quantity(to), false] },
  ])
  const logs = takeValue(endpoint, answers[0])
  const last = headerFrom(endpoint, takeValue(endpoint, answers[1]))
  if (!Array.isArray(logs)) throw new RpcFault('missing', endpoint.name, `has no logs for blocks ${from} to ${to}`)
  if (Number(last.number) !== to)
    throw new RpcFault('malformed', endpoint.name, `answered with block ${Number(last.number)} for block ${to}`)
  learnServed(endpoint, from)
  return { logs: logs as RpcLog[], to, last }
}

/** One block that is too much for a query of logs still has receipts. */
const logsOfBlock = async (chain: Chain, { from, topics, not }: LogFilter): Promise<LogPage> => {
  const { value, source } = await fetchBlock(chain, from, not ? { not } : {})
  const logs = value.receipts.flatMap((receipt) => receipt.logs).filter((log) => matches(log, topics))
  const last: RpcHeader = value.block
  return { value: { logs, to: from, last }, source } satisfies Sourced<unknown>
}

const matches = (log: RpcLog, topics: LogFilter['topics']): boolean =>
  topics.every((wanted, index) => {
    const topic: Hex | undefined = log.topics[index]
    return wanted === null || (topic !== undefined && (Array.isArray(wanted) ? wanted.includes(topic) : wanted === topic))
  })
