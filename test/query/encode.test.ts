import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageEncoder } from '../../src/query/encode/page-encoder.ts'
import { plainEncoder } from '../../src/query/encode/plain.ts'
import { transferEncoder } from '../../src/query/encode/wasm.ts'
import type { IndexedBlock, TokenText, Transfer, TransferTransaction } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { rowsetsOf } from '../../src/records/rowset-builder.ts'

const hex = (bytes: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)

/** Of every size, and around the powers of ten and two where printing goes wrong. */
const upTo = (bits: number): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }),
    fc.nat({ max: bits }).chain((size) => fc.bigInt({ min: 0n, max: (1n << BigInt(size)) - (size === bits ? 1n : 0n) })),
    fc
      .tuple(fc.nat({ max: Math.floor(bits * 0.301) - 1 }), fc.integer({ min: -1, max: 1 }))
      .map(([digits, by]) => 10n ** BigInt(digits) + BigInt(by)),
  )

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '</script><img src=x onerror=alert(1)>',
    '\u0000\u001f\u007f\u2028\u2029',
    '\ud800',
    'a\udfff\ud83d',
    '\u202etxet',
    '👩‍👩‍👧‍👦🏴‍☠️',
    'ザ・サンドボックス',
  ),
)

const contracts: readonly Hex[] = [
  '0x00000000000000000000000000000000000000aa',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '0x0123456789abcdef0123456789abcdef01234567',
]
const selectors: readonly Hex[] = ['0xf242432a', '0x00000000', '0x12345678', '0x', '0xab', '0xabcdef']
const functionNames = new Map([
  ['0xf242432a', 'safeTransferFrom(address _from,address _to,uint256 _id,uint256 _amount,bytes _data)'],
  ['0x00000000', `"odd"\\${'x'.repeat(700)}`],
])

const transfer: fc.Arbitrary<Transfer> = fc.record({
  contract: fc.oneof(fc.constantFrom(...contracts), hex(20)),
  operator: hex(20),
  from: hex(20),
  to: hex(20),
  tokenId: upTo(256),
  value: upTo(256),
  logIndex: fc.nat(),
  batchIndex: fc.nat({ max: 300 }),
})

const transaction: fc.Arbitrary<TransferTransaction> = fc.record({
  hash: hex(32),
  index: fc.nat({ max: 100_000 }),
  nonce: upTo(64),
  gas: upTo(64),
  gasPrice: upTo(256),
  gasUsed: upTo(64),
  cumulativeGasUsed: upTo(64),
  methodId: fc.constantFrom(...selectors),
  transfers: fc.array(transfer, { minLength: 1, maxLength: 6 }),
})

const block: fc.Arbitrary<IndexedBlock> = fc.record({
  number: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  hash: hex(32),
  parentHash: hex(32),
  timestamp: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  transactions: fc.array(transaction, { minLength: 1, maxLength: 4 }),
  uncles: fc.constant([]),
})

/** A few blocks whose transactions are told apart by number and index. */
const blocks = fc.array(block, { minLength: 1, maxLength: 6 }).map((list) =>
  list.map((one, at) => ({
    ...one,
    number: one.number - (one.number % 16) + at,
    transactions: one.transactions.map((tx, index) => ({ ...tx, index: tx.index * 8 + index })),
  })),
)

interface PageOfSets {
  readonly sets: readonly Uint8Array[]
  readonly step: 1 | -1
  readonly extended: boolean
  readonly head: number
  readonly tokens: ReadonlyMap<Hex, TokenText>
}

const encoded = async (encoder: PageEncoder, { sets, step, extended, head, tokens }: PageOfSets, async = false): Promise<string> => {
  const page = encoder.open({ chainId: 1, head, extended })
  for (const set of step === 1 ? sets : sets.toReversed()) {
    const rows = set[1] ?? 0
    page.take(set, step === 1 ? 0 : rows - 1, rows, step)
    // A store overwrites its bytes as soon as the sink returns.
    set.slice()
  }
  const { body, bytes, release } = await page.finish((contract) => (async ? Promise.resolve(tokens.get(contract)) : tokens.get(contract)))
  const text = Buffer.concat(body).toString()
  expect(Buffer.byteLength(text)).toBe(bytes)
  release()
  return text
}

const newest = 2 ** 40 + 5

describe('the WebAssembly encoder agrees with plain code, byte for byte', () => {
  it('on any rows, names and orders', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, texts, texts, fc.boolean(), fc.boolean(), fc.boolean(), async (list, name, symbol, up, extended, async) => {
        const tokens = new Map(contracts.map((contract, index) => [contract, { name: name.slice(index), symbol }]))
        const page: PageOfSets = { sets: rowsetsOf(list, 4000), step: up ? 1 : -1, extended, head: newest, tokens }
        // A fresh one, so that no text is remembered from the example before.
        const text = await encoded(shared, page, async)
        expect(text).toBe(await encoded(plainEncoder(functionNames), page))
        forget()
      }),
      { numRuns: 300 },
    )
  })

  let time = 0
  /** Cached names are dropped by time: a step of an hour makes the encoder ask again. */
  const forget = () => {
    time += 3_600_000
  }
  const shared = transferEncoder(functionNames, () => time)
})
