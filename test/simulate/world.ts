import type { Hex } from '../../src/records/hex.ts'
import type { SimulatedBlock } from './block.ts'
import { extend, fork, type SimulatedChain } from './chain.ts'

/** The chain as it is at this moment, the same for all endpoints that show it; moved on by the test, never by the clock. */
export interface World {
  /** What is canonical; blocks above `head` exist already and are not shown yet. */
  readonly chain: SimulatedChain
  readonly head: number
  /** Undefined where this chain's nodes do not know the tag. */
  readonly finalized: number | undefined
  /** Any block ever shown, orphaned ones too. */
  byHash(hash: Hex): SimulatedBlock | undefined
  /** Shows more blocks, and makes them where there are none. */
  advance(blocks?: number): void
  /**
   * Replaces the newest `depth` blocks by a branch of `depth + longer` blocks. `longer: 0` shows the same number again with another hash.
   */
  reorganise(change: { readonly depth: number; readonly longer?: number; readonly seed?: number | string }): void
  /** Shows another chain altogether, or the same at another height. */
  show(chain: SimulatedChain, head: number): void
  /** Calls back after every change; returns what ends it. */
  onChange(listener: () => void): () => void
}

export interface WorldOptions {
  /** The newest block shown at first; the chain's last where absent. */
  readonly head?: number
  /** Blocks between head and finality; null: the tag is unknown. */
  readonly finalityDepth?: number | null
}

/** Deep enough that reorganisations of a few blocks stay above it, shallow enough that short chains have final blocks. */
const usualFinalityDepth = 12

export const createWorld = (first: SimulatedChain, options: WorldOptions = {}): World => {
  const depth = options.finalityDepth === undefined ? usualFinalityDepth : options.finalityDepth
  const seen = new Map<Hex, SimulatedBlock>()
  const listeners = new Set<() => void>()
  let chain = first
  let head = -1
  let finalized = 0
  let reorganisations = 0

  const show = (next: SimulatedChain, height: number): void => {
    chain = height < next.blocks.length ? next : extend(next, height - next.blocks.length + 1)
    head = height
    for (const entry of chain.blocks.slice(0, head + 1)) seen.set(entry.block.hash, entry)
    // Finality never goes back, whatever the head does.
    if (depth !== null) finalized = Math.max(finalized, head - depth)
    for (const listener of listeners) listener()
  }
  show(first, options.head ?? first.blocks.length - 1)

  return {
    get chain() {
      return chain
    },
    get head() {
      return head
    },
    get finalized() {
      return depth === null ? undefined : finalized
    },
    byHash: (hash) => seen.get(hash),
    advance: (blocks = 1) => show(chain, head + blocks),
    reorganise: ({ depth: back, longer = 1, seed = `reorganisation ${++reorganisations}` }) => {
      const at = Math.max(0, head - back)
      const next = fork({ ...chain, blocks: chain.blocks.slice(0, head + 1) }, at, { seed, blocks: back + longer })
      show(next, at + back + longer)
    },
    show,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
