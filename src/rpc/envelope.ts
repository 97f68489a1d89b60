import type { NumberedCall, Reply } from './transport.ts'

export interface WireError {
  readonly code: number | undefined
  /** The message with whatever `data` adds to it. */
  readonly text: string
}

/** What each call came to, in the order of the calls. */
type WireAnswer = { readonly value: unknown } | { readonly error: WireError }

/** Nodes put whole pages there; the reason stands at the beginning. */
const dataMaxChars = 500

/**
 * Sorts a reply's parts to the calls they answer, whatever the node makes of the envelope: ids as strings, ids left out, one error for the whole batch,
 * fewer answers than calls. Undefined where the reply is not JSON-RPC at all.
 */
export const sortReply = (calls: readonly NumberedCall[], { json }: Reply): readonly WireAnswer[] | undefined => {
  if (Array.isArray(json)) return sortBatch(calls, json)
  const answer = answerOf(json)
  if (answer === undefined) return undefined
  // One object for several calls can only be an error that holds for them all.
  if (calls.length > 1 && 'value' in answer) return undefined
  return calls.map(() => answer)
}

const sortBatch = (calls: readonly NumberedCall[], parts: readonly unknown[]): readonly WireAnswer[] | undefined => {
  const byId = new Map<string, WireAnswer>()
  const nameless: WireAnswer[] = []
  for (const part of parts) {
    const answer = answerOf(part)
    if (answer === undefined) continue
    const id = (part as { readonly id?: unknown }).id
    if (id === undefined || id === null) nameless.push(answer)
    else byId.set(String(id), answer)
  }
  // Without any ids but complete: the order of the calls. An error without an id otherwise speaks for all that have no answer of their own.
  if (byId.size === 0 && nameless.length === calls.length) return nameless
  const forTheRest = nameless.find((answer) => 'error' in answer)
  const sorted = calls.map((call) => byId.get(String(call.id)) ?? forTheRest ?? noAnswer)
  return sorted.every((answer) => answer === noAnswer) ? undefined : sorted
}

const noAnswer: WireAnswer = { error: { code: undefined, text: 'the batch came back without an answer to this call' } }

const answerOf = (part: unknown): WireAnswer | undefined => {
  if (typeof part !== 'object' || part === null) return undefined
  const { result, error } = part as { readonly result?: unknown; readonly error?: unknown }
  if (error !== undefined && error !== null) return { error: wireError(error) }
  return 'result' in part ? { value: result } : undefined
}

const wireError = (error: unknown): WireError => {
  if (typeof error !== 'object' || error === null) return { code: undefined, text: String(error) }
  const { code, message, data } = error as { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }
  const more = data === undefined || data === null ? '' : typeof data === 'string' ? data : JSON.stringify(data)
  return {
    code: typeof code === 'number' ? code : undefined,
    text: `${String(message ?? '')}${more ? ` ${more.slice(0, dataMaxChars)}` : ''}`.trim(),
  }
}
