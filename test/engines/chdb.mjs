// The real ClickHouse engine inside this process, behind the store's three calls (src/store/clickhouse/engine.ts). Plain JavaScript, because benchmarks use it too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const load = () => {
  try {
    return createRequire(import.meta.url)('chdb').Session
  } catch (error) {
    console.warn(`what needs the real ClickHouse engine is skipped: chdb does not load (${error.message.split('\n')[0]})`)
    return undefined
  }
}
const Session = load()
export const chdbPresent = Session !== undefined

/** It allows one folder a process, so one session serves all databases. */
export class Chdb {
  #folder = mkdtempSync(join(tmpdir(), 'ownscan-chdb-'))
  #session = new Session(join(this.#folder, 'engine'))
  #columnTypes = new Map()
  #current = ''
  #databases = 0
  #files = 0

  /** Makes a database and answers its name. */
  database() {
    const name = `store${++this.#databases}`
    this.query('', `CREATE DATABASE ${name}`)
    return name
  }

  query(database, sql, format = 'TSV') {
    if (database !== '' && database !== this.#current) {
      this.#session.query(`USE ${database}`)
      this.#current = database
    }
    return this.#session.query(sql, format)
  }

  #typesOf(database, table) {
    const name = `${database}.${table}`
    let types = this.#columnTypes.get(name)
    if (types === undefined) {
      const lines = this.query(database, `DESCRIBE TABLE ${table}`, 'JSONCompactEachRow').trim().split('\n')
      types = new Map(lines.map((line) => JSON.parse(line)))
      this.#columnTypes.set(name, types)
    }
    return types
  }

  /** The in-process interface takes text only, so binary rows go through a file. */
  insert(database, table, columns, format, rows) {
    const types = this.#typesOf(database, table)
    const structure = columns.map((column) => `${column} ${types.get(column)}`).join(', ')
    const file = join(this.#folder, `insert${++this.#files}`)
    writeFileSync(file, rows)
    try {
      this.query(database, `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM file('${file}', ${format}, '${structure}')`)
    } finally {
      rmSync(file)
    }
  }

  /** The store's view of one database; `failure(message, kind)` makes the error it throws. */
  engine(database, failure) {
    const guarded = (work) => {
      try {
        return work()
      } catch (error) {
        throw failure(error.message, /TIMEOUT_EXCEEDED|TOO_SLOW/.test(error.message) ? 'timeout' : 'final')
      }
    }
    return {
      rows: async (sql, { timeoutMs = 30_000 } = {}) => {
        const limits = `max_execution_time = ${timeoutMs / 1000}, output_format_json_quote_64bit_integers = 1`
        const whole = / SETTINGS /.test(sql) ? `${sql}, ${limits}` : `${sql} SETTINGS ${limits}`
        const text = guarded(() => this.query(database, whole, 'JSONCompactEachRow'))
        return text === ''
          ? []
          : text
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line))
      },
      run: async (sql) => void guarded(() => this.query(database, sql)),
      insert: async (table, columns, rows) => guarded(() => this.insert(database, table, columns, 'RowBinary', rows)),
      close: async () => {},
    }
  }

  close() {
    this.#session.cleanup()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
