import type { IncomingMessage } from 'node:http'

export type BodyResult = Buffer | 'too large' | 'gone'

/** Reads a whole body, at most `limitBytes`: a longer one is refused as soon as that is known, and not read on. */
export const readBody = (request: IncomingMessage, limitBytes: number): Promise<BodyResult> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
      resolve('too large')
      return
    }
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limitBytes) {
        request.pause()
        resolve('too large')
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks, bytes)))
    request.on('close', () => resolve('gone'))
    request.on('error', () => resolve('gone'))
  })
