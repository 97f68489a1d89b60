import { SigningKey } from 'ethers'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import type { Hex } from '../../src/records/hex.ts'
import { fromHex, keccak, minimal, type RlpItem, rlp, toHex } from './bytes.ts'

/** Bytes a clique header's extra data begins with, and the length of the seal it ends with. */
export const vanityBytes = 32
const sealBytes = 65

/** Fields in the order their hash takes them; the optional ones came with forks, each only after all before it. */
const plainFields = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
  ['baseFeePerGas', 'number'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
] as const

/** `Omit` would lose the names beside the index signature. */
export type UnhashedHeader = { readonly [K in keyof RpcHeader as string extends K ? never : K extends 'hash' ? never : K]: RpcHeader[K] }

export const headerItems = (header: UnhashedHeader): RlpItem[] =>
  plainFields.flatMap(([name, kind]) => {
    const value = header[name]
    if (typeof value !== 'string') return []
    return [kind === 'bytes' ? fromHex(value) : minimal(BigInt(value))]
  })

export const headerHash = (header: UnhashedHeader): Hex => keccak(rlp(headerItems(header)))

/** Extra data with a true signature at its end, over the header as it is without it. */
export const sealed = (header: UnhashedHeader, signer: Hex): Hex => {
  const vanity = fromHex(header.extraData).subarray(0, vanityBytes)
  const { r, s, yParity } = new SigningKey(signer).sign(keccak(rlp(headerItems({ ...header, extraData: toHex(vanity) }))))
  const seal = Buffer.concat([fromHex(r), fromHex(s), Uint8Array.of(yParity)])
  if (seal.length !== sealBytes) throw new Error(`a seal of ${seal.length} bytes`)
  return toHex(Buffer.concat([vanity, seal]))
}

/** The address of a private key. */
export const addressOf = (privateKey: Hex): Hex => {
  const { publicKey } = new SigningKey(privateKey)
  return `0x${keccak(fromHex(publicKey).subarray(1)).slice(-40)}`
}
