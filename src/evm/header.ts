import type { Hex } from '../records/hex.ts'
import type { RpcHeader } from './json-rpc.ts'
import { closeList, mark, startRlp, writeByte, writeHex, writeQuantity, writtenHash } from './rlp.ts'

type HeaderField = readonly [name: string, kind: 'bytes' | 'quantity']

/** The fields every header has had since the first, in the order they are hashed. */
export const firstFields: readonly HeaderField[] = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'quantity'],
  ['number', 'quantity'],
  ['gasLimit', 'quantity'],
  ['gasUsed', 'quantity'],
  ['timestamp', 'quantity'],
  ['extraData', 'bytes'],
]

const workSeal: readonly HeaderField[] = [
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
]

/** AuRa (Gnosis before its Merge) signs a step instead of proving work. */
const auraSeal: readonly HeaderField[] = [
  ['step', 'quantity'],
  ['signature', 'bytes'],
]

/** The same under the names Erigon gives them. */
const auraSealErigon: readonly HeaderField[] = [
  ['auraStep', 'quantity'],
  ['auraSeal', 'bytes'],
]

/** Fields the forks appended; a header has all up to its last. */
const laterFields: readonly HeaderField[] = [
  ['baseFeePerGas', 'quantity'], // London
  ['withdrawalsRoot', 'bytes'], // Shanghai
  ['blobGasUsed', 'quantity'], // Cancun
  ['excessBlobGas', 'quantity'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'], // Prague; Osaka appends nothing
  ['blockAccessListHash', 'bytes'], // Amsterdam, as drafted (EIP-7928)
  ['slotNumber', 'quantity'], // Amsterdam, as drafted (EIP-7843)
]

/** Avalanche's C-Chain puts its own fields around the base fee. */
const avalancheFields: readonly HeaderField[] = [
  ['extDataHash', 'bytes'],
  ['baseFeePerGas', 'quantity'],
  ['extDataGasUsed', 'quantity'],
  ['blockGasCost', 'quantity'],
  ['blobGasUsed', 'quantity'],
  ['excessBlobGas', 'quantity'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['timestampMilliseconds', 'quantity'],
  ['minDelayExcess', 'quantity'],
]

const workFields = [...firstFields, ...workSeal, ...laterFields]
const auraFields = [...firstFields, ...auraSeal, ...laterFields]
const auraErigonFields = [...firstFields, ...auraSealErigon, ...laterFields]
const avalancheAll = [...firstFields, ...workSeal, ...avalancheFields]
/** Up to here a field must be there; after it only what the block's fork has. */
const REQUIRED_FIELDS = firstFields.length + workSeal.length

const layoutOf = (header: RpcHeader): readonly HeaderField[] => {
  if (header['extDataHash']) return avalancheAll
  if (header['auraSeal']) return auraErigonFields
  return header.mixHash === undefined && header['signature'] !== undefined ? auraFields : workFields
}

/** Writes the header as it is hashed. Throws `MalformedHex` where a field is missing or not hexadecimal. */
export const writeHeader = (header: RpcHeader): void => {
  const fields = layoutOf(header)
  let last = fields.length
  while (last > REQUIRED_FIELDS && isAbsent(header, fields[last - 1])) last--
  const end = mark()
  for (let i = last - 1; i >= 0; i--) writeField(header, fields[i], i >= REQUIRED_FIELDS)
  closeList(end)
}

/** The header's hash from its fields. */
export const headerHash = (header: RpcHeader): Hex => {
  startRlp()
  writeHeader(header)
  return writtenHash(0)
}

/** Writes just these fields, without closing the list. */
export const writeFields = (header: RpcHeader, fields: readonly HeaderField[]): void => {
  for (let i = fields.length - 1; i >= 0; i--) writeField(header, fields[i], false)
}

const isAbsent = (header: RpcHeader, field: HeaderField | undefined): boolean => {
  const value = field && header[field[0]]
  return value === undefined || value === null
}

const writeField = (header: RpcHeader, field: HeaderField | undefined, optional: boolean): void => {
  if (field === undefined || (optional && isAbsent(header, field))) writeByte(0x80)
  else if (field[1] === 'bytes') writeHex(header[field[0]])
  else writeQuantity(header[field[0]])
}
