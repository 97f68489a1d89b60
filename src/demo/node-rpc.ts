/** Calls to the demo's own node. It is ours and on this machine: nothing to retry, nothing to doubt; a failure ends the demo with its reason. */
export interface NodeRpc {
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  batch(calls: readonly (readonly [method: string, ...params: unknown[]])[]): Promise<unknown[]>
}

interface Reply {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A local node answers in milliseconds; one that takes this long is lost. */
const timeoutMs = 20_000

export const nodeRpc = (url: string): NodeRpc => {
  const post = async (body: unknown): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    return await response.json()
  }
  const batch: NodeRpc['batch'] = async (calls) => {
    if (calls.length === 0) return []
    const replies = (await post(calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })))) as Reply[]
    const results = new Map<number, unknown>()
    for (const { id, result, error } of replies) {
      if (error) throw new Error(`the demo node refused ${calls[id]?.[0]}: ${error.message}`)
      results.set(id, result)
    }
    return calls.map((_, id) => results.get(id))
  }
  return { batch, call: async (method, ...params) => (await batch([[method, ...params]]))[0] }
}
