import type { Answer } from '../../src/query/answer.ts'
import { answerQuery } from '../../src/query/answer-query.ts'
import { type QueryContext, type QueryOptions, queryContext } from '../../src/query/context.ts'
import { readParameters } from '../../src/query/read-parameters.ts'
import { memoryStore } from './memory-store.ts'

export const contextWith = (options: Partial<QueryOptions>): QueryContext =>
  queryContext({
    store: memoryStore(),
    chains: [1],
    incomplete: 'refuse',
    queryTimeoutMs: 10_000,
    functionNames: new Map(),
    tokenOverrides: new Map(),
    ...options,
  })

export interface Asked {
  readonly answer: Answer
  readonly text: string
  readonly json: { readonly status: string; readonly message: string; readonly result: unknown }
  /** The rows of a success. */
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** Sends a query string through everything but the server. */
export const ask = async (context: QueryContext, query: string, body?: string): Promise<Asked> => {
  const caller = { baseUrl: 'http://scan.example', limits: () => ({ creditsUsed: 1 }) }
  const answer = await answerQuery(context, readParameters(query, body), caller)
  const text = Buffer.concat(answer.body).toString()
  answer.release()
  if (Buffer.byteLength(text) !== answer.bytes) throw new Error(`the answer says ${answer.bytes} bytes and has ${Buffer.byteLength(text)}`)
  const json = JSON.parse(text)
  return { answer, text, json, rows: Array.isArray(json.result) ? json.result : [] }
}
