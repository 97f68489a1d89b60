import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from '../../src/evm/json-rpc.ts'
import type { IndexedBlock, TransferTransaction } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { bloomOf, fromHex, keccak, listRoot, minimal, quantity, rlp, toHex } from './bytes.ts'
import { headerHash, headerItems, sealed, type UnhashedHeader } from './header.ts'
import { type Era, reached } from './profile.ts'
import type { PlannedTransaction } from './transaction.ts'

/** A block as nodes show it, and what an indexer must make of it: rows that follow from the plan, never from decoding. */
export interface SimulatedBlock {
  readonly block: RpcBlock
  readonly receipts: readonly RpcReceipt[]
  readonly uncles: readonly RpcHeader[]
  readonly plans: readonly PlannedTransaction[]
  readonly expected: IndexedBlock
}

export interface BlockPlan {
  readonly number: number
  readonly parentHash: Hex
  readonly timestamp: number
  readonly era: Era
  readonly issuance: bigint
  readonly baseFee: bigint
  readonly miner: Hex
  readonly extraData: Hex
  readonly filler: Hex
  readonly transactions: readonly PlannedTransaction[]
  readonly uncles: readonly RpcHeader[]
  readonly withdrawals: readonly Withdrawal[]
  /** The key that seals the header, and its address. */
  readonly seal: { readonly privateKey: Hex; readonly address: Hex } | undefined
  readonly poweredByWork: boolean
}

interface Withdrawal {
  readonly index: number
  readonly validatorIndex: number
  readonly address: Hex
  readonly amount: number
}

const emptyBloom: Hex = `0x${'0'.repeat(512)}`
const zeroHash: Hex = `0x${'0'.repeat(64)}`
const gasLimit = 30_000_000n
const blobGasPrice = 1n

export const makeBlock = (plan: BlockPlan): SimulatedBlock => {
  const outcomes = outcomesOf(plan)
  const header = makeHeader(plan, outcomes)
  const place = { blockHash: header.hash, blockNumber: header.number }
  const transactions = plan.transactions.map((tx, index): RpcTransaction => {
    const price = outcomes[index]?.price ?? 0n
    return { ...tx.shown, ...place, hash: tx.hash, transactionIndex: quantity(index), gasPrice: quantity(price) } as RpcTransaction
  })
  const block: RpcBlock = {
    ...header,
    size: quantity(1_000 + transactions.length * 200),
    transactions,
    uncles: plan.uncles.map(({ hash }) => hash),
    ...(reached(plan.era, 'cancun') ? { withdrawals: plan.withdrawals.map(shownWithdrawal) } : {}),
  }
  const receipts = plan.transactions.map((tx, index) => makeReceipt(tx, index, outcomes, header, plan.era))
  return { block, receipts, uncles: plan.uncles, plans: plan.transactions, expected: expectedOf(plan, outcomes, header) }
}

interface Outcome {
  readonly price: bigint
  readonly cumulativeGas: bigint
  readonly bloom: Hex
  readonly firstLog: number
  /** Status, or before Byzantium the state root. */
  readonly status: Hex
}

const outcomesOf = (plan: BlockPlan): Outcome[] => {
  let cumulativeGas = 0n
  let firstLog = 0
  return plan.transactions.map((tx) => {
    cumulativeGas += tx.gasUsed
    const outcome = {
      price: effectivePrice(tx, plan.baseFee),
      cumulativeGas,
      bloom: tx.logs.length === 0 ? emptyBloom : bloomOf(tx.logs),
      firstLog,
      status: reached(plan.era, 'byzantium') ? quantity(tx.failed ? 0 : 1) : keccak(tx.encoded),
    }
    firstLog += tx.logs.length
    return outcome
  })
}

const effectivePrice = ({ type, maxFee, maxPriorityFee }: PlannedTransaction, baseFee: bigint): bigint => {
  if (type < 2) return maxFee
  return baseFee + maxPriorityFee < maxFee ? baseFee + maxPriorityFee : maxFee
}

const encodeReceipt = (tx: PlannedTransaction, { status, cumulativeGas, bloom }: Outcome): Uint8Array => {
  const logs = tx.logs.map(({ address, topics, data }) => [fromHex(address), topics.map(fromHex), fromHex(data)])
  const outcome = status.length === 66 ? fromHex(status) : minimal(BigInt(status))
  const payload = rlp([outcome, minimal(cumulativeGas), fromHex(bloom), logs])
  return tx.type === 0 ? payload : Buffer.concat([Uint8Array.of(tx.type), payload])
}

const merged = (blooms: readonly Hex[]): Hex => {
  const bytes = new Uint8Array(256)
  for (const bloom of blooms) for (const [at, byte] of fromHex(bloom).entries()) bytes[at] = (bytes[at] ?? 0) | byte
  return toHex(bytes)
}

