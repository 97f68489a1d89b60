import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acceptedEncoding, type ContentEncoding } from './encoding.ts'
import type { Route, RouteAnswer, RouteRequest } from './route.ts'

/** Where the build puts the page; it lies beside `src/` and `dist/` alike. */
const builtFolder = fileURLToPath(new URL('../../build/console', import.meta.url))

/**
 * Everything from here and nothing else: no inline script or style, no frame around it, no form that leaves. Charts are drawn on a canvas and styles are set
 * through the object model, neither of which needs an exception.
 */
const consolePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface ConsoleFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  /** As the build compressed it, at the highest level; absent where it did not pay. */
  readonly compressed: Readonly<Partial<Record<ContentEncoding, Buffer>>>
}

/** The page is small and every worker serves it: it is read once, at start. */
const readFiles = (folder: string): ReadonlyMap<string, ConsoleFile> => {
  const files = new Map<string, ConsoleFile>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(name)]
    if (type === undefined) continue
    const plain = readFileSync(join(folder, name))
    const beside = (end: string): Buffer | undefined =>
      existsSync(join(folder, name + end)) ? readFileSync(join(folder, name + end)) : undefined
    const [br, gzip] = [beside('.br'), beside('.gz')]
    files.set(`/${name.replaceAll('\\', '/')}`, {
      type,
      etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
      plain,
      compressed: { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) },
    })
  }
  return files
}

const absent = (text: string): RouteAnswer => ({ status: 404, contentType: 'text/plain; charset=utf-8', body: `${text}\n` })

const send = (file: ConsoleFile, request: RouteRequest, caching: string): RouteAnswer => {
  const encoding = acceptedEncoding(request.headers['accept-encoding'] as string | undefined)
  const body = encoding === undefined ? undefined : file.compressed[encoding]
  const headers = {
    'Cache-Control': caching,
    'Content-Security-Policy': consolePolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    ETag: file.etag,
  }
  if (request.headers['if-none-match']?.includes(file.etag)) return { status: 304, body: '', headers, compressible: false }
  return {
    status: 200,
    contentType: file.type,
    body: body ?? file.plain,
    headers: body === undefined || encoding === undefined ? headers : { ...headers, 'Content-Encoding': encoding },
    compressible: false,
  }
}

/** The page at `/` and its parts. Parts are named by their content, so a browser never asks for one twice; the page itself is asked for anew each time. */
export const consoleRoutes = (folder: string = builtFolder): readonly Route[] => {
  const files: ReadonlyMap<string, ConsoleFile> = existsSync(folder) ? readFiles(folder) : new Map()
  const page = files.get('/index.html')
  return [
    {
      path: '/',
      methods: ['GET'],
      handler: (request) =>
        page === undefined
          ? absent('The console is not built: `npm run build` builds it. The service itself answers at /v2/api.')
          : send(page, request, 'no-cache'),
    },
    {
      path: '/assets/*',
      methods: ['GET'],
      handler: (request) => {
        const file = files.get(request.path)
        return file === undefined
          ? absent('There is no such part of the console.')
          : send(file, request, 'public, max-age=31536000, immutable')
      },
    },
  ]
}
