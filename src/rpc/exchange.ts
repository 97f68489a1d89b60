import type { Clock } from './clock.ts'
import { type Endpoint, noteLatency } from './endpoint.ts'
import { sortReply, type WireError } from './envelope.ts'
import { RpcFault } from './errors.ts'
import { diagnose, type FaultKind } from './faults.ts'
import { paceAnswered, paceBatch, paceDelay, paceSent } from './pace.ts'
import { type Call, type NumberedCall, type Reply, TransportError } from './transport.ts'

/** What one call came to. A fault of the whole request is thrown instead. */
export type Answer = { readonly value: unknown } | { readonly fault: RpcFault }

export interface Exchange {
  readonly answers: readonly Answer[]
  readonly bytes: number
}

interface ExchangeContext {
  readonly clock: Clock
  readonly timeoutMs: number
  /** Called when the endpoint showed how much it takes. */
  readonly taught: () => void
}

/** Faults of a batch that a smaller one may not have. */
const cures: readonly FaultKind[] = ['batch', 'dense', 'oversized', 'timeout']
/** One of these on any call speaks of the endpoint, not of the call: the request as a whole failed. */
const wholesale: readonly FaultKind[] = ['batch', 'rate', 'billing', 'access', 'gateway']

/** Asks one endpoint, in batches as large as it takes; a batch it does not take is split and what that taught is kept. */
export const exchange = async (
  endpoint: Endpoint,
  calls: readonly Call[],
  context: ExchangeContext,
  signal: AbortSignal | undefined,
): Promise<Exchange> => {
  const answers: Answer[] = []
  let bytes = 0
  let size = Math.min(endpoint.learned.batchCalls, calls.length, paceBatch(endpoint.pace))
  while (answers.length < calls.length) {
    const part = calls.slice(answers.length, answers.length + size)
    try {
      const done = await request(endpoint, part, context, signal)
      bytes += done.bytes
      const kept = answeredBeforeFull(part, done.answers)
      answers.push(...done.answers.slice(0, kept))
      if (kept < part.length) size = Math.max(1, kept || Math.ceil(part.length / 2))
    } catch (error) {
      if (!(error instanceof RpcFault) || !cures.includes(error.kind) || part.length === 1) throw error
      const offered = error.figure.calls ?? Number.POSITIVE_INFINITY
      size = Math.max(1, Math.min(Math.ceil(part.length / 2), offered))
      if (error.kind !== 'batch' || size >= endpoint.learned.batchCalls) continue
      endpoint.learned.batchCalls = size
      context.taught()
    }
  }
  return { answers, bytes }
}

/**
 * How many answers of a batch count. Some nodes fill an answer up to their limit and refuse the calls beyond it one by one: those are asked again,
 * in smaller batches. Logs are not: their range has to shrink.
 */
const answeredBeforeFull = (calls: readonly Call[], answers: readonly Answer[]): number => {
  if (calls.length === 1 || calls.some(({ method }) => method === 'eth_getLogs')) return answers.length
  const refused = answers.findIndex((answer) => 'fault' in answer && answer.fault.kind === 'dense')
  return refused < 0 ? answers.length : refused
}

const request = async (
  endpoint: Endpoint,
  calls: readonly Call[],
  { clock, timeoutMs }: ExchangeContext,
  signal: AbortSignal | undefined,
): Promise<Exchange> => {
  // Others may wait for the same turn: look again after each pause.
  for (let delay = paceDelay(endpoint.pace, clock.now()); delay > 0; delay = paceDelay(endpoint.pace, clock.now()))
    await clock.sleep(delay, signal)
  const numbered = calls.map((call): NumberedCall => ({ jsonrpc: '2.0', id: endpoint.nextId++, ...call }))
  const startedAt = clock.now()
  paceSent(endpoint.pace, calls.length, startedAt)
  endpoint.inFlight++
  endpoint.usedAt = startedAt
  try {
    const reply = await withTimeout(timeoutMs, signal, (both) => endpoint.transport.send(numbered, both))
    const answers = understand(endpoint, numbered, reply)
    noteLatency(endpoint, clock.now() - startedAt)
    paceAnswered(endpoint.pace, clock.now())
    return { answers, bytes: reply.bytes }
  } catch (error) {
    if (error instanceof TransportError) throw new RpcFault(error.kind, endpoint.name, endpoint.scrub(error.message))
    throw error
  } finally {
    endpoint.inFlight--
  }
}

const withTimeout = async <T>(ms: number, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  const stop = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(new TransportError('timeout', `no whole answer within ${ms} ms`)), ms)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    if (signal?.aborted) stop()
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

const understand = (endpoint: Endpoint, calls: readonly NumberedCall[], reply: Reply): readonly Answer[] => {
  const sorted = sortReply(calls, reply)
  if (sorted === undefined) throw unreadable(endpoint, reply)
  const answers = sorted.map(
    (answer, index): Answer => ('value' in answer ? answer : { fault: faultOf(endpoint, calls[index], answer.error, reply) }),
  )
  for (const answer of answers) {
    if (!('fault' in answer)) continue
    if (wholesale.includes(answer.fault.kind)) throw answer.fault
    if (calls.length > 1 && !Array.isArray(reply.json) && batchRefusals.includes(answer.fault.kind))
      throw new RpcFault('batch', endpoint.name, `refuses a batch of ${calls.length}: ${answer.fault.message}`)
  }
  return answers
}

/** What a node that knows no batches says to one, as a single error. */
const batchRefusals: readonly FaultKind[] = ['rejected', 'unsupported']

/** A status and a page instead of JSON-RPC. */
const unreadable = (endpoint: Endpoint, { status, text, retryAfterMs }: Reply): RpcFault => {
  const { kind } =
    status === 200 ? { kind: /<html|<!doctype/i.test(text) ? ('gateway' as const) : ('malformed' as const) } : diagnose({ status, text })
  const quoted = text === '' ? 'no JSON-RPC' : `"${endpoint.scrub(text).replaceAll(/\s+/g, ' ').slice(0, 120)}"`
  return new RpcFault(kind === 'server' ? 'gateway' : kind, endpoint.name, `answered ${status} with ${quoted}`, { retryAfterMs })
}

const faultOf = (endpoint: Endpoint, call: NumberedCall | undefined, error: WireError, { status, retryAfterMs }: Reply): RpcFault => {
  const askedBlocks = askedRange(call)
  const { kind, figure } = diagnose({
    text: error.text,
    ...(status === 200 ? {} : { status }),
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(askedBlocks === undefined ? {} : { askedBlocks }),
  })
  const quoted = endpoint.scrub(error.text).replaceAll(/\s+/g, ' ').slice(0, 300)
  return new RpcFault(kind, endpoint.name, `${call?.method ?? 'batch'}: ${quoted}${error.code === undefined ? '' : ` (${error.code})`}`, {
    figure,
    retryAfterMs,
    method: call?.method,
  })
}

const askedRange = (call: NumberedCall | undefined): number | undefined => {
  if (call?.method !== 'eth_getLogs') return undefined
  const { fromBlock, toBlock } = call.params[0] as { readonly fromBlock?: string; readonly toBlock?: string }
  return fromBlock === undefined || toBlock === undefined ? undefined : Number(toBlock) - Number(fromBlock) + 1
}
