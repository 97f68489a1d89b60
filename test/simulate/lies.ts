import type { RpcBlock, RpcLog, RpcReceipt } from '../../src/evm/json-rpc.ts'
import { quantity } from './bytes.ts'
import type { Random } from './random.ts'

/**
 * Ways to answer falsely, each one change to an otherwise true answer. A lie that finds nothing to change in an answer leaves it as it is.
 */
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? Mutable<E>[] : T[K] }
type AnyBlock = Mutable<RpcBlock>
type AnyReceipt = Mutable<RpcReceipt>
type AnyLog = Mutable<RpcLog>

interface Lie {
  readonly block?: (block: AnyBlock, random: Random) => void
  readonly receipts?: (receipts: AnyReceipt[], random: Random) => void
  readonly logs?: (logs: AnyLog[], random: Random) => void
  readonly uncle?: (header: AnyBlock, random: Random) => void
}

const more = (value: string | undefined): `0x${string}` => quantity(BigInt(value ?? '0x0') + 1n)

/** One element, by the seed; nothing where there is none. */
const some = <T>(list: readonly T[], random: Random, change: (one: T) => void): void => {
  if (list.length > 0) change(random.pick(list))
}
const drop = (list: unknown[], random: Random): void => {
  if (list.length > 0) list.splice(random.int(list.length), 1)
}
const swap = (list: unknown[]): void => {
  if (list.length > 1) list.unshift(...list.splice(1, 1))
}
/** A change of one log, in receipts and in ranged logs alike. */
const inLogs = (change: (logs: AnyLog[], random: Random) => void): Lie => ({
  receipts: (receipts, random) => some(withLogs(receipts), random, (receipt) => change(receipt.logs as AnyLog[], random)),
  logs: change,
})
const withLogs = (receipts: readonly AnyReceipt[]): AnyReceipt[] => receipts.filter(({ logs }) => logs.length > 0)
const inLog = (change: (log: AnyLog, random: Random) => void): Lie =>
  inLogs((logs, random) => some(logs, random, (log) => change(log, random)))
const inReceipt = (change: (receipt: AnyReceipt, random: Random) => void): Lie => ({
  receipts: (receipts, random) => some(receipts, random, (receipt) => change(receipt, random)),
})
const inTransaction = (change: (tx: AnyBlock['transactions'][number], random: Random) => void): Lie => ({
  block: (block, random) => some(block.transactions, random, (tx) => typeof tx === 'object' && change(tx, random)),
})
const inBlock = (change: (block: AnyBlock, random: Random) => void): Lie => ({ block: change })

