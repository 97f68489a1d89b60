import { setMaxListeners } from 'node:events'
import type { RpcBlock } from '../evm/json-rpc.ts'
import { askAll, takeValue } from './ask.ts'
import { attempt } from './attempt.ts'
import { blockNumberOf, type Chain, quantity } from './chain.ts'
import type { Endpoint } from './endpoint.ts'
import { RpcFault } from './errors.ts'
import { learnServed } from './learn.ts'
import type { BlockWithReceipts, FetchOptions, Sourced } from './port.ts'
import { blockReceiptsMethod, receiptsFromAnswer, receiptsOf, supportsBlockReceipts } from './receipts.ts'
import { blockFrom } from './shapes.ts'

/** Small blocks share a request up to about this much answer: more would only delay the first of them. */
const requestTargetBytes = 1_000_000
const requestMaxBlocks = 50
/** Answers under way or waiting their turn: bounds memory on chains with heavy blocks, as parsed blocks take a few times their size. */
const windowBytes = 32_000_000

interface Run {
  readonly from: number
  readonly to: number
  readonly fetched: Promise<Sourced<readonly BlockWithReceipts[]>>
}

/** Blocks in order, several requests ahead of the reader, never more than the window holds. */
export async function* fetchBlocks(
  chain: Chain,
  from: number,
  to: number,
  options: FetchOptions = {},
): AsyncGenerator<Sourced<BlockWithReceipts>, void, void> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, chain.closed, ...(options.signal ? [options.signal] : [])])
  // Every request of the window listens to it: many are no leak here.
  setMaxListeners(0, signal)
  const window: Run[] = []
  let next = from
  const fill = (): void => {
    while (next <= to && roomFor(chain, window)) {
      const last = Math.min(to, next + blocksPerRequest(chain) - 1)
      const fetched = fetchRun(chain, next, last, options.not, signal)
      // Read in its turn, or never where the reader has left: either way it is not unhandled.
      fetched.catch(() => {})
      window.push({ from: next, to: last, fetched })
      next = last + 1
    }
  }
  try {
    for (;;) {
      fill()
      const run = window.shift()
      if (run === undefined) return
      const { value, source } = await run.fetched
      fill()
      for (const block of value) yield { value: block, source }
    }
  } finally {
    stop.abort(new DOMException('the blocks are no longer wanted', 'AbortError'))
  }
}

const roomFor = (chain: Chain, window: readonly Run[]): boolean => {
  if (window.length === 0) return true
  const bytes = window.reduce((sum, run) => sum + (run.to - run.from + 1), 0) * (chain.sizes.bytesPerBlock ?? requestTargetBytes)
  return window.length < chain.limits.concurrency && bytes < windowBytes
}

const blocksPerRequest = ({ sizes }: Chain): number =>
  sizes.bytesPerBlock === undefined ? 1 : Math.max(1, Math.min(requestMaxBlocks, Math.floor(requestTargetBytes / sizes.bytesPerBlock)))

const fetchRun = (chain: Chain, from: number, to: number, not: FetchOptions['not'], signal: AbortSignal): Run['fetched'] => {
  const what = from === to ? `block ${from}` : `blocks ${from} to ${to}`
  const need = { what, from, to, ...(not ? { not } : {}) }
  return attempt(chain, need, 'bulk', (endpoint) => fetchRunFrom(chain, endpoint, from, to, signal), signal)
}

const fetchRunFrom = async (
  chain: Chain,
  endpoint: Endpoint,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<readonly BlockWithReceipts[]> => {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const together = supportsBlockReceipts(chain, endpoint)
  const calls = numbers.flatMap((number) => [
    { method: 'eth_getBlockByNumber', params: [quantity(number), true] },
    ...(together ? [{ method: blockReceiptsMethod, params: [quantity(number)] }] : []),
  ])
  const { answers, bytes } = await askAll(chain, endpoint, calls, signal)
  noteSize(chain, bytes / numbers.length)
  const step = together ? 2 : 1
  const found = numbers.map((number, index) => {
    const block = numbered(endpoint, blockFrom(endpoint, takeValue(endpoint, answers[index * step])), number)
    return { block, receipts: receiptsFromAnswer(chain, endpoint, block, together ? answers[index * step + 1] : undefined) }
  })
  const without = found.flatMap(({ block, receipts }) => (receipts ? [] : [block]))
  const later = await receiptsOf(chain, endpoint, without, signal)
  learnServed(endpoint, from)
  return found.map(({ block, receipts }) => ({ block, receipts: receipts ?? later[without.indexOf(block)] ?? [] }))
}

/** The newest observation counts for a fifth: blocks differ, eras differ more. */
const sizeWeight = 0.2

const noteSize = ({ sizes }: Chain, bytes: number): void => {
  sizes.bytesPerBlock = sizes.bytesPerBlock === undefined ? bytes : sizes.bytesPerBlock + (bytes - sizes.bytesPerBlock) * sizeWeight
}

const numbered = (endpoint: Endpoint, block: RpcBlock, number: number): RpcBlock => {
  if (blockNumberOf(block) === number) return block
  throw new RpcFault('malformed', endpoint.name, `answered with block ${blockNumberOf(block)} for block ${number}`)
}
