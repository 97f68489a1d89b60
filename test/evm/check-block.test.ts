import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bloomOfLogs } from '../../src/evm/bloom.ts'
import { stateSyncHash } from '../../src/evm/bor.ts'
import { type Check, checkBlock } from '../../src/evm/check-block.ts'
import { headerHash } from '../../src/evm/header.ts'
import type { RpcBlock, RpcReceipt } from '../../src/evm/json-rpc.ts'
import { receiptsRoot } from '../../src/evm/receipt.ts'
import { transactionHash, transactionsRoot } from '../../src/evm/transaction.ts'
import type { Hex } from '../../src/records/hex.ts'
import { shared } from '../shared.ts'
import { type RealBlock, realBlock, realNumbers } from './blocks.ts'
import { addressOf, blockOf, hashOf, hex, receiptOf, transactionOf } from './make.ts'

describe.skipIf(!shared.present)('real mainnet blocks pass every check', () => {
  it.each(realNumbers)('block %i', (number) => {
    const { block, receipts } = realBlock(number)
    expect(checkBlock(block, receipts)).toEqual([])
  })
})

/** What no stored row depends on and no hash covers, or what another field that is covered decides. */
const uncovered: readonly RegExp[] = [
  /^block\.(size|totalDifficulty)$/, // told by nodes, part of no row
  /^block\.withdrawals\./, // under withdrawalsRoot, part of no row
  /^block\.transactions\.\d+\.from$/, // follows from the signature, part of no row
  /^receipts\.\d+\.(from|to|contractAddress)$/, // repeated from the transaction
  /^block\.transactions\.\d+\.(v|gasPrice)$/, // of typed transactions: yParity and the caps count (types 0 and 1: see the filter)
]

type Leaf = readonly [path: string, holder: Record<string, string>, key: string]
const leavesOf = (value: unknown, path: string, into: Leaf[]): Leaf[] => {
  if (typeof value !== 'object' || value === null) return into
  for (const [key, inner] of Object.entries(value)) {
    const here = `${path}.${key}`
    if (typeof inner === 'string' && /^0x[0-9a-f]+$/.test(inner)) into.push([here, value as Record<string, string>, key])
    else leavesOf(inner, here, into)
  }
  return into
}
const isCovered = ([path, holder]: Leaf): boolean => {
  if (/\.(v|gasPrice)$/.test(path) && Number(holder['type']) <= (path.endsWith('.v') ? 0 : 1)) return true
  return !uncovered.some((pattern) => pattern.test(path))
}

describe.skipIf(!shared.present)('one bit changed anywhere in a real block', () => {
  // One block of each kind: before Byzantium, with uncles, with every type up to blobs.
  const kinds: readonly (readonly [number, RealBlock])[] = shared.present
    ? [3842489, 4625198, 12500000, 15430159, 19560565].map((number) => [number, realBlock(number)])
    : []
  it.each(kinds)('of block %i is found', (_, { block, receipts }) => {
    const leaves = [...leavesOf(block, 'block', []), ...leavesOf(receipts, 'receipts', [])].filter(isCovered)
    expect(leaves.length).toBeGreaterThan(300)
    fc.assert(
      fc.property(fc.constantFrom(...leaves), fc.nat({ max: 2 ** 30 }), fc.constantFrom(1, 2, 4, 8), ([path, holder, key], at, bit) => {
        const kept = holder[key] ?? ''
        const index = 2 + (at % (kept.length - 2))
        holder[key] = kept.slice(0, index) + (Number.parseInt(kept[index] ?? '0', 16) ^ bit).toString(16) + kept.slice(index + 1)
        const failures = checkBlock(block, receipts)
        holder[key] = kept
        expect({ path, found: failures.length > 0 }).toEqual({ path, found: true })
      }),
      { numRuns: 150 },
    )
    expect(checkBlock(block, receipts)).toEqual([])
  })
})

