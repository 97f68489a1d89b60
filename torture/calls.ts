import { Agent, request } from 'node:http'

/** One answer of the service. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

interface Ask {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A client with connections of its own. */
export interface Caller {
  readonly ask: (ask: Ask) => Promise<Reply>
  readonly close: () => void
}

/** Longer than any answer takes: a hang shows as what it is. */
const answerTimeoutMs = 60_000

export const createCaller = (port: number, connections: number): Caller => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    ask: ({ path, method = 'GET', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
          )
          response.on('error', reject)
        })
        sent.on('error', reject)
        sent.setTimeout(answerTimeoutMs, () => sent.destroy(new Error(`no answer within ${answerTimeoutMs} ms to ${path}`)))
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}
