import { randomBytes } from 'node:crypto'
import type { Hex } from '../../records/hex.ts'
import { StoreConflict, type StoreReader, type StoreWriter } from '../port.ts'
import { type ChainWriter, openChainWriter } from './chain-writer.ts'
import type { Engine } from './engine.ts'
import { openHttpEngine } from './http-engine.ts'
import type { LeaseTimes } from './lease.ts'
import { blockOfPlace, listPrefix } from './page-sql.ts'
import { loadState, openSnapshot } from './reader.ts'
import { RowBinaryWriter } from './row-binary.ts'
import { checkSchema, migrate } from './schema.ts'
import { type StoredState, visible } from './state.ts'

export interface ClickHouseOptions {
  readonly cluster?: string | undefined
  readonly times?: LeaseTimes
}

/**
 * How old the state may be that an API node answers from. Asking for it each time would nearly double what a page costs; what it rests on is told with
 * every answer, and rows stay in place long after a state that shows them is forgotten.
 */
const stateAgeMs = 200

export const openClickHouseReader = (url: string): Promise<StoreReader> => over(url, (engine) => readerOver(engine, stateAgeMs))

export const openClickHouseWriter = (url: string, options: ClickHouseOptions = {}): Promise<StoreWriter> =>
  over(url, (engine) => writerOver(engine, options))

/** A store that cannot be opened leaves no connection behind: whoever waits for one tries again and again. */
const over = async <T>(url: string, open: (engine: Engine) => Promise<T>): Promise<T> => {
  const engine = openHttpEngine(url)
  try {
    return await open(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** A reader over an engine; it needs the schema to be there. */
export const readerOver = async (engine: Engine, maxStateAgeMs = 0): Promise<StoreReader> => {
  await checkSchema(engine)
  return reader(engine, await secretOf(engine), maxStateAgeMs)
}

/** A writer over an engine; it brings the schema up to date, and takes the lease of each chain it opens. */
export const writerOver = async (engine: Engine, { cluster, times }: ClickHouseOptions = {}): Promise<StoreWriter> => {
  await migrate(engine, cluster)
  const writers = new Map<number, ChainWriter>()
  const writerOf = (chainId: number): ChainWriter => {
    const writer = writers.get(chainId)
    if (writer === undefined) throw new StoreConflict(`chain ${chainId} is not open for writing`)
    return writer
  }
  return {
    ...reader(engine, await secretOf(engine), 0),
    openChain: async (chainId, startBlock) => {
      const open = writers.get(chainId)
      if (open === undefined)
        writers.set(chainId, await openChainWriter(engine, chainId, startBlock, { cluster, ...(times ? { times } : {}) }))
      else await open.setStart(startBlock)
    },
    commit: async (batch) => writerOf(batch.chainId).commit(batch),
    tokensMissing: async (chainId, limit) => {
      const state = await loadState(engine, chainId)
      if (state === undefined) return []
      const rows = await engine.rows(
        // Every contract with rows has a list.
        `SELECT lower(hex(substring(list, 10, 20))) AS contract FROM transfer_lists WHERE startsWith(list, ${listPrefix(chainId, 'c')}) AND ${visible(state, blockOfPlace)}
           AND substring(list, 10, 20) GLOBAL NOT IN (SELECT contract FROM tokens WHERE chain = ${chainId})
         GROUP BY contract LIMIT ${limit}`,
      )
      return rows.map(([contract]): Hex => `0x${String(contract)}`)
    },
    putTokens: async (chainId, tokens) => {
      const out = new RowBinaryWriter(1 << 14)
      for (const [contract, { name, symbol }] of tokens) {
        out.u64(chainId)
        out.bytes(contract)
        out.string(name)
        out.string(symbol)
      }
      if (tokens.size > 0) await engine.insert('tokens', ['chain', 'contract', 'name', 'symbol'], out.take())
    },
    note: async (chainId, json) => {
      const out = new RowBinaryWriter(json.length * 2 + 64)
      out.u64(chainId)
      out.string(json)
      await engine.insert('notes', ['chain', 'note'], out.take())
    },
    close: async () => {
      for (const writer of writers.values()) await writer.close()
      await engine.close()
    },
  }
}

const reader = (engine: Engine, secret: Uint8Array, maxStateAgeMs: number): StoreReader => {
  const stateOf = cachedStates(engine, maxStateAgeMs)
  return {
    secret,
    chains: async () => (await engine.rows('SELECT DISTINCT chain FROM commits ORDER BY chain')).map(([chain]) => Number(chain)),
    snapshot: async (chainId) => {
      const state = await stateOf(chainId)
      return state && openSnapshot(engine, chainId, state)
    },
    notes: async (chainId) => {
      const rows = await engine.rows(`SELECT note FROM notes WHERE chain = ${chainId} ORDER BY written DESC LIMIT 1`)
      return rows[0] === undefined ? undefined : String(rows[0][0])
    },
    close: () => engine.close(),
  }
}

/** States by chain, none older than allowed; callers that come while one is being asked for share the answer. */
const cachedStates = (engine: Engine, maxAgeMs: number): ((chainId: number) => Promise<StoredState | undefined>) => {
  const asked = new Map<number, { readonly at: number; readonly state: Promise<StoredState | undefined> }>()
  return (chainId) => {
    const now = performance.now()
    const known = asked.get(chainId)
    if (known !== undefined && now - known.at < maxAgeMs) return known.state
    const state = loadState(engine, chainId)
    if (maxAgeMs > 0) {
      asked.set(chainId, { at: now, state })
      state.catch(() => asked.delete(chainId))
    }
    return state
  }
}

/** The first secret ever written is the store's; two that start at once agree on it. */
const secretOf = async (engine: Engine): Promise<Uint8Array> => {
  const read = async (): Promise<string | undefined> => {
    const rows = await engine.rows('SELECT secret FROM secrets ORDER BY made, secret LIMIT 1')
    return rows[0] === undefined ? undefined : String(rows[0][0])
  }
  const known = await read()
  if (known !== undefined) return Buffer.from(known, 'hex')
  await engine.run(`INSERT INTO secrets (secret) VALUES ('${randomBytes(32).toString('hex')}')`)
  return Buffer.from((await read()) ?? '', 'hex')
}
