/** The bounds of the indexer, in one place. Tests tighten them; nothing else changes them. */
export interface Limits {
  readonly commitBlocks: number
  readonly commitRows: number
  readonly commitMs: number
  readonly gapBlocks: number
  readonly recentBlocks: number
  readonly fillBlocks: number
  readonly reorganisationBlocks: number
  readonly fetchesAtOnce: number
  readonly attemptsPerBlock: number
  readonly backoffMs: number
  readonly backoffMaxMs: number
  readonly finalityEveryMs: number
  readonly noteEveryMs: number
  readonly tokenAskAgainMs: number
}

export const limits: Limits = {
  // A batch is at most this large: it bounds memory and what a kill makes us fetch again, and is large enough that the disk's sync does not count.
  commitBlocks: 500,
  commitRows: 10_000,
  commitMs: 2000,
  // Further behind the head than this, the head is taken at once and what lies between is filled afterwards.
  gapBlocks: 64,
  // Blocks above finality are filled downwards in pieces this long, so that a reorganisation meanwhile costs little.
  recentBlocks: 32,
  // History is filled upwards in stretches this long; between them the plan is made anew.
  fillBlocks: 5000,
  // A deeper reorganisation is no reorganisation but another chain.
  reorganisationBlocks: 4096,
  // Blocks fetched side by side by hash; the client bounds the requests below that.
  fetchesAtOnce: 8,
  // Endpoints asked for one block in a row, before it is set aside for later.
  attemptsPerBlock: 6,
  // First and longest wait after a failure; doubled between.
  backoffMs: 250,
  backoffMaxMs: 30_000,
  // The finalized block moves once in some minutes on Ethereum and every second elsewhere.
  finalityEveryMs: 2000,
  noteEveryMs: 1000,
  // A contract whose calls give nothing is asked once more after this long: the endpoint may not have had its block yet.
  tokenAskAgainMs: 10_000,
}
