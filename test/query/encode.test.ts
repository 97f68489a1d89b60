import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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

const newest = 2 ** 40 + 5

interface PageOfSets {
  readonly sets: readonly Uint8Array[]
  readonly step: 1 | -1
  readonly extended: boolean
  readonly head: number
  readonly tokens: ReadonlyMap<Hex, TokenText>
}

const oneTransfer: Transfer = {
  contract: '0x00000000000000000000000000000000000000cc',
  operator: '0x0000000000000000000000000000000000000001',
  from: '0x0000000000000000000000000000000000000002',
  to: '0x0000000000000000000000000000000000000003',
  tokenId: 5n,
  value: 1n,
  logIndex: 1,
  batchIndex: 0,
}
const oneTransaction: TransferTransaction = {
  hash: `0x${'ab'.repeat(32)}`,
  index: 3,
  nonce: 9n,
  gas: 100_000n,
  gasPrice: 23_000_000_000n,
  gasUsed: 80_000n,
  cumulativeGasUsed: 9_000_000n,
  methodId: '0xf242432a',
  transfers: [],
}

/** A block of so many transfers in one transaction. */
const oneBlock = (transfers: number, number = 17_000_000): IndexedBlock => ({
  number,
  hash: `0x${'cd'.repeat(32)}`,
  parentHash: `0x${'ef'.repeat(32)}`,
  timestamp: 1_680_000_000,
  transactions: [
    {
      ...oneTransaction,
      transfers: Array.from({ length: transfers }, (_, batchIndex) => ({ ...oneTransfer, tokenId: BigInt(batchIndex), batchIndex })),
    },
  ],
  uncles: [],
})

/** A page of so many rows without names. */
const pageOf = (rows: number, seed = 0): PageOfSets => {
  const list = Array.from({ length: Math.ceil(rows / 50) }, (_, at) => oneBlock(Math.min(50, rows - at * 50), 1000 * seed + at))
  return { sets: rowsetsOf(list, 8000), step: 1, extended: false, head: newest, tokens: new Map() }
}

const open = (encoder: PageEncoder, { sets, head, extended }: PageOfSets) => {
  const opened = encoder.open({ chainId: 1, head, extended })
  for (const set of sets) opened.take(set, 0, set[1] ?? 0, 1)
  return opened.finish(() => undefined)
}

const encoded = async (encoder: PageEncoder, { sets, step, extended, head, tokens }: PageOfSets, async = false): Promise<string> => {
  const page = encoder.open({ chainId: 1, head, extended })
  for (const set of step === 1 ? sets : sets.toReversed()) {
    const rows = set[1] ?? 0
    // A store overwrites its bytes as soon as the sink returns.
    const lent = Uint8Array.from(set)
    page.take(lent, step === 1 ? 0 : rows - 1, rows, step)
    lent.fill(0xff)
  }
  const { body, bytes, release } = await page.finish((contract) => (async ? Promise.resolve(tokens.get(contract)) : tokens.get(contract)))
  const text = Buffer.concat(body).toString()
  expect(Buffer.byteLength(text)).toBe(bytes)
  release()
  return text
}

/** Where two texts part, shortly: they are too long to be shown. */
const difference = (a: string, b: string): string => {
  if (a === b) return ''
  let at = 0
  while (a[at] === b[at]) at++
  return `at ${at}: ${JSON.stringify(a.slice(Math.max(0, at - 40), at + 40))} and ${JSON.stringify(b.slice(Math.max(0, at - 40), at + 40))}`
}

/** Cached names are dropped by time: a step of an hour makes an encoder ask again. */
let time = 0
const clock = () => time
const forgetNames = () => {
  time += 3_600_000
}
const wasm = transferEncoder(functionNames, clock)
const plain = plainEncoder(functionNames)

beforeEach(forgetNames)

