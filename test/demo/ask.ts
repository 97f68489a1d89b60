/** One call to a node. */
export const ask = async <T>(url: string, method: string, ...params: unknown[]): Promise<T> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** Asks again until there is an answer; gives up after a while. */
export const until = async <T>(question: () => Promise<T | false>, seconds = 60): Promise<T> => {
  const deadline = Date.now() + seconds * 1_000
  while (Date.now() < deadline) {
    const answer = await question()
    if (answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no answer within ${seconds} s`)
}