/** A small block with true roots: one transfer of coins, one call that logs. */
const trueBlock = (fields: Partial<RpcBlock> = {}): { block: RpcBlock; receipts: RpcReceipt[] } => {
  const number = '0x64'
  const signature = { v: '0x1b', r: hex(2n ** 255n - 19n), s: '0x5' }
  const log = {
    address: addressOf(7),
    topics: [hashOf(8)],
    data: '0x01' as Hex,
    blockNumber: number as Hex,
    logIndex: '0x0' as Hex,
    transactionIndex: '0x1' as Hex,
  }
  const unnamed = [0, 1].map((i) => transactionOf(i, { ...signature, nonce: hex(i), gasPrice: '0x3', blockNumber: number }))
  const named = unnamed.map((transaction) => ({ ...transaction, hash: transactionHash(transaction) }))
  const bare = named.map(({ hash }, i) => {
    const logs = i === 1 ? [{ ...log, transactionHash: hash, blockHash: hashOf(0) }] : []
    return receiptOf(i, {
      transactionHash: hash,
      blockNumber: number,
      cumulativeGasUsed: hex(0x5208 * (i + 1)),
      effectiveGasPrice: '0x3',
      logs,
      logsBloom: bloomOfLogs(logs),
    })
  })
  const header = blockOf({
    number,
    transactions: named,
    gasUsed: hex(0x5208 * 2),
    transactionsRoot: transactionsRoot(named),
    receiptsRoot: receiptsRoot(bare),
    logsBloom: bare[1]?.logsBloom ?? '0x',
    ...fields,
  })
  const hash = headerHash(header)
  return {
    block: { ...header, hash, transactions: named.map((transaction) => ({ ...transaction, blockHash: hash })) },
    receipts: bare.map((receipt) => ({ ...receipt, blockHash: hash, logs: receipt.logs.map((entry) => ({ ...entry, blockHash: hash })) })),
  }
}

