/**
 * Every failure a caller can meet, once: the text on the wire, its shape, the honest HTTP status, and a sentence for the documentation.
 * The server, the access rules, the OpenAPI document, docs/API.md and the tests all read this table; nothing else words a failure.
 */
interface FailureKind {
  /** The text itself, or how it is made from the figures of the case. */
  readonly text: string | ((...figures: never[]) => string)
  /** Where the text stands: in `result` under the message NOTOK, or in `message` with a null result. */
  readonly in: 'result' | 'message'
  /** `call`: HTTP 200 unless the caller asked for `errors=http`. `transport`: always `status`, whatever the caller asked for. */
  readonly level: 'call' | 'transport'
  readonly status: number
  /** When it happens, for the documentation. */
  readonly when: string
}

const call = <const Text extends FailureKind['text']>(status: number, text: Text, when: string) =>
  ({ text, in: 'result', level: 'call', status, when }) as const

const odd = (status: number, text: string, when: string) => ({ text, in: 'message', level: 'call', status, when }) as const

const transport = (status: number, text: string, when: string) => ({ text, in: 'result', level: 'transport', status, when }) as const

/** In the order of checks: keys and limits, then the chain, the operation, its parameters, and last what the index holds. */
export const failures = {
  missingKey: call(401, 'Missing/Invalid API Key', 'No key was sent, or an empty one.'),
  invalidKey: call(403, 'Invalid API Key (#err2)', 'The key is unknown, revoked or expired.'),
  tooManyInvalidKeys: call(
    429,
    'Too many invalid api key attempts, please try again later',
    'More than 5 wrong keys came from one source within 30 seconds: it waits 30 seconds.',
  ),
  rateLimit: call(
    429,
    (perSecond: number) => `Max calls per sec rate limit reached (${perSecond}/sec)`,
    'The key made more calls within a second than it may. `Retry-After` tells when to come back.',
  ),
  dailyLimit: call(
    429,
    (used: number, limit: number) =>
      `Max daily rate limit reached. ${used} (${Math.min(100, Math.floor((used * 100) / limit))}%) of ${limit} day/limit`,
    'The key made more calls within a day (UTC) than it may.',
  ),
  unsupportedChain: call(
    400,
    (baseUrl: string) =>
      `Missing or unsupported chainid parameter (required for v2 api), please see ${baseUrl}/v2/chainlist for the list of supported chainids`,
    'The chain is not served here, or several were named.',
  ),
  invalidModule: call(400, 'Error! Missing Or invalid Module name', 'A module was named and it is not known.'),
  invalidAction: call(400, 'Error! Missing Or invalid Action name', 'The action is missing, or unknown to the module.'),
  nothingToSearchBy: call(
    400,
    'Error! Missing address or contract address',
    'Transfers need at least one of `address`, `contractaddress`, `from` and `to`.',
  ),
  missingAddress: call(400, 'Error! Missing address', 'Validated blocks need an `address`.'),
  invalidAddress: call(400, 'Error! Invalid address format', '`address`, `from` or `to` is not 0x and 40 hexadecimal digits.'),
  invalidContractAddress: call(400, 'Error! Invalid contract address format', '`contractaddress` is not 0x and 40 hexadecimal digits.'),
  addressWithFromTo: call(
    400,
    'Error! address cannot be used together with from or to',
    '`address` already means sender or recipient; `from` and `to` are another way to ask.',
  ),
  invalidParameter: call(
    400,
    (name: string, expected: string) => `Error! Invalid ${name}, expected ${expected}`,
    'A block number, or a value of one of the parameters this service adds, cannot be understood. It is never guessed: a filter that is silently dropped gives wrong books.',
  ),
  invalidCursor: call(
    400,
    'Error! Invalid cursor, it was changed or belongs to another query',
    'A cursor only continues the query that gave it: same chain, action, filters and order.',
  ),
  windowTooLarge: odd(
    400,
    'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
    '`page` times `offset` is over 10,000. Go further with `cursor`.',
  ),
  queryTimeout: odd(
    503,
    'Query Timeout occured. Please select a smaller result dataset',
    'The query did not finish within its time budget.',
  ),
  indexIncomplete: call(
    503,
    (from: number, to: number, chainId: number) => `Index incomplete: blocks ${from}-${to} of chain ${chainId} are not indexed yet`,
    'Blocks of the asked range that are in scope are not indexed yet; the first such gap is named. An empty answer would be a wrong one.',
  ),
  unknownPath: transport(404, 'Error! Unknown path, the service answers at /v2/api', 'There is nothing at that path.'),
  methodNotAllowed: transport(405, 'Error! Method not allowed, use GET or POST', 'The method is not GET, HEAD, OPTIONS or POST.'),
  badRequest: transport(400, 'Error! Malformed HTTP request', 'The bytes are not an HTTP request.'),
  requestTimeout: transport(
    408,
    'Error! The request was not sent in time',
    'The request did not arrive completely in the time it may take.',
  ),
  bodyTooLarge: transport(413, 'Error! Request body too large', 'The body of a POST is longer than the service reads.'),
  unsupportedBody: transport(
    415,
    'Error! Unsupported request body, send application/x-www-form-urlencoded',
    'The body of a POST is not urlencoded.',
  ),
  uriTooLong: transport(414, 'Error! Request URI too long', 'The request line is longer than the service reads.'),
  headersTooLarge: transport(431, 'Error! Request header fields too large', 'The headers are longer than the service reads.'),
  overloaded: transport(503, 'Error! Service overloaded, please try again later', 'More requests are waiting than the service takes on.'),
  draining: transport(
    503,
    'Error! Service is shutting down, please try again',
    'The process finishes what it began and takes on nothing new.',
  ),
  internal: transport(
    500,
    'Error! Internal error, please try again later',
    'Something failed that should not; the log of the service says what.',
  ),
} as const satisfies Readonly<Record<string, FailureKind>>

export type FailureCode = keyof typeof failures
type Figures<Code extends FailureCode> = (typeof failures)[Code]['text'] extends (...figures: infer F) => string ? F : []

/** A failure that happened: a value, not an exception, since callers' mistakes are ordinary. */
export interface Failure {
  readonly code: FailureCode
  readonly text: string
  /** The whole envelope. */
  readonly body: Buffer
}

const envelopeOf = (code: FailureCode, text: string): Failure => {
  const envelope =
    failures[code].in === 'message' ? { status: '0', message: text, result: null } : { status: '0', message: 'NOTOK', result: text }
  return { code, text, body: Buffer.from(JSON.stringify(envelope)) }
}

/** Failures without figures are always the same bytes. */
const constant = new Map<FailureCode, Failure>()

export const failure = <Code extends FailureCode>(code: Code, ...figures: Figures<Code>): Failure => {
  const text: FailureKind['text'] = failures[code].text
  if (typeof text !== 'string') return envelopeOf(code, text(...(figures as unknown as never[])))
  const known = constant.get(code) ?? envelopeOf(code, text)
  constant.set(code, known)
  return known
}

/** The HTTP status of a failure: 200 for failures of a call, since clients rely on it, unless the caller asked for honest codes (`errors=http`). */
export const statusOf = (code: FailureCode, honest: boolean): number =>
  honest || failures[code].level === 'transport' ? failures[code].status : 200
