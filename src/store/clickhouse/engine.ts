/**
 * The little the store asks of a ClickHouse: SQL in, rows out, blocks of rows in. The official client stands behind it in production (`http-engine.ts`);
 * tests put the same engine, in process, behind the same three calls.
 */
export interface Engine {
  /** The rows of a SELECT, each as an array in the order of its columns; integers of 64 bits and more as decimal strings. */
  rows(sql: string, options?: QueryOptions): Promise<readonly (readonly unknown[])[]>
  /** A statement without rows. */
  run(sql: string): Promise<void>
  /** Whole rows in the RowBinary format, in the order of the table's columns. */
  insert(table: string, columns: readonly string[], rows: Uint8Array): Promise<void>
  close(): Promise<void>
}

interface QueryOptions {
  readonly timeoutMs?: number
}

/** The engine refused or did not answer. `timeout` says that a smaller query may do, `passing` that the same one may do later. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly kind: 'timeout' | 'passing' | 'final'

  constructor(message: string, kind: 'timeout' | 'passing' | 'final', cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
