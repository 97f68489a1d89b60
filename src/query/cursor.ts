import { hash, timingSafeEqual } from 'node:crypto'
import type { Position } from '../store/port.ts'

/**
 * A cursor names the last row a caller has seen: its place in chain order, signed together with the query it belongs to. It holds no page number, so rows
 * that arrive later neither shift nor repeat what follows; and nobody can make one up or carry one over to another query.
 *
 *   u48 block · u32 transaction · u32 log · u32 batch · 12 bytes of SHA-256 over secret, place and query        as base64url: 40 characters
 */
export interface CursorSigner {
  readonly write: (place: Position, binding: string) => string
  /** Undefined where the cursor was changed, made up, or given for another query. */
  readonly read: (cursor: string, binding: string) => Position | undefined
}

const placeBytes = 18
/** 96 bits: no one guesses them over the wire. */
const tagBytes = 12
/** Of SHA-256. */
const hashBlockBytes = 64
/** Bindings are made of a few addresses and numbers; longer ones do not occur. */
const bindingMaxBytes = 1024

/**
 * The hash begins with the secret, padded to a block of its own. What a plain hash is open to, that whoever has one can go on from it, needs all of its 32 bytes,
 * and a cursor shows 12; HMAC closes the same hole with a second hash, on every page that has a successor.
 */
export const cursorSigner = (secret: Uint8Array): CursorSigner => {
  const hashed = Buffer.alloc(hashBlockBytes + placeBytes + bindingMaxBytes)
  hashed.set(secret.length > hashBlockBytes ? hash('sha256', secret, 'buffer') : secret)

  /** Of the place that stands in `hashed`. */
  const tag = (binding: string): Buffer => {
    const end = hashBlockBytes + placeBytes + hashed.write(binding, hashBlockBytes + placeBytes, 'latin1')
    return hash('sha256', hashed.subarray(0, end), 'buffer').subarray(0, tagBytes)
  }

  return {
    write: (place, binding) => {
      hashed.writeUIntBE(place.block, hashBlockBytes, 6)
      hashed.writeUInt32BE(place.tx, hashBlockBytes + 6)
      hashed.writeUInt32BE(place.log, hashBlockBytes + 10)
      hashed.writeUInt32BE(place.batch, hashBlockBytes + 14)
      return hashed.toString('base64url', hashBlockBytes, hashBlockBytes + placeBytes) + tag(binding).toString('base64url')
    },
    read: (cursor, binding) => {
      if (!/^[\w-]{40}$/.test(cursor)) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      bytes.copy(hashed, hashBlockBytes, 0, placeBytes)
      if (!timingSafeEqual(tag(binding), bytes.subarray(placeBytes))) return undefined
      return { block: bytes.readUIntBE(0, 6), tx: bytes.readUInt32BE(6), log: bytes.readUInt32BE(10), batch: bytes.readUInt32BE(14) }
    },
  }
}
