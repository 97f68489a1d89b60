/// <reference path="./secp256k1.d.ts" />
import secp256k1 from 'secp256k1'
import type { Hex } from '../records/hex.ts'
import { firstFields, headerHash, writeFields } from './header.ts'
import { bytesOfHex, numberOfHex } from './hex.ts'
import type { RpcHeader } from './json-rpc.ts'
import { keccak256Hex } from './keccak.ts'
import { memory, place } from './memory.ts'
import { closeList, hashWritten, startRlp } from './rlp.ts'

/** A header whose producer is who signed it does not tell who that was: the block must not be stored. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly blockNumber: Hex
  readonly blockHash: Hex
  constructor(header: RpcHeader, problem: string, cause?: unknown) {
    super(`the seal of block ${header.number} (${header.hash}) ${problem}`, { cause })
    this.blockNumber = header.number
    this.blockHash = header.hash
  }
}

/** The signature at the end of the extra data: r, s, and one byte that picks the key. */
const SEAL_BYTES = 65
const sealedFields = [...firstFields, ['mixHash', 'bytes'], ['nonce', 'bytes']] as const
const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'

/**
 * Who signed a clique or bor header. The header must hash to its own hash first: only then is the signature the chain's. Before block `baseFeeFrom` the
 * seal leaves out the base fee.
 */
export const recoverSealer = (header: RpcHeader, baseFeeFrom: number): Hex => {
  const sealed = headerAsHashed(header)
  const extra = typeof sealed.extraData === 'string' ? sealed.extraData : '0x'
  const unsealedLength = extra.length - 2 * SEAL_BYTES
  if (unsealedLength < 2) throw new SealError(header, `is missing: extraData has ${extra.length / 2 - 1} bytes, a seal needs ${SEAL_BYTES}`)
  const seal = bytesOfHex(`0x${extra.slice(unsealedLength)}`)
  const recoveryId = seal[SEAL_BYTES - 1] ?? 0
  if (recoveryId > 1) throw new SealError(header, `does not recover: its last byte is ${recoveryId}, 0 and 1 are possible`)
  const hash = sealHash({ ...sealed, extraData: extra.slice(0, unsealedLength) as Hex }, baseFeeFrom)
  try {
    const key = secp256k1.ecdsaRecover(seal.subarray(0, SEAL_BYTES - 1), recoveryId, hash, false)
    return `0x${keccak256Hex(key.subarray(1)).slice(26)}`
  } catch (error) {
    throw new SealError(header, 'does not recover to any key', error)
  }
}

/** What was signed: the header without the seal. */
const sealHash = (unsealed: RpcHeader, baseFeeFrom: number): Uint8Array => {
  const withBaseFee = unsealed.baseFeePerGas && numberOfHex(unsealed.number) >= baseFeeFrom
  startRlp()
  writeFields(unsealed, withBaseFee ? [...sealedFields, ['baseFeePerGas', 'quantity']] : sealedFields)
  closeList(0)
  hashWritten(0)
  return Uint8Array.prototype.slice.call(memory.bytes, place.digest, place.digest + 32)
}

/** The header with the `miner` it was hashed with: some providers of bor chains show the signer there instead of the zero address. */
const headerAsHashed = (header: RpcHeader): RpcHeader => {
  const found = headerHash(header)
  if (found === header.hash) return header
  const unnamed = { ...header, miner: zeroAddress }
  if (headerHash(unnamed) === header.hash) return unnamed
  throw new SealError(header, `cannot be trusted: the header's fields hash to ${found}`)
}
