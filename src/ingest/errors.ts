import type { Hex } from '../records/hex.ts'
import type { EndpointId } from '../rpc/port.ts'

/** No endpoint gave this block in a form that passes the checks. Nothing of it is stored; it is asked for again later. */
export class UnprovenBlock extends Error {
  override readonly name = 'UnprovenBlock'
  /** Undefined where it was asked for by its hash. */
  readonly block: number | undefined
  /** The check that failed on every endpoint, where it was one and the same: the mark of a chain that cannot pass it. */
  readonly sameCheck: string | undefined

  constructor(wanted: number | Hex, reasons: readonly string[], sameCheck: string | undefined) {
    const advice =
      sameCheck === undefined ? '' : ` Every endpoint fails "${sameCheck}": if this chain cannot pass it, name it among the chain's quirks.`
    super(`block ${wanted} was not proven: ${[...new Set(reasons)].join('; ')}.${advice}`)
    this.block = typeof wanted === 'number' ? wanted : undefined
    this.sameCheck = sameCheck
  }
}

/** What endpoints hold as an uncle of a block is not what the block names: whoever sent either may have made it up. */
export class OtherUncle extends Error {
  override readonly name = 'OtherUncle'
}

/** Two blocks that should follow one another do not: one of them comes from another history. */
export class BrokenLink extends Error {
  override readonly name = 'BrokenLink'

  constructor(block: number, parentHash: string, found: string) {
    super(`block ${block} names ${parentHash} as its parent, but block ${block - 1} is ${found}`)
  }
}

/** Endpoints show different histories, and none is known to be the chain's: nothing is stored of either. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'

  constructor(block: number) {
    super(`endpoints do not agree on block ${block}: it is not stored before they do; compare them, and remove the one that is wrong`)
  }
}

/** Whether an error says that blocks which were proven, each by itself, may be on no chain. */
export const castsDoubt = (error: unknown): boolean => error instanceof BrokenLink || error instanceof Disagreement

/** A block is stored already, for another dataset, with another hash. */
export class OtherBlock extends Error {
  override readonly name = 'OtherBlock'

  constructor(block: number, hash: string, held: string) {
    super(`block ${block} was fetched as ${hash}, but is stored as ${held}`)
  }
}

/** A reorganisation undid, meanwhile, the block a batch was to be joined to; the batch is fetched anew. */
export class Undone extends Error {
  override readonly name = 'Undone'

  constructor(block: number) {
    super(`block ${block} was undone by a reorganisation meanwhile`)
  }
}

/** A node's chain leaves what is stored below the finalized block, or deeper than the bound. */
export class PastFinality extends Error {
  override readonly name = 'PastFinality'
  readonly source: EndpointId

  constructor(message: string, source: EndpointId) {
    super(message)
    this.source = source
  }
}

/** The chain must not go on by itself: an operator has to look. */
export class ChainHalted extends Error {
  override readonly name = 'ChainHalted'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
