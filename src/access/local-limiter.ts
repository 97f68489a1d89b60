import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type LmdbEnvironment, openLmdb } from '../lmdb/open.ts'
import { bootId } from './boot.ts'
import type { DayCount, KeyRecord, Keyring } from './keyring.ts'
import { badKeysAllowed, badKeyWaitMs, badKeyWindowMs, dayOf, historyDays, type Limiter, type Verdict } from './limiter.ts'

/**
 * Limits that hold exactly across all processes of a machine: counters in an LMDB environment that is never flushed, one synchronous write transaction a
 * limited call (6 µs). LMDB's lock is between processes and survives a killed holder; the pages belong to the system, so a kill loses nothing. Only a power
 * cut could tear the file, so the file is named by the machine's boot: after a restart of the machine a new one begins, and the day's counts come from the
 * keyring, where they are saved every few seconds.
 *
 *   C ‹id›              → f64 second · f64 calls in it · f64 day · f64 calls in it
 *   H ‹id› ‹u32 day›    → f64 calls of a past day
 *   B ‹source›          → f64 wait until · f64 × badKeysAllowed times of bad keys, 0 where none
 */
const mapSizeBytes = 1 << 28
const saveEveryMs = 5_000
const countEveryMs = 1_000
/** Sources looked at in one sweep of forgotten ones: a fraction of a millisecond. */
const sweepEntries = 2_000
/** Sources whose key in the database is at hand. */
const rememberedSources = 1_000
/** A clock that steps back by less stays in the window it was in. */
const clockSlackSeconds = 2

export const openLocalLimiter = (dataFolder: string, keyring: Keyring, now: () => number = Date.now): Limiter => {
  const counters = openCounters(dataFolder)
  const { root: db, change } = counters
  const bytes = Buffer.alloc(32)
  const dirty = new Map<string, DayCount>()
  const uncounted = new Map<string, number>()

  /** The day's count before this call: from the counter, else from what was saved before the machine restarted. */
  const load = (id: string, today: number): Counter => {
    const found = db.getBinaryFast(counterEntry(id))
    if (found !== undefined)
      return { second: found.readDoubleLE(0), inSecond: found.readDoubleLE(8), day: found.readDoubleLE(16), inDay: found.readDoubleLE(24) }
    const saved = keyring.savedUse(id)
    return { second: 0, inSecond: 0, day: saved?.day ?? today, inDay: saved?.count ?? 0 }
  }
  const roll = (id: string, counter: Counter, today: number): void => {
    if (counter.day === today) return
    if (counter.inDay > 0) {
      db.putSync(historyEntry(id, counter.day), numbers(counter.inDay))
      for (const old of db.getKeys({ start: historyEntry(id, 0), end: historyEntry(id, Math.max(0, today - historyDays)) }))
        db.removeSync(old)
    }
    counter.day = today
    counter.inDay = 0
  }
  const store = (id: string, counter: Counter): void => {
    bytes.writeDoubleLE(counter.second, 0)
    bytes.writeDoubleLE(counter.inSecond, 8)
    bytes.writeDoubleLE(counter.day, 16)
    bytes.writeDoubleLE(counter.inDay, 24)
    db.putSync(counterEntry(id), bytes)
    dirty.set(id, { day: counter.day, count: counter.inDay })
  }
  const count = (key: KeyRecord, free: boolean): Verdict => {
    const timeMs = now()
    const counter = load(key.id, dayOf(timeMs))
    roll(key.id, counter, dayOf(timeMs))
    const second = Math.floor(timeMs / 1000)
    if (second > counter.second || second < counter.second - clockSlackSeconds) {
      counter.second = second
      counter.inSecond = 0
    }
    if (key.perSecond > 0 && counter.inSecond >= key.perSecond) return 'second'
    counter.inSecond++
    const overDay = !free && key.perDay > 0 && counter.inDay >= key.perDay
    if (!free && !overDay) counter.inDay++
    store(key.id, counter)
    return overDay ? 'day' : 'ok'
  }
  const sources = new Map<string, Buffer>()
  const waits = (source: string): boolean => {
    let entry = sources.get(source)
    if (entry === undefined) {
      entry = sourceEntry(source)
      if (sources.size >= rememberedSources) sources.clear()
      sources.set(source, entry)
    }
    const found = db.getBinaryFast(entry)
    return found !== undefined && found.readDoubleLE(0) > now()
  }
  const addUncounted = (): void => {
    if (uncounted.size === 0) return
    const today = dayOf(now())
    change(() => {
      for (const [id, calls] of uncounted) {
        const counter = load(id, today)
        roll(id, counter, today)
        counter.inDay += calls
        store(id, counter)
      }
    })
    uncounted.clear()
  }
  const save = (): void => {
    keyring.saveUse(dirty)
    dirty.clear()
  }
  const sweep = sweeper(counters, now)
  const timers = [setInterval(addUncounted, countEveryMs), setInterval(save, saveEveryMs), setInterval(sweep, saveEveryMs)]
  for (const timer of timers) timer.unref()

  return {
    take: (key, source, free) => {
      db.resetReadTxn()
      if (waits(source)) return 'source'
      if (key.perSecond > 0 || key.perDay > 0) return change(() => count(key, free))
      if (!free) uncounted.set(key.id, (uncounted.get(key.id) ?? 0) + 1)
      return 'ok'
    },
    badKey: (source) => change(() => noteBadKey(db, source, now())),
    today: (id) => {
      addUncounted()
      db.resetReadTxn()
      const counter = load(id, dayOf(now()))
      return counter.day === dayOf(now()) ? counter.inDay : 0
    },
    history: (id, days) => {
      addUncounted()
      db.resetReadTxn()
      const today = dayOf(now())
      const past = Array.from(
        db.getRange({ start: historyEntry(id, Math.max(0, today - days + 1)), end: historyEntry(id, 0xffffffff) }),
        (item) => ({
          day: item.key.readUInt32BE(item.key.length - 4),
          count: item.value.readDoubleLE(0),
        }),
      )
      const counter = load(id, today)
      if (counter.inDay > 0 && counter.day > today - days) past.push({ day: counter.day, count: counter.inDay })
      return past.reverse()
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      addUncounted()
      save()
      await counters.close()
    },
  }
}