describe('the WebAssembly encoder agrees with plain code, byte for byte', () => {
  it('on any rows, names and orders, whether names come at once or later', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, texts, texts, fc.boolean(), fc.boolean(), fc.boolean(), async (list, name, symbol, up, extended, later) => {
        forgetNames()
        const tokens = new Map(contracts.map((contract, index) => [contract, { name: name.slice(index), symbol }]))
        const page: PageOfSets = { sets: rowsetsOf(list, 4000), step: up ? 1 : -1, extended, head: newest, tokens }
        expect(difference(await encoded(wasm, page, later), await encoded(plain, page))).toBe('')
      }),
      { numRuns: 150 },
    )
  })

  it('on the smallest and largest numbers of every width', async () => {
    const ids = Array.from({ length: 256 }, (_, bits) => [(1n << BigInt(bits)) - 1n, 1n << BigInt(bits), (2n << BigInt(bits)) - 1n]).flat()
    const list = Array.from({ length: Math.ceil(ids.length / 50) }, (_, at) => {
      const transfers = ids.slice(at * 50, at * 50 + 50).map((id, batchIndex) => ({ ...oneTransfer, tokenId: id, value: id, batchIndex }))
      return { ...oneBlock(1, at), transactions: [{ ...oneTransaction, gasPrice: ids[at * 50] ?? 0n, transfers }] }
    })
    const page = { ...pageOf(1), sets: rowsetsOf(list, 8000) }
    expect(difference(await encoded(wasm, page), await encoded(plain, page))).toBe('')
  })

  it('on slices of row sets', async () => {
    const [set = new Uint8Array()] = rowsetsOf([oneBlock(20)], 20_000)
    for (const [first, count, step] of [
      [3, 5, 1],
      [19, 20, -1],
      [7, 1, 1],
      [7, 1, -1],
      [12, 4, -1],
    ] as const) {
      const bodies = await Promise.all(
        [wasm, plain].map(async (encoder) => {
          const page = encoder.open({ chainId: 1, head: newest, extended: true })
          page.take(set, first, count, step)
          const { body, release } = await page.finish(() => undefined)
          const text = Buffer.concat(body).toString()
          release()
          return text
        }),
      )
      expect(difference(bodies[0] ?? '', bodies[1] ?? '')).toBe('')
    }
  })

  it('on a page of 10,000 rows, in pieces', async () => {
    const page = pageOf(10_000)
    const opened = wasm.open({ chainId: 1, head: newest, extended: false })
    for (const set of page.sets) opened.take(set, 0, set[1] ?? 0, 1)
    const { body } = await opened.finish(() => undefined)
    expect(body.length).toBeGreaterThan(1)
    expect(difference(Buffer.concat(body).toString(), await encoded(plain, page))).toBe('')
  })

  it('on a head that is not known yet', async () => {
    const page = { ...pageOf(3), head: -1 }
    const text = await encoded(wasm, page)
    expect(difference(text, await encoded(plain, page))).toBe('')
    expect(JSON.parse(text).result[0].confirmations).toBe('0')
  })

  it('which stands in where there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    const standIn = transferEncoder(functionNames)
    vi.unstubAllGlobals()
    expect(difference(await encoded(standIn, pageOf(5)), await encoded(plain, pageOf(5)))).toBe('')
  })

  it('on names longer than a page of ordinary ones', async () => {
    const name = '\u0001'.repeat(2048)
    const page = { ...pageOf(200), tokens: new Map([[oneTransfer.contract, { name, symbol: name }]]) }
    expect(difference(await encoded(wasm, page), await encoded(plain, page))).toBe('')
  })
})

