import { rawAddress } from '../../records/raw-address.ts'
import type { ChainState, Snapshot, StoreReader } from '../port.ts'
import { hashOfBlock } from './block-record.ts'
import { type Environment, view } from './database.ts'
import { blockKey, chainAddressKey, chainKey } from './keys.ts'
import { readNote } from './notes.ts'
import { queryBlocks, queryUncles } from './query-blocks.ts'
import { queryTransfers } from './query-transfers.ts'
import { scanBlocks } from './scan.ts'
import { chainState, decodeChain, type StoredChain, sequenceOf } from './state.ts'
import { oncePerTurn } from './turn.ts'

interface KnownChain {
  readonly stored: StoredChain
  readonly state: ChainState
  /** When it was last found to be as it is. */
  seenAt: number
}

/** Reads chains' states, and decodes one only when it changed; within one instant it is read once. */
const chainCache = ({ tables }: Environment) => {
  const known = new Map<number, KnownChain>()
  return (chainId: number, instant: number): KnownChain | undefined => {
    const last = known.get(chainId)
    if (last?.seenAt === instant) return last
    const bytes = tables.meta.getBinaryFast(chainKey(chainId))
    if (bytes === undefined) return undefined
    if (last && last.stored.sequence === sequenceOf(bytes)) {
      last.seenAt = instant
      return last
    }
    const stored = decodeChain(view(bytes))
    const chain = { stored, state: chainState(stored), seenAt: instant }
    known.set(chainId, chain)
    return chain
  }
}

/** The reading side. `close` is called when the reader is. */
export const makeReader = (
  environment: Environment,
  folder: string,
  secret: Uint8Array,
  close: () => Promise<void>,
): StoreReader & { moved(): void } => {
  const { root, tables } = environment
  const readChain = chainCache(environment)
  /**
   * The database reads from one instant until told to move on. It is told once in each turn of the event loop: a snapshot sees every commit that was
   * complete before its turn began, and stays as it is over promises already kept; and no instant is held while the process waits.
   */
  let instant = 0
  const nextInstant = (): void => {
    instant++
  }
  const refresh = oncePerTurn(() => {
    nextInstant()
    root.resetReadTxn()
  }, nextInstant)
  const chainOf = (chainId: number): KnownChain | undefined => readChain(chainId, instant)

  const snapshot = (chainId: number): Snapshot | undefined => {
    refresh.now()
    const known = chainOf(chainId)
    if (known === undefined) return undefined
    const { stored: taken, state } = known
    const still = (): StoredChain => {
      if (chainOf(chainId) !== known)
        throw new Error(`the snapshot of chain ${chainId} was kept while blocks arrived: take a new one and use it at once`)
      return taken
    }
    return {
      state,
      transfers: (query, sink) => queryTransfers(tables, still(), query, sink),
      blocks: (query, sink) => queryBlocks(tables, still(), query, sink),
      uncles: (query, sink) => queryUncles(tables, still(), query, sink),
      token: (contract) => {
        const bytes = tables.tokens.getBinary(chainAddressKey(taken.chain, rawAddress(contract)))
        if (bytes === undefined) return undefined
        const [name, symbol] = JSON.parse(bytes.toString('utf8'))
        return { name, symbol }
      },
      blockHash: (number) => {
        const bytes = tables.blocks.getBinaryFast(blockKey(still().chain, number))
        return bytes && hashOfBlock(view(bytes))
      },
      scan: (range) => scanBlocks(tables, () => chainOf(chainId)?.stored, range),
    }
  }

  return {
    secret,
    moved: () => {
      nextInstant()
      refresh.again()
    },
    snapshot,
    chains: () => {
      refresh.now()
      const keys = [...tables.meta.getKeys({ start: chainKey(0), end: chainKey(Number.MAX_SAFE_INTEGER) })]
      return keys.map((key) => key.readUIntBE(5, 3) * 2 ** 32 + key.readUInt32BE(8))
    },
    notes: (chainId) => readNote(folder, chainId),
    close,
  }
}
