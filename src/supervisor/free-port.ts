import { type AddressInfo, createServer } from 'node:net'

/**
 * The port itself, or where it is 0 one that is free now. All workers must name the same one: where each asks for "a free port", the first to come and the
 * one that replaces it later would be given different ones.
 */
export const settledPort = (host: string, port: number): Promise<number> => {
  if (port !== 0) return Promise.resolve(port)
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const found = (server.address() as AddressInfo).port
      server.close(() => resolve(found))
    })
  })
}