type Counters = LmdbEnvironment<never>

interface Counter {
  second: number
  inSecond: number
  day: number
  inDay: number
}

const counterEntry = (id: string): Buffer => Buffer.from(`C${id}`, 'latin1')
const sourceEntry = (source: string): Buffer => Buffer.from(`B${source}`, 'latin1')
const historyEntry = (id: string, day: number): Buffer => {
  const key = Buffer.alloc(1 + id.length + 4)
  key.write(`H${id}`, 'latin1')
  key.writeUInt32BE(day, 1 + id.length)
  return key
}

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, index) => {
    bytes.writeDoubleLE(value, index * 8)
  })
  return bytes
}

const openCounters = (dataFolder: string): Counters => {
  const folder = join(dataFolder, 'counters')
  mkdirSync(folder, { recursive: true })
  const name = bootId()
  for (const other of readdirSync(folder)) if (!other.startsWith(name)) rmSync(join(folder, other), { recursive: true, force: true })
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return openLmdb(path, [], { mapSize: mapSizeBytes, noSync: true })
}

/** True when the source must wait: it is waiting already, or this bad key is one too many. */
const noteBadKey = (db: Counters['root'], source: string, timeMs: number): boolean => {
  const entry = sourceEntry(source)
  const found = db.getBinary(entry)
  if (found !== undefined && found.readDoubleLE(0) > timeMs) return true
  const recent: number[] = []
  for (let at = 8; found !== undefined && at < found.length; at += 8) {
    const time = found.readDoubleLE(at)
    if (time > timeMs - badKeyWindowMs && time <= timeMs) recent.push(time)
  }
  if (recent.length >= badKeysAllowed) {
    db.putSync(entry, numbers(timeMs + badKeyWaitMs))
    return true
  }
  db.putSync(entry, numbers(0, ...recent, timeMs))
  return false
}

/** Forgets sources whose bad keys are past, some at a time, going round. */
const sweeper = ({ root: db, change }: Counters, now: () => number): (() => void) => {
  let position: Buffer = sourceEntry('')
  const end = Buffer.from('C', 'latin1')
  return () => {
    const timeMs = now()
    const seen = Array.from(db.getRange({ start: position, end, limit: sweepEntries }), ({ key, value }) => ({
      key: Buffer.from(key),
      value: Buffer.from(value),
    }))
    const over = seen.filter(
      ({ value }) => value.readDoubleLE(0) <= timeMs && value.readDoubleLE(value.length - 8) + badKeyWindowMs <= timeMs,
    )
    position = seen.length < sweepEntries ? sourceEntry('') : (seen.at(-1)?.key ?? sourceEntry(''))
    if (over.length === 0) return
    change(() => {
      for (const { key, value } of over) if (db.getBinary(key)?.equals(value)) db.removeSync(key)
    })
  }
}
