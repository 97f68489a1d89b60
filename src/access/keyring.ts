import { timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeDatabaseFile } from '../lmdb/new-file.ts'
import { type LmdbEnvironment, openLmdb } from '../lmdb/open.ts'
import { syncNames } from '../lmdb/sync-names.ts'
import { hashSecret, newSecret } from './secret.ts'

/** A key as it is stored: everything but the key. Times are Unix milliseconds; limits of 0 are none. */
export interface KeyRecord {
  /** Sixteen hexadecimal digits of the hash: names the key in lists, logs and counters. */
  readonly id: string
  readonly name: string
  readonly perSecond: number
  readonly perDay: number
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

export interface NewKey {
  readonly name: string
  readonly perSecond: number
  readonly perDay: number
  readonly expiresAt: number | null
}

/** How much a key was used on a day (days since 1970, UTC). */
export interface DayCount {
  readonly day: number
  readonly count: number
}

/**
 * The keys of a data folder, in a small durable LMDB environment of their own. Every change is on disk before the call returns, and every process sees it
 * within a millisecond: each change moves a generation number, and look-ups answer from memory only while it stands still.
 *
 *   K ‹32 hash›        → JSON of a KeyRecord
 *   U ‹id›             → JSON of a DayCount: the day's use, written every few seconds, so that it outlives a power cut
 *   M admin            → 32 hash of the admin token
 *   M generation       → f64
 *   M format           → u8
 */
export interface Keyring {
  create(key: NewKey): { readonly secret: string; readonly record: KeyRecord }
  list(): readonly KeyRecord[]
  /** By id or name; returns what was revoked. Revoking twice changes nothing. */
  revoke(idOrName: string): readonly KeyRecord[]
  /** The record of a key that may be used now; undefined for an unknown, revoked or expired one. */
  find(secret: string): KeyRecord | undefined
  /** The record by id, also of a revoked key. */
  get(id: string): KeyRecord | undefined
  /** Makes a new admin token; the one before stops working. */
  resetAdmin(): string
  hasAdmin(): boolean
  isAdmin(token: string): boolean
  saveUse(uses: ReadonlyMap<string, DayCount>): void
  savedUse(id: string): DayCount | undefined
  close(): Promise<void>
}

const formatVersion = 1
/** Millions of keys; address space only, the file is as large as what is in it. */
const mapSizeBytes = 1 << 30
/** A revocation by another process counts no later than this: looking for one with every request would be a fiftieth of a page's time. */
const trustedMs = 1
/** A service with more live keys than this looks the rest up on disk: a microsecond each. */
const maxCached = 50_000

const entry = (kind: 'K' | 'U' | 'M', rest: Uint8Array | string): Buffer =>
  Buffer.concat([Buffer.from(kind), typeof rest === 'string' ? Buffer.from(rest) : rest])
const generationEntry = entry('M', 'generation')
const adminEntry = entry('M', 'admin')

export const openKeyring = (dataFolder: string): Keyring => {
  const path = join(dataFolder, 'access')
  mkdirSync(path, { recursive: true })
  makeDatabaseFile(path)
  const environment = openLmdb(path, [], { mapSize: mapSizeBytes })
  const db = environment.root
  checkFormat(environment, path)
  const cache = new Map<string, KeyRecord>()
  let cachedGeneration = -1
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Looks whether keys were changed, here or by another process, and forgets what is remembered of them where they were. */
  const look = (): void => {
    // A snapshot held from an earlier turn would hide a revocation.
    db.resetReadTxn()
    lookedAt = performance.now()
    const current = generation()
    if (current === cachedGeneration) return
    cache.clear()
    cachedGeneration = current
  }
  const generation = (): number => db.getBinaryFast(generationEntry)?.readDoubleLE(0) ?? 0
  const change = <T>(work: () => T): T =>
    environment.change(() => {
      const result = work()
      const next = Buffer.alloc(8)
      next.writeDoubleLE(generation() + 1)
      db.putSync(generationEntry, next)
      lookedAt = Number.NEGATIVE_INFINITY
      return result
    })
  const readKey = (hash: Buffer): KeyRecord | undefined => parse<KeyRecord>(db.getBinary(entry('K', hash)))
  const all = (): { readonly hash: Buffer; readonly record: KeyRecord }[] =>
    Array.from(db.getRange({ start: entry('K', ''), end: entry('K', Buffer.alloc(33, 0xff)) }), ({ key, value }) => ({
      hash: key.subarray(1),
      record: JSON.parse(value.toString()) as KeyRecord,
    }))

  return {
    create: (key) => {
      const secret = newSecret('key')
      const hash = hashSecret(secret)
      const record: KeyRecord = { id: hash.toString('hex', 0, 8), ...key, createdAt: Date.now(), revokedAt: null }
      change(() => db.putSync(entry('K', hash), Buffer.from(JSON.stringify(record))))
      return { secret, record }
    },
    list: () => {
      db.resetReadTxn()
      return all()
        .map(({ record }) => record)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    },
    revoke: (idOrName) =>
      change(() => {
        const chosen = all().filter(({ record }) => record.id === idOrName || record.name === idOrName)
        return chosen.map(({ hash, record }) => {
          const revoked = { ...record, revokedAt: record.revokedAt ?? Date.now() }
          db.putSync(entry('K', hash), Buffer.from(JSON.stringify(revoked)))
          return revoked
        })
      }),
    find: (secret) => {
      const looks = performance.now() - lookedAt > trustedMs
      if (looks) look()
      // A key that was good a moment ago need not be hashed again. A map compares whole hashes of strings first, so what is right of a wrong key does not show.
      let record = cache.get(secret)
      if (record === undefined) {
        if (!looks) look()
        record = readKey(hashSecret(secret))
        if (record === undefined) return undefined
        if (cache.size < maxCached) cache.set(secret, record)
      }
      if (record.revokedAt !== null || (record.expiresAt !== null && record.expiresAt <= Date.now())) return undefined
      return record
    },
    get: (id) => {
      db.resetReadTxn()
      return all().find(({ record }) => record.id === id)?.record
    },
    resetAdmin: () => {
      const token = newSecret('admin')
      change(() => db.putSync(adminEntry, hashSecret(token)))
      return token
    },
    hasAdmin: () => {
      db.resetReadTxn()
      return db.getBinaryFast(adminEntry) !== undefined
    },
    isAdmin: (token) => {
      db.resetReadTxn()
      const stored = db.getBinary(adminEntry)
      return stored !== undefined && timingSafeEqual(stored, hashSecret(token))
    },
    saveUse: (uses) => {
      if (uses.size === 0) return
      environment.change(() => {
        for (const [id, use] of uses) {
          const saved = parse<DayCount>(db.getBinary(entry('U', id)))
          // Several workers save what they last saw of the same counter: the highest is the newest.
          if (saved === undefined || saved.day < use.day || (saved.day === use.day && saved.count < use.count))
            db.putSync(entry('U', id), Buffer.from(JSON.stringify(use)))
        }
      })
    },
    savedUse: (id) => parse<DayCount>(db.getBinary(entry('U', id))),
    close: () => environment.close(),
  }
}

const parse = <T>(bytes: Buffer | undefined): T | undefined => (bytes === undefined ? undefined : (JSON.parse(bytes.toString()) as T))

const checkFormat = ({ root, change }: LmdbEnvironment<never>, path: string): void => {
  const formatEntry = entry('M', 'format')
  const found = root.getBinary(formatEntry)?.readUInt8(0)
  if (found === undefined) {
    // A key must not be lost with the name of its file.
    syncNames(path)
    change(() => root.putSync(formatEntry, Buffer.from([formatVersion])))
  } else if (found > formatVersion)
    throw new Error(
      `the keys in ${path} were written by a newer version (format ${found}, this one knows ${formatVersion}): run that version`,
    )
}
