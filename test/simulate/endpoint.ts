import type { Hex } from '../../src/records/hex.ts'
import type { SimulatedBlock } from './block.ts'
import { fork, type SimulatedChain } from './chain.ts'
import type { BatchQuirk, Fault, ViewFault, When } from './faults.ts'
import { lied } from './lies.ts'
import { densityTexts, rangeTexts } from './limits.ts'
import { createRandom, hash32 } from './random.ts'
import { type Answer, answer, heightOf, type View } from './view.ts'
import type { World } from './world.ts'

/** One node's behaviour without its network: calls in, answers out, with the faults it is told to have. */
export interface Endpoint {
  /** Replaces the faults; none heals it. */
  setFaults(...faults: readonly Fault[]): void
  readonly faults: readonly Fault[]
  /** The fault of a kind that strikes these calls, counted as one strike. */
  strike<K extends Fault['kind']>(kind: K, calls: readonly Call[]): Extract<Fault, { readonly kind: K }> | undefined
  answer(call: Call): Answer
  envelope(answers: readonly Envelope[]): unknown
  /** Calls answered, by method. */
  readonly calls: ReadonlyMap<string, number>
  /** What the head looks like from here. */
  view(call: Call): View
}

export interface Call {
  readonly id?: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

export type Envelope = { readonly jsonrpc: '2.0'; readonly id: unknown } & Answer

export const createEndpoint = (world: World, seed: number | string): Endpoint => {
  let faults: readonly Fault[] = []
  const strikes = new Map<Fault, number>()
  const attempts = new Map<string, number>()
  const calls = new Map<string, number>()

  const strikesCall = (fault: Fault, call: Call): boolean => {
    const { methods, probability = 1, times = Number.POSITIVE_INFINITY, blocks } = fault.when ?? {}
    if (methods && !methods.includes(call.method)) return false
    if (blocks && !namesBlockIn(world, call, blocks)) return false
    if ((strikes.get(fault) ?? 0) >= times) return false
    if (probability >= 1) return true
    const key = `${call.method}${JSON.stringify(call.params)}`
    // A repeated call is another throw of the dice: what strikes by chance passes in the end.
    return hash32(`${seed}/${faults.indexOf(fault)}/${key}/${attempts.get(key) ?? 0}`) / 2 ** 32 < probability
  }
  const strike = <K extends Fault['kind']>(kind: K, struck: readonly Call[]): Extract<Fault, { readonly kind: K }> | undefined => {
    const fault = faults.find((one) => one.kind === kind && struck.some((call) => strikesCall(one, call)))
    if (fault) strikes.set(fault, (strikes.get(fault) ?? 0) + 1)
    return fault as Extract<Fault, { readonly kind: K }> | undefined
  }
  const view = (call: Call): View => makeView(world, seed, call, (kind) => strike(kind, [call]))

  return {
    setFaults: (...next) => {
      faults = next
      strikes.clear()
    },
    get faults() {
      return faults
    },
    strike,
    calls,
    view,
    answer: (call) => {
      const key = `${call.method}${JSON.stringify(call.params)}`
      calls.set(call.method, (calls.get(call.method) ?? 0) + 1)
      const seen = view(call)
      const result = refusal(call, seen, strike) ?? honestOrNot(call, seen, seed, strike)
      attempts.set(key, (attempts.get(key) ?? 0) + 1)
      return result
    },
    envelope: (answers) => {
      const fault = faults.find((one) => one.kind === 'batch' && strikesCall(one, { method: 'batch', params: answers.map(({ id }) => id) }))
      return fault?.kind === 'batch' ? batchQuirks[fault.quirk](answers, seed) : answers
    },
  }
}

type Strike = Endpoint['strike']

/** Blocks a call names by number, hash or range lie in the range. */
const namesBlockIn = (world: World, { method, params }: Call, { from, to }: NonNullable<When['blocks']>): boolean => {
  const [first] = params
  if (method === 'eth_getLogs') {
    const filter = (first ?? {}) as { fromBlock?: string; toBlock?: string; blockHash?: Hex }
    if (filter.blockHash) return within(world.byHash(filter.blockHash)?.expected.number, from, to)
    return Number(filter.fromBlock) <= to && Number(filter.toBlock) >= from
  }
  if (typeof first !== 'string') return false
  if (first.length === 66) return within(world.byHash(first as Hex)?.expected.number, from, to)
  return /^0x/.test(first) && within(Number(first), from, to)
}
const within = (number: number | undefined, from: number, to: number): boolean => number !== undefined && number >= from && number <= to

const makeView = (
  world: World,
  seed: number | string,
  call: Call,
  strike: <K extends ViewFault['kind']>(kind: K) => Extract<Fault, { readonly kind: K }> | undefined,
): View => {
  const behind = (strike('lag')?.blocks ?? 0) + flickerOf(strike('flicker')?.blocks ?? 0, seed, call)
  const head = Math.max(0, world.head - behind)
  const pruned = strike('prune')
  const forged = strike('forge')
  const forget = strike('forget') !== undefined
  const { chain } = world
  const made = forged === undefined ? [] : forgery(chain, forged.block, forged.blocks ?? 1)
  const madeUp = (number: number): SimulatedBlock | undefined => (forged === undefined ? undefined : made[number - forged.block])
  const gone = (number: number): boolean => pruned?.answer === 'null' && number < pruned.below
  const byNumber: View['byNumber'] = (number) => {
    if (number > head || gone(number)) return undefined
    return madeUp(number) ?? chain.blocks[number]
  }
  return {
    chainId: strike('chain')?.chainId ?? chain.chainId,
    head,
    shownHead: head + (strike('boast')?.blocks ?? 0),
    finalized: world.finalized === undefined ? undefined : Math.min(world.finalized, head),
    tokens: chain.tokens,
    byNumber,
    byHash: (hash) => {
      const entry = made.find(({ block }) => block.hash === hash) ?? world.byHash(hash)
      if (entry === undefined || entry.expected.number > head || gone(entry.expected.number)) return undefined
      return forget && !made.includes(entry) && chain.blocks[entry.expected.number] !== entry ? undefined : entry
    },
    refusesBelow: pruned?.answer === 'code' ? pruned.below : 0,
    bodiless: (number) => pruned?.answer === 'empty' && number < pruned.below,
  }
}

const forgeries = new WeakMap<SimulatedChain, Map<string, readonly SimulatedBlock[]>>()

const forgery = (chain: SimulatedChain, from: number, blocks: number): readonly SimulatedBlock[] => {
  const known = forgeries.get(chain) ?? new Map<string, readonly SimulatedBlock[]>()
  forgeries.set(chain, known)
  const name = `${from} ${blocks}`
  const made = known.get(name) ?? fork(chain, from - 1, { seed: 'forged', blocks }).blocks.slice(from)
  known.set(name, made)
  return made
}

const flickerOf = (blocks: number, seed: number | string, call: Call): number =>
  blocks === 0 ? 0 : createRandom(`${seed}/flicker/${JSON.stringify([call.id, call.method, call.params])}`).int(blocks + 1)

/** An error instead of an answer. */
const refusal = (call: Call, view: View, strike: Strike): Answer | undefined => {
  const error = strike('error', [call])
  if (error) {
    const { code, message, data } = error
    return { error: data === undefined ? { code, message } : { code, message, data } }
  }
  if (strike('unsupported', [call]))
    return { error: { code: -32601, message: `the method ${call.method} does not exist/is not available` } }
  if (strike('null', [call])) return { result: null }
  if (oldest(call, view) < view.refusesBelow) return { error: { code: 4444, message: 'pruned history unavailable' } }
  return call.method === 'eth_getLogs' ? rangeRefusal(call, view, strike) : undefined
}

const rangeRefusal = (call: Call, view: View, strike: Strike): Answer | undefined => {
  const cap = strike('range', [call])
  const { fromBlock, toBlock } = (call.params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
  const from = heightOf(view, fromBlock)
  const to = heightOf(view, toBlock)
  if (!cap || from === undefined || to === undefined || to - from + 1 <= cap.blocks) return undefined
  const text = rangeTexts[cap.text](cap.blocks, from, to)
  return { error: cap.inData ? { code: -32602, message: 'invalid params', data: text } : { code: -32602, message: text } }
}

/** The lowest block a call is about. */
const oldest = (call: Call, view: View): number => {
  const [first] = call.params
  if (call.method === 'eth_getLogs')
    return heightOf(view, (first as { fromBlock?: string } | undefined)?.fromBlock) ?? Number.POSITIVE_INFINITY
  if (!/^eth_get(Block|Uncle)/.test(call.method) || typeof first !== 'string') return Number.POSITIVE_INFINITY
  const number = first.length === 66 ? view.byHash(first as Hex)?.expected.number : heightOf(view, first)
  return number ?? Number.POSITIVE_INFINITY
}

const honestOrNot = (call: Call, view: View, seed: number | string, strike: Strike): Answer => {
  const given = answer(view, call.method, call.params)
  if ('error' in given) return given
  let { result } = given
  const dense = call.method === 'eth_getLogs' ? strike('density', [call]) : undefined
  if (dense && Array.isArray(result) && result.length > dense.logs)
    return { error: { code: -32005, message: densityTexts[dense.text](dense.logs) } }
  if (strike('old receipts', [call])) result = withoutPrices(call.method, result)
  const lie = strike('lie', [call])
  if (lie) result = lied(lie.lie, call.method, result, createRandom(`${seed}/lie/${call.method}${JSON.stringify(call.params)}`))
  return { result }
}

const withoutPrices = (method: string, result: unknown): unknown => {
  const strip = ({ effectiveGasPrice: _, ...rest }: Record<string, unknown>): object => rest
  if (method === 'eth_getBlockReceipts' && Array.isArray(result)) return result.map(strip)
  if (method === 'eth_getTransactionReceipt' && result !== null) return strip(result as Record<string, unknown>)
  return result
}

const batchQuirks: Readonly<Record<BatchQuirk, (answers: readonly Envelope[], seed: number | string) => unknown>> = {
  shuffled: (answers, seed) => {
    const order = createRandom(`${seed}/shuffle/${answers.length}`)
    return answers
      .map((one) => ({ one, at: order.int(1_000_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one)
  },
  'ids as strings': (answers) => answers.map((one) => ({ ...one, id: String(one.id) })),
  'errors without id': (answers) => answers.map((one) => ('error' in one ? { jsonrpc: '2.0', error: one.error } : one)),
  'one error for all': () => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch requests are not available here' } }),
  'one answer missing': (answers) => answers.slice(0, -1),
  'at most ten': (answers) =>
    answers.length <= 10 ? answers : { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large: at most 10 requests' } },
}