export const lies = {
  'block hash': inBlock((block, random) => {
    block.hash = random.hex(32)
  }),
  'parent hash': inBlock((block, random) => {
    block.parentHash = random.hex(32)
  }),
  'block number': inBlock((block) => {
    block.number = more(block.number)
  }),
  miner: inBlock((block, random) => {
    block.miner = random.hex(20)
  }),
  timestamp: inBlock((block) => {
    block.timestamp = more(block.timestamp)
  }),
  'block gas used': inBlock((block) => {
    block.gasUsed = more(block.gasUsed)
  }),
  'base fee': inBlock((block) => {
    if (block.baseFeePerGas) block.baseFeePerGas = more(block.baseFeePerGas)
  }),
  'state root': inBlock((block, random) => {
    block.stateRoot = random.hex(32)
  }),
  'transactions root': inBlock((block, random) => {
    block.transactionsRoot = random.hex(32)
  }),
  'receipts root': inBlock((block, random) => {
    block.receiptsRoot = random.hex(32)
  }),
  'block bloom': inBlock((block, random) => {
    block.logsBloom = random.hex(256)
  }),
  'extra data': inBlock((block, random) => {
    block.extraData = random.hex(97)
  }),
  'uncle forgotten': inBlock((block) => {
    block.uncles = []
  }),
  'transaction nonce': inTransaction((tx) => {
    tx.nonce = more(tx.nonce)
  }),
  'transaction gas': inTransaction((tx) => {
    tx.gas = more(tx.gas)
  }),
  'transaction price': inTransaction((tx) => {
    tx.gasPrice = more(tx.gasPrice)
  }),
  'transaction input': inTransaction((tx, random) => {
    tx.input = random.hex(36)
  }),
  'transaction hash': inTransaction((tx, random) => {
    tx.hash = random.hex(32)
  }),
  'transaction dropped': inBlock((block, random) => drop(block.transactions, random)),
  'transactions swapped': inBlock((block) => swap(block.transactions)),
  'receipts empty': { receipts: (receipts) => void receipts.splice(0) },
  'receipt dropped': { receipts: drop },
  'receipts swapped': { receipts: swap },
  'receipt gas used': inReceipt((receipt) => {
    receipt.gasUsed = more(receipt.gasUsed)
  }),
  'receipt cumulative gas': inReceipt((receipt) => {
    receipt.cumulativeGasUsed = more(receipt.cumulativeGasUsed)
  }),
  'receipt price': inReceipt((receipt) => {
    receipt.effectiveGasPrice = more(receipt.effectiveGasPrice)
  }),
  'receipt status': inReceipt((receipt, random) => {
    if (receipt.status) receipt.status = receipt.status === '0x1' ? '0x0' : '0x1'
    else receipt.root = random.hex(32)
  }),
  'receipt bloom': inReceipt((receipt, random) => {
    receipt.logsBloom = random.hex(256)
  }),
  'receipt transaction': inReceipt((receipt, random) => {
    receipt.transactionHash = random.hex(32)
  }),
  'receipt block hash': inReceipt((receipt, random) => {
    receipt.blockHash = random.hex(32)
  }),
  'log dropped': inLogs(drop),
  'log dropped, renumbered': {
    receipts: (receipts, random) => {
      some(withLogs(receipts), random, ({ logs }) => drop(logs as AnyLog[], random))
      for (const [index, log] of receipts.flatMap(({ logs }) => logs as AnyLog[]).entries()) log.logIndex = quantity(index)
    },
  },
  'log doubled': inLogs((logs, random) => some(logs, random, (log) => logs.push({ ...log, logIndex: more(logs.at(-1)?.logIndex) }))),
  'log data': inLog((log, random) => {
    log.data = log.data === '0x' ? random.hex(64) : `0x${log.data.slice(2, -2)}${log.data.endsWith('00') ? '01' : '00'}`
  }),
  'log topic': inLog((log, random) => {
    log.topics = [...log.topics.slice(0, -1), random.hex(32)]
  }),
  'log address': inLog((log, random) => {
    log.address = random.hex(20)
  }),
  'log index': inLog((log) => {
    log.logIndex = more(log.logIndex)
  }),
  'log block hash': inLog((log, random) => {
    log.blockHash = random.hex(32)
  }),
  'log transaction': inLog((log, random) => {
    log.transactionHash = random.hex(32)
  }),
  'logs empty': { logs: (logs) => void logs.splice(0) },
  'uncle miner': {
    uncle: (header, random) => {
      header.miner = random.hex(20)
    },
  },
  'uncle time': {
    uncle: (header) => {
      header.timestamp = more(header.timestamp)
    },
  },
} as const satisfies Record<string, Lie>

export type LieName = keyof typeof lies
export const lieNames = Object.keys(lies) as LieName[]

/** The answer with the lie told, or the same object where there was nothing to lie about. */
export const lied = (name: LieName, method: string, result: unknown, random: Random): unknown => {
  if (result === null || typeof result !== 'object') return result
  const lie: Lie = lies[name]
  const copy = structuredClone(result)
  if (method.startsWith('eth_getBlockBy')) lie.block?.(copy as AnyBlock, random)
  else if (method.startsWith('eth_getUncleBy')) lie.uncle?.(copy as AnyBlock, random)
  else if (method === 'eth_getBlockReceipts') lie.receipts?.(copy as AnyReceipt[], random)
  else if (method === 'eth_getTransactionReceipt') {
    const receipts = [copy as AnyReceipt]
    lie.receipts?.(receipts, random)
    return receipts[0] ?? null
  } else if (method === 'eth_getLogs') lie.logs?.(copy as AnyLog[], random)
  return copy
}
