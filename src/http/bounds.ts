/** Every bound of the HTTP side. Operators read them in docs/OPERATIONS.md; the server and its tests read them here. */
export const bounds = {
  /** The longest URL anything real sends is under 2 KiB; proxies commonly cut at 8. */
  maxUrlBytes: 8 * 1024,
  /** Request line and headers together. The parser stops there and never holds more of a request that is not understood yet. */
  maxHeaderBytes: 32 * 1024,
  /** Parameters in a body are as long as in a URL; room for routes that take documents is theirs to ask for. */
  maxBodyBytes: 64 * 1024,
  /** Connections of one worker: each costs about 5 KiB while idle. */
  maxConnections: 10_000,
  /** Requests of one worker that are being answered, or whose answer is still being written. More wait in vain: they are told to come back. */
  maxInFlight: 1_000,
  /** Of these, requests of one connection; what it sends beyond them is not read before some are answered, so that it fills its own queue and nobody else's. */
  maxInFlightPerConnection: 16,
  /** Requests of a connection that were read in one piece with others and wait for their turn; one that has more is cut off. The system reads 64 KiB at a time. */
  maxWaitingPerConnection: 4_096,
  /** How long in each turn requests of connections that did not wait for their answers are begun. */
  maxLineMs: 10,
  /** How long a worker answers what has arrived before it refuses the rest: whoever is accepted then waits for two such turns at most. */
  maxTurnMs: 500,
  /** So many are answered in a turn in any case: a single slow query is no overload. */
  turnRequests: 16,
  /** Connections the system holds until a worker accepts them; one that finds no room there is tried again by its own system, after a second and more. */
  backlog: 4_096,
  /** Where connections wait longer than this to be accepted, by the pace they were accepted lately, requests are refused until nearly none wait. */
  maxAcceptWaitMs: 500,
  /** So few waiting connections are no overload, whatever the pace. */
  shortAcceptQueue: 64,
  /** How often a worker that accepts connections looks at those that wait. */
  acceptLookMs: 50,
  loopSampleMs: 250,
  /** A client that has not sent its headers by then is not going to. */
  headersTimeoutMs: 10_000,
  /** The same for the whole request. */
  requestTimeoutMs: 20_000,
  /** Longer than the 60 s of common load balancers, so that they, not we, close an idle connection: otherwise a request can meet a closing socket. */
  keepAliveTimeoutMs: 65_000,
  /** What a slow reader gets to take its answer, beyond the time of the query itself: 10,000 rows at 2 Mbit/s. */
  writeTimeoutMs: 30_000,
  /** How often connections are looked over for the timeouts above. */
  sweepMs: 1_000,
  /** What is in flight at shutdown gets this long. */
  drainTimeoutMs: 10_000,
} as const

export type Bounds = { readonly [Name in keyof typeof bounds]: number }
