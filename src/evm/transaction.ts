import type { Hex } from '../records/hex.ts'
import { MalformedHex } from './hex.ts'
import type { RpcTransaction } from './json-rpc.ts'
import { orderedTrieRoot } from './ordered-trie.ts'
import { closeList, mark, startRlp, writeByte, writeHex, writeQuantity, writtenHash } from './rlp.ts'

type Kind =
  | 'quantity'
  | 'bytes'
  | 'address or nothing'
  | 'optional quantity'
  | 'flag'
  | 'parity'
  | 'access list'
  | 'hashes'
  | 'authorizations'
type Field = readonly [name: string, kind: Kind]

const dynamicFee: readonly Field[] = [
  ['chainId', 'quantity'],
  ['nonce', 'quantity'],
  ['maxPriorityFeePerGas', 'quantity'],
  ['maxFeePerGas', 'quantity'],
  ['gas', 'quantity'],
  ['to', 'address or nothing'],
  ['value', 'quantity'],
  ['input', 'bytes'],
  ['accessList', 'access list'],
]
const signature: readonly Field[] = [
  ['yParity', 'parity'],
  ['r', 'quantity'],
  ['s', 'quantity'],
]

/** The fields of each transaction type in the order they are signed and hashed. */
const layouts: Readonly<Record<number, readonly Field[]>> = {
  0: [
    ['nonce', 'quantity'],
    ['gasPrice', 'quantity'],
    ['gas', 'quantity'],
    ['to', 'address or nothing'],
    ['value', 'quantity'],
    ['input', 'bytes'],
    ['v', 'quantity'],
    ['r', 'quantity'],
    ['s', 'quantity'],
  ],
  1: [
    ['chainId', 'quantity'],
    ['nonce', 'quantity'],
    ['gasPrice', 'quantity'],
    ['gas', 'quantity'],
    ['to', 'address or nothing'],
    ['value', 'quantity'],
    ['input', 'bytes'],
    ['accessList', 'access list'],
    ...signature,
  ],
  2: [...dynamicFee, ...signature],
  3: [...dynamicFee, ['maxFeePerBlobGas', 'quantity'], ['blobVersionedHashes', 'hashes'], ...signature],
  4: [...dynamicFee, ['authorizationList', 'authorizations'], ...signature],
  // Celo: fees in a token (CIP-64).
  123: [...dynamicFee, ['feeCurrency', 'address or nothing'], ...signature],
  // OP stack: a deposit from the layer below, unsigned.
  126: [
    ['sourceHash', 'bytes'],
    ['from', 'bytes'],
    ['to', 'address or nothing'],
    ['mint', 'optional quantity'],
    ['value', 'quantity'],
    ['gas', 'quantity'],
    ['isSystemTx', 'flag'],
    ['input', 'bytes'],
  ],
}

export const typeOf = (item: { readonly type?: Hex | null }): number =>
  item.type === undefined || item.type === null ? 0 : Number(item.type)

/** A transaction of a type whose encoding is not known, so that neither its hash nor the root over it can be recomputed. */
export class UnknownTransactionType extends Error {
  override readonly name = 'UnknownTransactionType'
}

/** Writes the transaction as it stands in the trie and is hashed. */
export const writeTransaction = (transaction: RpcTransaction): void => {
  const type = typeOf(transaction)
  const fields = layouts[type]
  if (fields === undefined || (type === 0 && isOldCelo(transaction)))
    throw new UnknownTransactionType(`the encoding of transaction type ${transaction.type} is not known`)
  const end = mark()
  for (let i = fields.length - 1; i >= 0; i--) {
    const [name, kind] = fields[i] as Field
    writers[kind](transaction[name], transaction)
  }
  closeList(end)
  if (type !== 0) writeByte(type)
}

/** Celo's own legacy form, from before it was a rollup, carries fee fields in the middle. */
const isOldCelo = ({ ethCompatible, feeCurrency, gatewayFee }: RpcTransaction): boolean =>
  ethCompatible === false || (feeCurrency ?? gatewayFee ?? null) !== null

const orNothing = (write: (value: unknown) => void, value: unknown): void => {
  if (value === null || value === undefined) writeByte(0x80)
  else write(value)
}

const writers: Readonly<Record<Kind, (value: unknown, transaction: RpcTransaction) => void>> = {
  quantity: writeQuantity,
  bytes: writeHex,
  'address or nothing': (value) => orNothing(writeHex, value),
  'optional quantity': (value) => orNothing(writeQuantity, value),
  flag: (value) => writeByte(value === true ? 0x01 : 0x80),
  parity: (value, transaction) => writeQuantity(value ?? transaction['v']),
  'access list': (value) => writeList(value, writeAccess),
  hashes: (value) => writeList(value, writeHex),
  authorizations: (value) => writeList(value, writeAuthorization),
}

const writeList = (items: unknown, write: (item: unknown) => void): void => {
  if (!Array.isArray(items)) throw new MalformedHex(items, 'a list')
  const end = mark()
  for (let i = items.length - 1; i >= 0; i--) write(items[i])
  closeList(end)
}

const recordOf = (item: unknown): Readonly<Record<string, unknown>> => {
  if (typeof item !== 'object' || item === null) throw new MalformedHex(item, 'a record')
  return item as Readonly<Record<string, unknown>>
}

const writeAccess = (item: unknown): void => {
  const { address, storageKeys } = recordOf(item)
  const end = mark()
  writeList(storageKeys ?? [], writeHex)
  writeHex(address)
  closeList(end)
}

const writeAuthorization = (item: unknown): void => {
  const { chainId, address, nonce, yParity, v, r, s } = recordOf(item)
  const end = mark()
  writeQuantity(s)
  writeQuantity(r)
  writeQuantity(yParity ?? v)
  writeQuantity(nonce)
  writeHex(address)
  writeQuantity(chainId)
  closeList(end)
}

export const transactionHash = (transaction: RpcTransaction): Hex => {
  startRlp()
  writeTransaction(transaction)
  return writtenHash(0)
}

/** The root over a block's transactions; `onHash` is told each one's recomputed hash on the way. */
export const transactionsRoot = (transactions: readonly RpcTransaction[], onHash?: (index: number, hash: Hex) => void): Hex =>
  orderedTrieRoot(transactions.length, (index) => {
    writeTransaction(transactions[index] as RpcTransaction)
    onHash?.(index, writtenHash(0))
  })
