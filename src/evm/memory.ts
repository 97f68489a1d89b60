import { hashingBinary } from './hashing-binary.ts'

interface Hashing {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  /** Hashes `length` bytes at `from` into the 32 bytes at `to`. */
  keccak256(from: number, length: number, to: number): void
  /** Turns `length` hexadecimal digits at `from` into bytes at `to`; 0 where one is none. */
  decodeHex(from: number, length: number, to: number): number
  /** ORs the 256 bytes at `from` into those at `to`. */
  orBloom(from: number, to: number): void
}

/** The types of Node leave out WebAssembly, which is the browser's to declare. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

const PAGE_BYTES = 65_536

export const hashing = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(hashingBinary, 'base64'))).exports as Hashing

/**
 * Places in the working memory. It is one for the whole thread, and everything that uses it runs to its end without waiting; nothing in it outlives a call.
 * Below 1024 it is the module's own.
 */
export const place = { digest: 1024, bloom: 1280, pair: 1536, trieFrames: 2048, free: 16_384 } as const

/** The working memory as bytes: a view that `growMemory` replaces, so never keep it. */
export const memory = { bytes: Buffer.from(hashing.memory.buffer) }

/** At least doubles the memory and makes room for `size` more bytes. What stood in it stays at its address. */
export const growMemory = (size: number): void => {
  const length = memory.bytes.length
  hashing.memory.grow(Math.ceil(Math.max(size, length) / PAGE_BYTES))
  memory.bytes = Buffer.from(hashing.memory.buffer)
}

/** Makes the memory hold `size` bytes from `place.free` on. */
export const ensureMemory = (size: number): void => {
  const missing = place.free + size - memory.bytes.length
  if (missing > 0) growMemory(missing)
}

/** What `Buffer.write(text, at, 'latin1')` calls in the end; straight it costs a fifth less, and it is called for every field of a block. */
const straight = memory.bytes as Buffer & { latin1Write?(text: string, at: number): number }
const hasStraight = typeof straight.latin1Write === 'function'

/** Puts a text of one byte a character at an address. */
export const putText = (text: string, at: number): void => {
  if (hasStraight) (memory.bytes as Buffer & { latin1Write(text: string, at: number): number }).latin1Write(text, at)
  else memory.bytes.write(text, at, 'latin1')
}
