import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, gzip, gzipSync, constants as zlib } from 'node:zlib'
import type { ContentEncoding } from './encoding.ts'

/**
 * Compresses bodies off the request thread, on Node's pool; small ones at once, where handing over costs more than doing. The last results are kept, by the
 * hash of the body: a page that is asked for again before the next block comes is the same bytes.
 */
export interface Compressor {
  /** The body must stay as it is until the result is there. */
  compress(body: Buffer, encoding: ContentEncoding): Buffer | Promise<Buffer>
  readonly hits: () => number
}

/** Fits a packet as it is: compressing saves nobody anything. */
export const minCompressedBytes = 1_024
/** Measured (bench/http.mjs): up to here compressing at once costs less than the way to the pool and back. */
const inlineBytes = 4_096
/** Pages of 100 rows are about 10 kB compressed. */
const maxCachedBytes = 16 << 20
const maxCachedEntryBytes = 256 << 10

const brotliOptions = (bytes: number) => ({ params: { [zlib.BROTLI_PARAM_QUALITY]: 1, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes } })
/** Level 1: a third larger than the default level, in a fifth of its time. */
const gzipOptions = { level: 1 }

const inBackground = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const

export const createCompressor = (): Compressor => {
  const cache = new Map<string, Buffer>()
  let cachedBytes = 0
  let hits = 0

  const keep = (name: string, result: Buffer): void => {
    if (result.length > maxCachedEntryBytes || cache.has(name)) return
    cache.set(name, result)
    cachedBytes += result.length
    for (const [oldest, entry] of cache) {
      if (cachedBytes <= maxCachedBytes) break
      cache.delete(oldest)
      cachedBytes -= entry.length
    }
  }
  return {
    hits: () => hits,
    compress: (body, encoding) => {
      if (body.length <= inlineBytes)
        return encoding === 'br' ? brotliCompressSync(body, brotliOptions(body.length)) : gzipSync(body, gzipOptions)
      const name = encoding + hash('sha1', body, 'base64')
      const known = cache.get(name)
      if (known !== undefined) {
        hits++
        cache.delete(name)
        cache.set(name, known)
        return known
      }
      const work = encoding === 'br' ? inBackground.br(body, brotliOptions(body.length)) : inBackground.gzip(body, gzipOptions)
      return work.then((result) => {
        keep(name, result)
        return result
      })
    },
  }
}
