import type { RpcHeader } from '../evm/json-rpc.ts'
import type { Hex } from '../records/hex.ts'
import { RpcStuckError } from '../rpc/errors.ts'
import type { EndpointId } from '../rpc/port.ts'
import { blame } from './blame.ts'
import { hashAt, snapshotOf } from './commit.ts'
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
  /** The last block of a gap, vouched for by the header above it where a node shows one. What is stored above is compared when it is committed. */
  vouchedFor(last: T): Promise<T>
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

/** The same block from anyone but this endpoint; undefined where there is nobody else. */
type Second<T> = (number: number, not: EndpointId) => Promise<T | undefined>

export const createLinks = <T extends Link>(chain: ChainContext, second: Second<T>): Links<T> => ({
  pair: async (below, above) => {
    if (follows(below, above)) return [below, above]
    const otherBelow = await second(below.block.number, below.source)
    if (otherBelow !== undefined && follows(otherBelow, above)) {
      blame(chain, below.source, apart(below, above))
      return [otherBelow, above]
    }
    const otherAbove = await second(above.block.number, above.source)
    if (otherAbove !== undefined && follows(below, otherAbove)) {
      blame(chain, above.source, apart(below, above))
      return [below, otherAbove]
    }
    throw new BrokenLink(above.block.number, above.block.parentHash, below.block.hash)
  },
  toStored: async (first) => {
    const below = await hashAt(await snapshotOf(chain), first.block.number - 1)
    if (below === undefined || below === first.block.parentHash) return first
    const other = await second(first.block.number, first.source)
    if (other?.block.parentHash !== below) throw new BrokenLink(first.block.number, first.block.parentHash, below)
    blame(chain, first.source, `block ${first.block.number} does not follow the block before it`)
    return other
  },
  vouchedFor: async (last) => {
    const { number } = last.block
    if ((await hashAt(await snapshotOf(chain), number + 1)) !== undefined) return last
    if (chain.meter.head !== null && number >= chain.meter.head.number) return last
    const above = await headerIfThere(chain, number + 1)
    if (above === undefined || above.parentHash === last.block.hash) return last
    const other = await second(number, last.source)
    if (other?.block.hash !== above.parentHash) throw new BrokenLink(number + 1, above.parentHash, last.block.hash)
    blame(chain, last.source, `block ${number} is not the one block ${number + 1} names as its parent`)
    return other
  },
})

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
    const fetched = await chain.client.block(number, { not: [not], rounds: 1, signal: chain.signal }).catch(() => undefined)
    return fetched === undefined || fetched.source === not ? undefined : prove(chain, number, fetched)
  })

const follows = (below: Link, above: Link): boolean => above.block.parentHash === below.block.hash

const apart = (below: Link, above: Link): string =>
  `blocks ${below.block.number} and ${above.block.number} do not follow one another; another endpoint's do`
