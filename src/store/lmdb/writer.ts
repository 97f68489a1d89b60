import type { Hex } from '../../records/hex.ts'
import { rawAddress } from '../../records/raw-address.ts'
import { type CommitBatch, StoreConflict, type StoreReader, type StoreWriter } from '../port.ts'
import { applyBatch } from './commit.ts'
import type { Environment, Tables } from './database.ts'
import { writeFailure } from './failures.ts'
import { Kept } from './kept.ts'
import { chainAddressKey, chainKey, chainPrefix, listKind, listName } from './keys.ts'
import { hasList } from './list-reader.ts'
import { ListSet } from './list-set.ts'
import { writeNote } from './notes.ts'
import { decodeChain, encodeChain, newChain, type StoredChain } from './state.ts'

/** Contracts without a name that still have rows: those whose rows were all undone are passed over. */
const unnamedContracts = (tables: Tables, stored: StoredChain, limit: number): Hex[] => {
  const found: Hex[] = []
  for (const key of tables.unnamed.getKeys({ start: chainPrefix(stored.chain), end: chainPrefix(stored.chain + 1) })) {
    if (found.length >= limit) break
    const contract = key.toString('latin1', 2)
    if (stored.runs.transfers.some((run) => hasList(tables, listName(run.id, listKind.contract, contract))))
      found.push(`0x${key.toString('hex', 2)}`)
  }
  return found
}

/** The writing side, over a reader of the same environment. `moved` is called when what readers see has changed. */
export const makeWriter = (environment: Environment, reader: StoreReader, folder: string, moved: () => void): StoreWriter => {
  const { change, tables } = environment
  const lists = new ListSet(tables)
  const keptOf = new Map<number, Kept>()

  const readChain = (chainId: number): StoredChain | undefined => {
    const bytes = tables.meta.getBinary(chainKey(chainId))
    return bytes && decodeChain(bytes)
  }
  const storedChains = (): StoredChain[] =>
    [...tables.meta.getRange({ start: chainKey(0), end: chainKey(Number.MAX_SAFE_INTEGER) })].map(({ value }) => decodeChain(value))

  /** Whole or not at all, and on disk when it returns. */
  const write = (work: () => void): void => {
    try {
      change(work)
    } catch (error) {
      // What was remembered within the transaction went with it.
      keptOf.clear()
      lists.forget()
      throw writeFailure(error, folder)
    } finally {
      moved()
    }
  }

  const commitNow = (batch: CommitBatch): void => {
    write(() => {
      const stored = readChain(batch.chainId)
      if (stored === undefined) throw new StoreConflict(`chain ${batch.chainId} is not open: open it before a batch`)
      const runs = storedChains().flatMap((chain) => [...chain.runs.transfers, ...chain.runs.blocks])
      let kept = keptOf.get(stored.chain)
      if (kept === undefined) {
        kept = new Kept()
        keptOf.set(stored.chain, kept)
      }
      const runIds = new Set(runs.map((run) => run.id))
      lists.begin(runIds)
      applyBatch({ tables, stored, lists, kept, runIds }, batch)
      tables.meta.putSync(chainKey(batch.chainId), encodeChain(stored))
    })
  }

  return {
    ...reader,
    openChain: (chainId, startBlock) => {
      const held = readChain(chainId)
      if (held?.startBlock === startBlock) return
      write(() => {
        const chain = held ?? newChain(chainId, storedChains().length, startBlock)
        chain.startBlock = startBlock
        chain.sequence++
        tables.meta.putSync(chainKey(chainId), encodeChain(chain))
      })
    },
    commit: async (batch) => commitNow(batch),
    tokensMissing: (chainId, limit) => {
      const stored = readChain(chainId)
      return stored ? unnamedContracts(tables, stored, limit) : []
    },
    putTokens: async (chainId, tokens) => {
      write(() => {
        const stored = readChain(chainId)
        if (stored === undefined) throw new StoreConflict(`chain ${chainId} is not open: open it before its tokens`)
        for (const [contract, { name, symbol }] of tokens) {
          const key = chainAddressKey(stored.chain, rawAddress(contract))
          tables.tokens.putSync(key, Buffer.from(JSON.stringify([name, symbol])))
          tables.unnamed.removeSync(key)
        }
      })
    },
    note: (chainId, json) => {
      try {
        writeNote(folder, chainId, json)
      } catch (error) {
        throw writeFailure(error, folder)
      }
    },
  }
}
