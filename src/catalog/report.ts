import type { TextPosition } from './json/positions.ts'

/** What is wrong, or odd, at one place of a catalog file. */
export interface Finding extends TextPosition {
  /** JSON pointer (RFC 6901) of the value. */
  readonly pointer: string
  /** The schema keyword that failed, or one of the names in docs/CATALOG.md for what no schema can say. */
  readonly keyword: string
  readonly message: string
  /** The identifier of the entry it is in; null where there is none. */
  readonly identifier: string | null
}

export interface CatalogReport {
  /** `unreadable`: no JSON text in UTF-8, or beyond a limit, so that nothing could be said of its entries. */
  readonly verdict: 'valid' | 'invalid' | 'unreadable'
  readonly entries: number
  /** In the order of the file, at most as many as asked for. */
  readonly errors: readonly Finding[]
  /** All there are, listed or not. */
  readonly errorCount: number
  readonly warnings: readonly Finding[]
  readonly warningCount: number
}

export interface ValidationLimits {
  /** Errors listed, and warnings listed; the rest are counted. */
  readonly maxErrors: number
  readonly maxEntries: number
  /** JSON values in the whole file, at any depth. */
  readonly maxValues: number
}

/** For the command: what fits a machine's memory; a file is at most as long as a string of the engine can be. */
export const fileLimits: ValidationLimits & { readonly maxBytes: number } = {
  maxErrors: 100,
  maxEntries: 5_000_000,
  maxValues: 100_000_000,
  maxBytes: 512 * 1024 * 1024 - 1024,
}

/** For the service: what one caller may ask of it. A file of 10,000 entries, large for a publisher, has about 10 MB and 400,000 values. */
export const requestLimits: ValidationLimits & { readonly maxBytes: number } = {
  maxErrors: 1000,
  maxEntries: 20_000,
  maxValues: 1_000_000,
  maxBytes: 16 * 1024 * 1024,
}

/** A catalog has four levels; what publishers add of their own has few more. Bounds every recursion over the file. */
export const maxDepth = 64