const makeHeader = (plan: BlockPlan, outcomes: readonly Outcome[]): RpcHeader => {
  const header: UnhashedHeader = {
    number: quantity(plan.number),
    parentHash: plan.parentHash,
    sha3Uncles: keccak(rlp(plan.uncles.map(headerItems))),
    miner: plan.miner,
    stateRoot: plan.filler,
    transactionsRoot: listRoot(plan.transactions.map(({ encoded }) => encoded)),
    receiptsRoot: listRoot(plan.transactions.map((tx, index) => encodeReceipt(tx, outcomes[index] as Outcome))),
    logsBloom: merged(outcomes.map(({ bloom }) => bloom)),
    difficulty: quantity(plan.poweredByWork ? 131_072 + plan.number : plan.seal ? 2 : 0),
    gasLimit: quantity(gasLimit),
    gasUsed: quantity(outcomes.at(-1)?.cumulativeGas ?? 0n),
    timestamp: quantity(plan.timestamp),
    extraData: plan.extraData,
    mixHash: plan.seal ? zeroHash : plan.filler,
    nonce: plan.poweredByWork ? (plan.filler.slice(0, 18) as Hex) : '0x0000000000000000',
    ...laterFields(plan),
  }
  const complete = plan.seal ? { ...header, extraData: sealed(header, plan.seal.privateKey) } : header
  return { ...complete, hash: headerHash(complete) }
}

const laterFields = (plan: BlockPlan): Partial<RpcHeader> => ({
  ...(reached(plan.era, 'london') ? { baseFeePerGas: quantity(plan.baseFee) } : {}),
  ...(reached(plan.era, 'cancun')
    ? {
        withdrawalsRoot: listRoot(plan.withdrawals.map(encodeWithdrawal)),
        blobGasUsed: quantity(plan.transactions.reduce((sum, { blobGas }) => sum + blobGas, 0n)),
        excessBlobGas: '0x0',
        parentBeaconBlockRoot: plan.filler,
      }
    : {}),
  ...(reached(plan.era, 'prague') ? { requestsHash: plan.filler } : {}),
})

const encodeWithdrawal = ({ index, validatorIndex, address, amount }: Withdrawal): Uint8Array =>
  rlp([minimal(index), minimal(validatorIndex), fromHex(address), minimal(amount)])

const shownWithdrawal = ({ index, validatorIndex, address, amount }: Withdrawal) => ({
  index: quantity(index),
  validatorIndex: quantity(validatorIndex),
  address,
  amount: quantity(amount),
})

const makeReceipt = (tx: PlannedTransaction, index: number, outcomes: readonly Outcome[], header: RpcHeader, era: Era): RpcReceipt => {
  const outcome = outcomes[index] as Outcome
  const place = {
    transactionHash: tx.hash,
    transactionIndex: quantity(index),
    blockHash: header.hash,
    blockNumber: header.number,
  }
  return {
    ...place,
    type: quantity(tx.type),
    from: tx.from,
    to: tx.to,
    contractAddress: tx.to === null ? (`0x${tx.hash.slice(-40)}` as Hex) : null,
    gasUsed: quantity(tx.gasUsed),
    cumulativeGasUsed: quantity(outcome.cumulativeGas),
    effectiveGasPrice: quantity(outcome.price),
    logsBloom: outcome.bloom,
    ...(reached(era, 'byzantium') ? { status: outcome.status } : { root: outcome.status }),
    ...(tx.blobGas > 0n ? { blobGasUsed: quantity(tx.blobGas), blobGasPrice: quantity(blobGasPrice) } : {}),
    logs: tx.logs.map(({ address, topics, data }, at) => ({
      ...place,
      address,
      topics,
      data,
      logIndex: quantity(outcome.firstLog + at),
      removed: false,
    })),
  }
}

const expectedOf = (plan: BlockPlan, outcomes: readonly Outcome[], header: RpcHeader): IndexedBlock => {
  const producer = plan.seal?.address ?? plan.miner
  const fees = plan.transactions.map(({ gasUsed }, index) => ({ gasUsed, price: (outcomes[index] as Outcome).price }))
  return {
    number: plan.number,
    hash: header.hash,
    parentHash: plan.parentHash,
    timestamp: plan.timestamp,
    transactions: plan.transactions.flatMap((tx, index) => expectedTransaction(tx, index, outcomes[index] as Outcome)),
    validated: {
      producer,
      feeRecipient: producer,
      staticReward: plan.issuance,
      inclusionReward: (plan.issuance / 32n) * BigInt(plan.uncles.length),
      tips: fees.reduce((sum, { gasUsed, price }) => sum + gasUsed * (price - plan.baseFee), 0n),
      burnt: fees.reduce((sum, { gasUsed }) => sum + gasUsed * plan.baseFee, 0n),
      transactionCount: plan.transactions.length,
    },
    uncles: plan.uncles.map(({ hash, number, timestamp, miner }) => ({
      hash,
      number: Number(number),
      timestamp: Number(timestamp),
      miner,
      reward: (plan.issuance * BigInt(Number(number) + 8 - plan.number)) / 8n,
    })),
  }
}

const expectedTransaction = (tx: PlannedTransaction, index: number, outcome: Outcome): TransferTransaction[] => {
  const transfers = tx.logs.flatMap(({ address, operator, from, to, moved }, at) =>
    moved.map(({ tokenId, value }, batchIndex) => ({
      contract: address,
      operator,
      from,
      to,
      tokenId,
      value,
      logIndex: outcome.firstLog + at,
      batchIndex,
    })),
  )
  if (transfers.length === 0) return []
  return [
    {
      hash: tx.hash,
      index,
      nonce: tx.nonce,
      gas: tx.gas,
      gasPrice: outcome.price,
      gasUsed: tx.gasUsed,
      cumulativeGasUsed: outcome.cumulativeGas,
      methodId: tx.input.slice(0, 10) as Hex,
      transfers,
    },
  ]
}

/** An uncle: a true header of its own, whose contents nobody will ask for. */
export const makeUncle = (plan: BlockPlan): RpcHeader => makeHeader({ ...plan, transactions: [], uncles: [], withdrawals: [] }, [])