describe('the memory of the encoder', () => {
  it('keeps every answer as it is until it is released, however many are under way', async () => {
    const pages = Array.from({ length: 200 }, (_, index) => pageOf(1 + (index % 90), index))
    const expected = await Promise.all(pages.map((page) => encoded(plain, page)))
    const answers = await Promise.all(
      pages.map((page) => {
        const opened = wasm.open({ chainId: 1, head: page.head, extended: page.extended })
        for (const set of page.sets) opened.take(set, 0, set[1] ?? 0, 1)
        return opened.finish(() => undefined)
      }),
    )
    answers.forEach(({ body }, index) => {
      expect(difference(Buffer.concat(body).toString(), expected[index] ?? '')).toBe('')
    })
    for (const { release } of answers) release()
  })

  it('keeps pages apart that wait for names at the same time', async () => {
    const pages = Array.from({ length: 100 }, (_, index) => pageOf(1 + index, index))
    const texts = await Promise.all(pages.map((page) => encoded(wasm, page, true)))
    const expected = await Promise.all(pages.map((page) => encoded(plain, page)))
    texts.forEach((text, index) => {
      expect(difference(text, expected[index] ?? '')).toBe('')
    })
  })

  it('is given back by pages that are abandoned or fail', async () => {
    for (let round = 0; round < 300; round++) {
      const opened = wasm.open({ chainId: 1, head: newest, extended: false })
      for (const set of pageOf(3).sets) opened.take(set, 0, set[1] ?? 0, 1)
      if (round % 2 === 0) opened.abandon()
      else {
        forgetNames()
        const refuse = () => {
          throw new Error('no names today')
        }
        expect(() => opened.finish(refuse)).toThrow('no names today')
      }
    }
    const { body, release } = await open(wasm, pageOf(3))
    // A slot was still free: the body is a view into the encoder's memory, not a copy.
    expect(body[0]?.buffer.byteLength).toBeGreaterThan(1_000_000)
    release()
  })

  it('is not lent twice where an answer is released twice', async () => {
    const first = await open(wasm, pageOf(3, 1))
    first.release()
    first.release()
    const [second, third] = [await open(wasm, pageOf(3, 2)), await open(wasm, pageOf(3, 3))]
    expect(second.body[0]?.byteOffset).not.toBe(third.body[0]?.byteOffset)
    second.release()
    third.release()
  })

  it('holds names of more contracts than fit by forgetting', async () => {
    const many = Array.from({ length: 9000 }, (_, index): Hex => `0x${index.toString(16).padStart(40, '0')}`)
    const tokens = new Map(many.map((contract) => [contract, { name: `name of ${contract}`, symbol: contract.slice(-4) }]))
    const list = Array.from({ length: 150 }, (_, at) => ({
      ...oneBlock(1),
      number: at,
      transactions: [
        {
          ...oneTransaction,
          transfers: many.slice(at * 60, at * 60 + 60).map((contract, batchIndex) => ({ ...oneTransfer, contract, batchIndex })),
        },
      ],
    }))
    const page = { ...pageOf(1), sets: rowsetsOf(list, 8000), tokens }
    expect(difference(await encoded(wasm, page), await encoded(plain, page))).toBe('')
    expect(difference(await encoded(wasm, page), await encoded(plain, page))).toBe('')
  })

  it('asks a store that answers later for many names at once, each once', async () => {
    const many = Array.from({ length: 100 }, (_, index): Hex => `0x${(index + 1).toString(16).padStart(40, '0')}`)
    const transfers = many.map((contract, batchIndex) => ({ ...oneTransfer, contract, batchIndex }))
    const sets = rowsetsOf([{ ...oneBlock(1), transactions: [{ ...oneTransaction, transfers }] }], 8000)
    const opened = wasm.open({ chainId: 1, head: newest, extended: false })
    for (const set of sets.toReversed()) opened.take(set, (set[1] ?? 0) - 1, set[1] ?? 0, -1)
    const asked: Hex[] = []
    let [waiting, most] = [0, 0]
    const { body, release } = await opened.finish(async (contract) => {
      asked.push(contract)
      most = Math.max(most, ++waiting)
      await Promise.resolve()
      waiting--
      return { name: contract, symbol: '' }
    })
    const { result } = JSON.parse(Buffer.concat(body).toString()) as { result: { tokenName: string }[] }
    release()
    expect(result.map(({ tokenName }) => tokenName)).toEqual(many.toReversed())
    expect(asked.toSorted()).toEqual(many)
    expect(most).toBe(32)
  })

  it('shows a name once it is known, a changed one after a minute, and chains apart', async () => {
    let asked = 0
    const nameOf = async (chainId: number, name: string | undefined) => {
      const opened = wasm.open({ chainId, head: newest, extended: false })
      for (const set of pageOf(1).sets) opened.take(set, 0, 1, 1)
      const { body, release } = await opened.finish(() => {
        asked++
        return name === undefined ? undefined : { name, symbol: '' }
      })
      const { result } = JSON.parse(Buffer.concat(body).toString())
      release()
      return result[0].tokenName
    }
    expect(await nameOf(1, undefined)).toBe('')
    time += 3_000
    expect(await nameOf(1, 'first')).toBe('first')
    expect(await nameOf(10, 'other chain')).toBe('other chain')
    expect(await nameOf(1, 'second')).toBe('first')
    time += 61_000
    expect(await nameOf(1, 'second')).toBe('second')
    expect(asked).toBe(4)
  })
})

describe('the checked-in WebAssembly', () => {
  it('is what its source compiles to', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/wasm.mjs', '--check'], { cwd: new URL('../../', import.meta.url) })
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  })
})
