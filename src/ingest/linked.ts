import type { RpcHeader } from '../evm/json-rpc.ts'
import type { Hex } from '../records/hex.ts'
import { RpcStuckError } from '../rpc/errors.ts'
import type { EndpointId } from '../rpc/port.ts'
import { blame } from './blame.ts'
import { hashAt, parentHashOf, snapshotOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { BrokenLink } from './errors.ts'
import { type ProvenBlock, prove } from './prove.ts'

/** A block as far as its place on the chain goes, and whose word it is. */
export interface Link {
  readonly block: { readonly number: number; readonly hash: Hex; readonly parentHash: Hex }
  readonly source: EndpointId
}

/**
 * A block can be whole in itself, roots and hash and all, and yet be on no chain. Only its neighbours tell: the functions here find, where two blocks
 * do not follow one another, which endpoint made one of them up, and take that block from another.
 */
export interface Links<T extends Link> {
  pair(below: T, above: T): Promise<readonly [T, T]>
  /** The first block of a gap, linked to what is stored below it, if anything is. */
  toStored(first: T): Promise<T>
  /** The last block of a gap, vouched for by the stored block above it; where none is, by the header above it, if a node shows one. */
  vouchedFor(last: T): Promise<T>
  /** The block that the one above it names by this hash: this one, or else another endpoint's. */
  named(block: T, hash: Hex): Promise<T>
}

/**
 * The blocks of a gap, upwards, each once the next one has vouched for it: the newest waits for its child, since only then is it known to be on the chain. The
 * last is vouched for by the header above the gap, and left out where the gap did not arrive whole.
 */
export async function* linkedUp<T extends Link>(links: Links<T>, last: number, blocks: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  let waiting: T | undefined
  for await (const block of blocks) {
    if (waiting === undefined) waiting = await links.toStored(block)
    else {
      const [below, above]: readonly [T, T] = await links.pair(waiting, block)
      yield below
      waiting = above
    }
  }
  if (waiting?.block.number === last) yield await links.vouchedFor(waiting)
}

/**
 * The blocks below a stored one, in their order, each as the block above it names it; `lastHash` is the name of the last. They are linked from the top down:
 * what is stored below them may be orphaned, and vouches for nothing.
 */
export const linkedDown = async <T extends Link>(links: Links<T>, lastHash: Hex, blocks: readonly T[]): Promise<readonly T[]> => {
  const linked: T[] = []
  let hash = lastHash
  for (const block of blocks.toReversed()) {
    const right = await links.named(block, hash)
    linked.push(right)
    hash = right.block.parentHash
  }
  return linked.reverse()
}

/** The same block from anyone but these endpoints; undefined where there is nobody else. */
type Others<T> = (number: number, not: readonly EndpointId[]) => Promise<T | undefined>

export const createLinks = <T extends Link>(chain: ChainContext, others: Others<T>): Links<T> => {
  /** Somebody else's that fits. Everybody is asked: the quickest would be asked first the next time too, and several can be wrong together. */
  const elsewhere = async ({ block, source }: Link, fits: (other: T) => boolean): Promise<T | undefined> => {
    const asked = [source]
    for (;;) {
      const other = await others(block.number, asked)
      if (other === undefined || asked.includes(other.source)) return undefined
      if (fits(other)) return other
      asked.push(other.source)
    }
  }
  const named = async (found: T, hash: Hex): Promise<T> => {
    const { number } = found.block
    if (found.block.hash === hash) return found
    const other = await elsewhere(found, ({ block }) => block.hash === hash)
    if (other === undefined) throw new BrokenLink(number + 1, hash, found.block.hash)
    blame(chain, found.source, `block ${number} is not the one block ${number + 1} names as its parent`)
    return other
  }
  return {
    named,
    pair: async (below, above) => {
      if (follows(below, above)) return [below, above]
      const otherBelow = await elsewhere(below, (other) => follows(other, above))
      if (otherBelow !== undefined) {
        blame(chain, below.source, apart(below, above))
        return [otherBelow, above]
      }
      const otherAbove = await elsewhere(above, (other) => follows(below, other))
      if (otherAbove !== undefined) {
        blame(chain, above.source, apart(below, above))
        return [below, otherAbove]
      }
      throw new BrokenLink(above.block.number, above.block.parentHash, below.block.hash)
    },
    toStored: async (first) => {
      const below = await hashAt(await snapshotOf(chain), first.block.number - 1)
      if (below === undefined || below === first.block.parentHash) return first
      const other = await elsewhere(first, ({ block }) => block.parentHash === below)
      if (other === undefined) throw new BrokenLink(first.block.number, first.block.parentHash, below)
      blame(chain, first.source, `block ${first.block.number} does not follow the block before it`)
      return other
    },
    vouchedFor: async (last) => {
      const hash = await nameOf(chain, last.block.number)
      return hash === undefined ? last : named(last, hash)
    },
  }
}

/** What the block above one names as its parent, the stored one or else the nodes'; undefined where neither is there. */
const nameOf = async (chain: ChainContext, number: number): Promise<Hex | undefined> => {
  const stored = await parentHashOf(await snapshotOf(chain), number + 1)
  if (stored !== undefined) return stored
  if (chain.meter.head !== null && number >= chain.meter.head.number) return undefined
  return (await headerIfThere(chain, number + 1))?.parentHash
}

/**
 * A header that vouches for the block below it; undefined where every endpoint says that it has none, or what it has is none. One that could not be asked for is asked for again
 * later: a block taken on trust meanwhile could be made up, and be called final.
 */
const headerIfThere = async (chain: ChainContext, number: number): Promise<RpcHeader | undefined> => {
  const found = await chain.client.header(number, { rounds: 1 }).catch((error: unknown) => {
    if (error instanceof RpcStuckError && error.missing) return undefined
    throw error
  })
  // One whose fields do not give its hash vouches for nothing.
  return found === undefined || chain.examiner.header(found.value) !== undefined ? undefined : found.value
}

export const blockLinks = (chain: ChainContext): Links<ProvenBlock> =>
  createLinks(chain, async (number, not) => {
    const fetched = await chain.client.block(number, { not, rounds: 1, signal: chain.signal }).catch(() => undefined)
    return fetched && prove(chain, number, fetched)
  })

const follows = (below: Link, above: Link): boolean => above.block.parentHash === below.block.hash

const apart = (below: Link, above: Link): string =>
  `blocks ${below.block.number} and ${above.block.number} do not follow one another; another endpoint's do`