describe('a check that fails', () => {
  const { block, receipts } = trueBlock()
  const [first, second] = receipts as [RpcReceipt, RpcReceipt]
  const [log] = second.logs
  const failing = (changed: RpcBlock, list: readonly RpcReceipt[]): Check[] => [
    ...new Set(checkBlock(changed, list).map(({ check }) => check)),
  ]

  it('does not where an old node’s receipts do not say their type', () => {
    const typed = trueBlock()
    const untyped = typed.receipts.map(({ type: _, ...receipt }) => receipt)
    expect(checkBlock(typed.block, untyped as RpcReceipt[])).toEqual([])
  })
  it('does not on a true block', () => {
    expect(checkBlock(block, receipts)).toEqual([])
  })
  it('says what was expected and what was found', () => {
    const [failure] = checkBlock({ ...block, timestamp: '0x1' }, receipts)
    expect(failure?.check).toBe('header-hash')
    expect(failure?.message).toMatch(new RegExp(`fields hash to 0x[0-9a-f]{64}, the block says ${block.hash}`))
  })
  it.each([
    ['a receipt is missing', block, [first], 'count'],
    ['all receipts are missing', block, [], 'count'],
    ['receipts stand in another order', block, [second, first], 'cross-reference'],
    ['a log is missing', block, [first, { ...second, logs: [] }], 'receipts-root'],
    ['a log is of another block', block, [first, { ...second, logs: [{ ...log, blockHash: hashOf(9) }] }], 'cross-reference'],
    ['a log index leaves a gap', block, [first, { ...second, logs: [{ ...log, logIndex: '0x1' }] }], 'log-order'],
    ['a log was removed', block, [first, { ...second, logs: [{ ...log, removed: true }] }], 'cross-reference'],
    ['gas does not add up', block, [{ ...first, gasUsed: '0x1' }, second], 'gas'],
    ['a price is not the transaction’s', block, [{ ...first, effectiveGasPrice: '0x4' }, second], 'price'],
    ['a transaction is missing', { ...block, transactions: block.transactions.slice(0, 1) }, [first], 'transactions-root'],
    ['uncles are kept from us', { ...block, sha3Uncles: hashOf(5) }, receipts, 'uncles'],
    ['uncles are made up', { ...block, uncles: [hashOf(5)] }, receipts, 'uncles'],
    ['a field is no hexadecimal', { ...block, gasLimit: 'plenty' as Hex }, receipts, 'header-hash'],
  ] as const)('names itself where %s', (_, changed, list, check) => {
    expect(failing(changed as RpcBlock, list as RpcReceipt[])).toContain(check)
  })
  it('is reported, never thrown, whatever the answer is', () => {
    const anything = fc.anything() as fc.Arbitrary<never>
    fc.assert(
      fc.property(anything, fc.array(anything), (junk, list) => {
        expect(checkBlock(junk, list).length).toBeGreaterThan(0)
        expect(checkBlock({ ...block, ...(junk as object), number: junk } as RpcBlock, receipts).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a chain’s quirks', () => {
  it('leave out exactly the check they name', () => {
    const { block, receipts } = trueBlock({ receiptsRoot: hashOf(3), transactionsRoot: hashOf(4) })
    const checks = checkBlock(block, receipts).map(({ check }) => check)
    expect(checks).toEqual(['transactions-root', 'receipts-root'])
    expect(checkBlock(block, receipts, ['receipts-root-not-recomputable']).map(({ check }) => check)).toEqual(['transactions-root'])
    expect(checkBlock(block, receipts, ['receipts-root-not-recomputable', 'transactions-root-not-recomputable'])).toEqual([])
  })
  it('without roots still hold the logs to the header’s bloom and transactions to their hashes', () => {
    const { block, receipts } = trueBlock({ receiptsRoot: hashOf(3), transactionsRoot: hashOf(4) })
    const quirks = ['receipts-root-not-recomputable', 'transactions-root-not-recomputable'] as const
    const logless = receipts.map((receipt) => ({ ...receipt, logs: [] }))
    expect(checkBlock(block, logless, quirks).map(({ check }) => check)).toEqual(['bloom'])
    const [first, ...rest] = block.transactions
    const changed = { ...block, transactions: [{ ...first, nonce: '0x77' }, ...rest] } as RpcBlock
    expect(checkBlock(changed, receipts, quirks).map(({ check }) => check)).toEqual(['transaction-hash'])
  })
  it('of headers hashed by rules of their own do not ask for Ethereum’s list of uncles', () => {
    const { block, receipts } = trueBlock()
    const { sha3Uncles: _, ...bare } = block
    expect(checkBlock(bare as unknown as RpcBlock, receipts, ['header-hash-not-recomputable'])).toEqual([])
  })
  it('let a provider show another miner than the header holds only where the chain is marked so', () => {
    const { block, receipts } = trueBlock({ miner: addressOf(0) })
    const shown = { ...block, miner: addressOf(0x55) }
    expect(checkBlock(shown, receipts).map(({ check }) => check)).toEqual(['header-hash'])
    expect(checkBlock(shown, receipts, ['miner-shown-differs'])).toEqual([])
  })

  const { block, receipts } = trueBlock()
  const hash = stateSyncHash(block)
  const pseudo = transactionOf(2, { hash, blockHash: block.hash, blockNumber: block.number })
  const beyond = receiptOf(2, {
    transactionHash: hash,
    blockHash: block.hash,
    blockNumber: block.number,
    cumulativeGasUsed: '0x0',
    gasUsed: '0x0',
  })
  it.each([
    ['only a receipt', block, [...receipts, beyond]],
    ['a transaction and a receipt', { ...block, transactions: [...block.transactions, pseudo] }, [...receipts, beyond]],
    ['only a transaction', { ...block, transactions: [...block.transactions, pseudo] }, receipts],
    ['nothing', block, receipts],
  ])('let bor’s state sync be shown as %s', (_, shown, list) => {
    expect(checkBlock(shown as RpcBlock, list as RpcReceipt[], ['receipts-beyond-transactions'])).toEqual([])
  })
  it('hold the logs of such a receipt to their block, their receipt and their order', () => {
    const log = {
      address: addressOf(1),
      topics: [],
      data: '0x',
      blockNumber: block.number,
      blockHash: block.hash,
      transactionHash: hash,
      transactionIndex: '0x2',
      logIndex: '0x9',
    } as const
    const checks = (...logs: RpcReceipt['logs']) =>
      checkBlock(block, [...receipts, { ...beyond, logs }], ['receipts-beyond-transactions']).map(({ check }) => check)
    expect(checks(log, { ...log, logIndex: '0xa' })).toEqual([])
    expect(checks({ ...log, blockHash: hashOf(5) })).toEqual(['cross-reference'])
    expect(checks({ ...log, transactionHash: hashOf(5) })).toEqual(['cross-reference'])
    expect(checks(log, log)).toEqual(['log-order'])
  })
  it('do not let a receipt too many pass elsewhere', () => {
    expect(checkBlock(block, [...receipts, beyond]).map(({ check }) => check)).toContain('count')
  })
})
