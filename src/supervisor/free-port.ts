import { type AddressInfo, createServer } from 'node:net'

/**
 * The port itself, or where it is 0 one that is free now. All workers must name the same one: where each asks for "a free port", the first to come and the
 * one that replaces it later would be given different ones. Throws a sentence where the workers could not listen on it: one is clearer than one a worker.
 */
export const settledPort = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(listenMistake(host, port, error), { cause: error })))
    server.listen(port, host, () => {
      const found = (server.address() as AddressInfo).port
      server.close(() => resolve(found))
    })
  })

const listenMistake = (host: string, port: number, { code, message }: NodeJS.ErrnoException): string => {
  if (code === 'EADDRINUSE') return `${host}:${port} is in use by another program (${code}): end that one, or choose another with --port`
  if (code === 'EACCES') return `${host}:${port} may not be listened on by this user (${code}): choose a port above 1023 with --port`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is not an address of this machine (${code}): name one with --host`
  return `${host}:${port} cannot be listened on: ${message}`
}
