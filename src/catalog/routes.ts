import type { Route, RouteAnswer, RouteHandler, RouteRequest } from '../http/route.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { formats } from './formats.ts'
import { catalogPage, pageStyle, pageStylePath } from './page.ts'
import { makeCatalog, type PublishedChain } from './publish.ts'
import { isLoopback, type Publisher } from './publisher.ts'
import { fileLimits, requestLimits } from './report.ts'
import { catalogSchemaBytes, entrySchemaBytes } from './schemas.ts'
import type { ValidationThread } from './thread.ts'
import { validateRoute } from './validate-route.ts'

/** What the catalog's routes need of the service. */
export interface CatalogRoutesOptions {
  readonly publisher: Publisher
  /** What is indexed now; asked for at most once in `refreshMs`. */
  readonly chains: () => Promise<readonly PublishedChain[]>
  /** Checks the files of callers. */
  readonly thread: ValidationThread
  /** Checks our own catalog, which must not wait for theirs. */
  readonly ownThread: ValidationThread
  readonly now?: () => number
}

/** Dates stand in the catalog by the day: what is a few seconds old is as good as new. */
const refreshMs = 10_000
/** Catalogs kept ready, one for each address the service is reached by; a caller may make addresses up. */
const maxKept = 16

const everywhere = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' } as const
/** Under the service's own policy or by itself: styles from here, nothing else. */
const pagePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The catalog would break its own schema, and is not served. */
export class CatalogInvalid extends Error {
  override readonly name = 'CatalogInvalid'
}

/** Checks what is to be served, in a thread beside that of the callers' files; bytes found valid before are not looked at again. */
const checker = (thread: ValidationThread): ((bytes: Buffer) => Promise<Buffer>) => {
  const valid = new Set<string>()
  return async (bytes) => {
    const etag = etagOf(bytes)
    if (valid.has(etag)) return bytes
    const { verdict, errors } = await thread.validate(bytes, fileLimits)
    if (verdict !== 'valid')
      throw new CatalogInvalid(`the catalog breaks its schema: ${errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}`)
    if (valid.size >= maxKept) valid.clear()
    valid.add(etag)
    return bytes
  }
}

const cachedAnswer = (
  request: RouteRequest,
  body: Buffer,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): RouteAnswer => {
  const etag = etagOf(body)
  const common = { ...everywhere, etag, 'cache-control': 'public, max-age=60', ...headers }
  if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, body: '', headers: common }
  // Harvesters compare bytes and validators: the body goes out as it is.
  return { status: 200, contentType, body, headers: common, compressible: false }
}

const noAddress: RouteAnswer = {
  status: 400,
  body: JSON.stringify({ error: 'the address the service was called by is no URI' }),
  headers: everywhere,
}

const notPublished: RouteAnswer = {
  status: 404,
  body: JSON.stringify({
    error:
      'This service publishes no catalog: its operator has not said who publishes it (catalog.publisher, contactPoint, mbox and license in the configuration).',
  }),
  headers: everywhere,
}

const fixedRoute = (path: string, body: Buffer, contentType: string): Route => ({
  path,
  methods: ['GET'],
  handler: (request) => cachedAnswer(request, body, contentType),
})

/** Catalogs by base address, each kept for a while and made once however many ask at once. */
const keeper = ({ publisher, chains, ownThread, now = Date.now }: CatalogRoutesOptions): ((baseUrl: string) => Promise<Buffer>) => {
  const check = checker(ownThread)
  let freshUntil = Number.NEGATIVE_INFINITY
  let asked: Promise<readonly PublishedChain[]> = Promise.resolve([])
  const kept = new Map<string, Promise<Buffer>>()
  const make = async (baseUrl: string, found: typeof asked): Promise<Buffer> => check(makeCatalog(publisher, await found, baseUrl))
  return (baseUrl) => {
    if (now() >= freshUntil) {
      freshUntil = now() + refreshMs
      asked = chains()
      kept.clear()
    }
    const known = kept.get(baseUrl)
    if (known !== undefined) return known
    const made = make(baseUrl, asked)
    // What failed is tried again by the next caller, from the store on.
    made.catch(() => {
      freshUntil = Number.NEGATIVE_INFINITY
    })
    if (kept.size < maxKept) kept.set(baseUrl, made)
    return made
  }
}

/** The routes of the catalog. */
export const catalogRoutes = (options: CatalogRoutesOptions): readonly Route[] => {
  const { publisher, thread } = options
  const catalogFor = keeper(options)
  const published =
    (answer: (request: RouteRequest, catalog: Buffer) => RouteAnswer): RouteHandler =>
    async (request) => {
      if (!formats.uri(request.baseUrl)) return noAddress
      if (publisher.kind === 'placeholder' && !isLoopback(request.baseUrl)) return notPublished
      return answer(request, await catalogFor(request.baseUrl))
    }
  return [
    {
      path: '/data.json',
      methods: ['GET'],
      handler: published((request, catalog) => cachedAnswer(request, catalog, 'application/json; charset=utf-8')),
    },
    {
      path: '/data',
      methods: ['GET'],
      handler: published((request, catalog) => {
        const page = Buffer.from(catalogPage(catalog, request.baseUrl))
        return cachedAnswer(request, page, 'text/html; charset=utf-8', { 'content-security-policy': pagePolicy })
      }),
    },
    fixedRoute(pageStylePath, Buffer.from(pageStyle), 'text/css; charset=utf-8'),
    fixedRoute('/schemas/catalog.json', catalogSchemaBytes, 'application/schema+json; charset=utf-8'),
    fixedRoute('/schemas/single_entry.json', entrySchemaBytes, 'application/schema+json; charset=utf-8'),
    { path: '/catalog/validate', methods: ['POST'], bodyLimitBytes: requestLimits.maxBytes, handler: validateRoute(thread) },
  ]
}
