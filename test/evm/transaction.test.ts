import { Transaction, Wallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { hexOfBytes, MalformedHex } from '../../src/evm/hex.ts'
import type { RpcReceipt, RpcTransaction } from '../../src/evm/json-rpc.ts'
import { writeReceipt } from '../../src/evm/receipt.ts'
import { startRlp, writtenBytes } from '../../src/evm/rlp.ts'
import { transactionHash, UnknownTransactionType, writeTransaction } from '../../src/evm/transaction.ts'
import type { Hex } from '../../src/records/hex.ts'
import { addressOf, hashOf, hex, receiptOf } from './make.ts'

const key = new Wallet(`0x${'46'.repeat(32)}`).signingKey
const accessList = [
  { address: addressOf(7), storageKeys: [hashOf(1), hashOf(2)] },
  { address: addressOf(8), storageKeys: [] },
]
const authorization = { address: addressOf(9), nonce: 3n, chainId: 1n, signature: key.sign(hashOf(5)) }

const make: Readonly<Record<string, Partial<Transaction>>> = {
  'type 0 without a chain id': { type: 0, gasPrice: 20n * 10n ** 9n },
  'type 0 with a chain id (EIP-155)': { type: 0, chainId: 1n, gasPrice: 20n * 10n ** 9n },
  'type 1': { type: 1, chainId: 1n, gasPrice: 7n, accessList },
  'type 2': { type: 2, chainId: 137n, maxFeePerGas: 2n ** 70n, maxPriorityFeePerGas: 0n, accessList },
  'type 2 that creates a contract': { type: 2, chainId: 1n, to: null, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, data: '0x6001' },
  'type 3': {
    type: 3,
    chainId: 1n,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 1n,
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'ab'.repeat(31)}`, `0x01${'cd'.repeat(31)}`],
  },
  'type 4': { type: 4, chainId: 1n, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, authorizationList: [authorization] },
}

const signed = (fields: Partial<Transaction>): Transaction => {
  const transaction = Transaction.from({ nonce: 5, gasLimit: 21_000n, value: 10n ** 18n, data: '0x', to: addressOf(3), ...fields } as never)
  transaction.signature = key.sign(transaction.unsignedHash)
  return transaction
}

/** EIP-155 puts the chain into v. */
const vOf = ({ chainId, signature }: Transaction): bigint => BigInt(signature?.yParity ?? 0) + (chainId === 0n ? 27n : 35n + 2n * chainId)

/** As a node shows it. */
const shown = (transaction: Transaction): RpcTransaction =>
  ({
    hash: transaction.hash,
    type: hex(transaction.type ?? 0),
    chainId: hex(transaction.chainId),
    nonce: hex(transaction.nonce),
    gas: hex(transaction.gasLimit),
    gasPrice: hex(transaction.gasPrice ?? 0n),
    maxFeePerGas: hex(transaction.maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: hex(transaction.maxPriorityFeePerGas ?? 0n),
    maxFeePerBlobGas: hex(transaction.maxFeePerBlobGas ?? 0n),
    to: transaction.to?.toLowerCase() ?? null,
    value: hex(transaction.value),
    input: transaction.data,
    accessList: transaction.accessList ?? [],
    blobVersionedHashes: transaction.blobVersionedHashes ?? [],
    authorizationList: (transaction.authorizationList ?? []).map((entry) => ({
      chainId: hex(entry.chainId),
      address: entry.address,
      nonce: hex(entry.nonce),
      yParity: hex(entry.signature.yParity),
      r: entry.signature.r,
      s: entry.signature.s,
    })),
    v: hex(transaction.type === 0 ? BigInt(vOf(transaction)) : BigInt(transaction.signature?.yParity ?? 0)),
    yParity: hex(transaction.signature?.yParity ?? 0),
    r: transaction.signature?.r,
    s: transaction.signature?.s,
  }) as unknown as RpcTransaction

describe('a transaction', () => {
  it.each(Object.entries(make))('of %s is encoded and hashed as another implementation does', (_, fields) => {
    const transaction = signed(fields)
    startRlp()
    writeTransaction(shown(transaction))
    expect(hexOfBytes(writtenBytes())).toBe(transaction.serialized)
    expect(transactionHash(shown(transaction))).toBe(transaction.hash)
  })
  it('of a typed kind may show its parity as v alone', () => {
    const { yParity: _, ...old } = shown(signed(make['type 2'] ?? {}))
    expect(transactionHash(old as RpcTransaction)).toBe(old.hash)
  })
  it('that is the first deposit of an OP block hashes to its known hash', () => {
    // OP Mainnet's shape (Bedrock): the fields of the specification's example encoding.
    startRlp()
    writeTransaction({
      type: '0x7e',
      sourceHash: hashOf(1),
      from: addressOf(0xde),
      to: addressOf(0x42),
      mint: null,
      value: '0x0',
      gas: '0xf4240',
      isSystemTx: true,
      input: '0x015d8eb9',
    } as unknown as RpcTransaction)
    const fields = [
      `a0${hashOf(1).slice(2)}`,
      `94${'de'.repeat(20)}`,
      `94${'42'.repeat(20)}`,
      '80',
      '80',
      '830f4240',
      '01',
      '84015d8eb9',
    ].join('')
    expect(hexOfBytes(writtenBytes())).toBe(`0x7ef8${(fields.length / 2).toString(16)}${fields}`)
  })
  it('of a type nobody described is refused by name', () => {
    expect(() => transactionHash({ type: '0x6a' } as unknown as RpcTransaction)).toThrow(UnknownTransactionType)
  })
  it('of Celo’s old form, which is type 0 with fields of its own, is not taken for Ethereum’s', () => {
    const old = { ...shown(signed(make['type 0 with a chain id (EIP-155)'] ?? {})), feeCurrency: addressOf(1) }
    expect(() => transactionHash(old)).toThrow(UnknownTransactionType)
    expect(transactionHash({ ...old, feeCurrency: null })).toBe(old.hash)
  })
  it('without a field its type needs is refused', () => {
    const { nonce: _, ...broken } = shown(signed(make['type 2'] ?? {}))
    expect(() => transactionHash(broken as RpcTransaction)).toThrow(MalformedHex)
  })
})

describe('a receipt', () => {
  const encoded = (receipt: RpcReceipt): Hex => {
    startRlp()
    writeReceipt(receipt)
    return hexOfBytes(writtenBytes())
  }
  const bloom = `b90100${'00'.repeat(256)}`
  it('of a deposit hashes its nonce and version from Canyon on, and neither before', () => {
    const before = encoded(receiptOf(0, { type: '0x7e', depositNonce: '0x5' }))
    expect(before).toBe(`0x7ef90108${'01'}825208${bloom}c0`)
    const after = encoded(receiptOf(0, { type: '0x7e', depositNonce: '0x5', depositReceiptVersion: '0x1' }))
    expect(after).toBe(`0x7ef9010a${'01'}825208${bloom}c00501`)
  })
  it('without status carries the state root of its time', () => {
    const { status: _, ...old } = receiptOf(0, { root: hashOf(7) })
    expect(encoded(old as RpcReceipt)).toBe(`0xf90128a0${hashOf(7).slice(2)}825208${bloom}c0`)
  })
  it('with a bloom of another size is refused', () => {
    expect(() => encoded(receiptOf(0, { logsBloom: '0x00' }))).toThrow(MalformedHex)
  })
  it('of a type nobody described is refused by name', () => {
    expect(() => encoded(receiptOf(0, { type: '0x64' }))).toThrow(UnknownTransactionType)
  })
})
