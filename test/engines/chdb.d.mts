import type { Engine } from '../../src/store/clickhouse/engine.ts'

export declare const chdbPresent: boolean
export declare class Chdb {
  database(): string
  query(database: string, sql: string, format?: string): string
  insert(database: string, table: string, columns: readonly string[], format: string, rows: Uint8Array): Promise<void>
  engine(database: string, failure: (message: string, kind: 'timeout' | 'passing' | 'final') => Error): Engine
  close(): void
}
