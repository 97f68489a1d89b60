// The real ClickHouse engine inside this process, behind the store's three calls (src/store/clickhouse/engine.ts). Plain JavaScript, because benchmarks use it too.
import { mkdtempSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
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

/** A connection of the engine, which does one thing at a time. It allows one folder a process, so all databases are served from it. */
class Connection {
  #session
  #database = ''
  #before = Promise.resolve()

  constructor(folder) {
    this.#session = new Session(folder)
  }

  #use(database) {
    if (database === '' || database === this.#database) return
    this.#session.query(`USE ${database}`)
    this.#database = database
  }

  query(database, sql, format) {
    this.#use(database)
    return this.#session.query(sql, format)
  }

  /** Off this thread, behind what was asked of this connection before. */
  later(database, sql) {
    const asked = this.#before.then(() => {
      this.#use(database)
      return this.#session.queryAsync(sql)
    })
    this.#before = asked.catch(() => {})
    return asked
  }

  close() {
    this.#session.cleanup()
  }
}

/** As many as the store inserts with at a time. */
const insertConnections = 4

export class Chdb {
  #folder = mkdtempSync(join(tmpdir(), 'ownscan-chdb-'))
  #connection = new Connection(join(this.#folder, 'engine'))
  #inserting = []
  #columnTypes = new Map()
  #databases = 0
  #inserts = 0

  /** Makes a database and answers its name. */
  database() {
    const name = `store${++this.#databases}`
    this.query('', `CREATE DATABASE ${name}`)
    return name
  }

  query(database, sql, format = 'TSV') {
    return this.#connection.query(database, sql, format)
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

  /** Inserts take turns on connections of their own, as those of a client over the network do. */
  #connectionFor(number) {
    const index = number % insertConnections
    this.#inserting[index] ??= new Connection(join(this.#folder, 'engine'))
    return this.#inserting[index]
  }

  /** The in-process interface takes text only, so binary rows go through a file. */
  async insert(database, table, columns, format, rows) {
    const types = this.#typesOf(database, table)
    const structure = columns.map((column) => `${column} ${types.get(column)}`).join(', ')
    const number = this.#inserts++
    const file = join(this.#folder, `insert${number}`)
    const connection = this.#connectionFor(number)
    try {
      await writeFile(file, rows)
      await connection.later(
        database,
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM file('${file}', ${format}, '${structure}')`,
      )
    } finally {
      await rm(file, { force: true })
    }
  }

  /** The store's view of one database; `failure(message, kind)` makes the error it throws. */
  engine(database, failure) {
    const failed = (error) => failure(error.message, /TIMEOUT_EXCEEDED|TOO_SLOW/.test(error.message) ? 'timeout' : 'final')
    const guarded = (work) => {
      try {
        return work()
      } catch (error) {
        throw failed(error)
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
      insert: (table, columns, rows) =>
        this.insert(database, table, columns, 'RowBinary', rows).catch((error) => {
          throw failed(error)
        }),
      close: async () => {},
    }
  }

  close() {
    for (const connection of [...this.#inserting, this.#connection]) connection?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
