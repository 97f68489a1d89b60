import { readVarint, writeVarint } from '../../records/bytes.ts'
import type { Postings, Tagging } from './posting.ts'

/**
 * Postings that came lately stand beside the heads, in a table of their own that is small enough to be rewritten by every commit. A commit of ten thousand rows
 * touches more than ten thousand lists all over the heads, each on a page of its own, and the database copies every page that is touched; so new postings
 * wait here until there are `maxFresh` of a list, or until its turn comes (`ListSet.settleNext`), when neighbours go together.
 *
 * More of them would make the newest page of a sealed list slower: these rows are not sealed yet.
 */
export const maxFresh = 16

/**
 * Lists that may wait. Rewriting those that wait costs a commit in proportion to their number, moving them the less the more of them lie on one page of heads:
 * the sum is least at a multiple of the root of the store's size. The factor is an estimate. A writer keeps them in memory, so there is a most, 80 MB or so.
 */
export const freshTarget = (rows: number): number => Math.min(64 * Math.sqrt(rows), mostWaiting)
const mostWaiting = 250_000

/** Three numbers each: ref, ways, contract. */
export type FreshPostings = number[]
export const numbersPerFresh = 3

const scratch = Buffer.alloc(1 + maxFresh * 13)

/** The bytes are the same buffer each time: the database copies a value before its call returns. */
export const encodeFresh = (postings: FreshPostings, tagging: Tagging): Uint8Array => {
  scratch[0] = postings.length / numbersPerFresh
  let at = 1
  let before = 0
  for (let i = 0; i < postings.length; i += numbersPerFresh) {
    const ref = postings[i] ?? 0
    const difference = ref - before
    before = ref
    at = writeVarint(scratch, at, tagging === 'none' ? difference : difference * 4 + (postings[i + 1] ?? 0))
    if (tagging === 'way and contract') at = writeVarint(scratch, at, postings[i + 2] ?? 0)
  }
  return scratch.subarray(0, at)
}

export const freshCount = (bytes: Uint8Array): number => bytes[0] ?? 0

export const decodeFresh = (bytes: Uint8Array, tagging: Tagging): FreshPostings => {
  const postings: FreshPostings = []
  const cursor = { bytes, at: 1 }
  let ref = 0
  for (let left = freshCount(bytes); left > 0; left--) {
    const number = readVarint(cursor)
    ref += tagging === 'none' ? number : Math.floor(number / 4)
    postings.push(ref, tagging === 'none' ? 0 : number % 4, tagging === 'way and contract' ? readVarint(cursor) : 0)
  }
  return postings
}

/** Adds fresh postings, from one on, as far as there is room; answers which is the first that had none. */
export const addFresh = (into: Postings, postings: FreshPostings, from: number, room: number): number => {
  let i = from
  for (; i < postings.length && into.count < room; i += numbersPerFresh)
    into.add(postings[i] ?? 0, postings[i + 1] ?? 0, postings[i + 2] ?? 0)
  return i
}
