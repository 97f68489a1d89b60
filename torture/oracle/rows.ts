import type { IndexedBlock } from '../../src/records/block.ts'
import type { SimulatedChain } from '../../test/simulate/chain.ts'

/** A place in chain order, as one list of numbers that compare from the left. */
export type Place = readonly [block: number, tx: number, log: number, batch: number]

/** A row of an answer: what it is found by, and its text around the number of confirmations. */
interface TransferRow {
  readonly place: Place
  readonly contract: string
  readonly operator: string
  readonly from: string
  readonly to: string
  readonly tokenId: bigint
  readonly beforeConfirmations: string
  readonly extended: string
}

interface BlockRow {
  readonly place: Place
  readonly address: string
  readonly plain: string
  readonly extended: string
}

export interface ChainRows {
  readonly transfers: TransferRow[]
  readonly blocks: BlockRow[]
  readonly uncles: BlockRow[]
}

/** All rows of a chain in plain arrays, ascending. */
export const rowsOf = (chain: SimulatedChain): ChainRows => {
  const rows: ChainRows = { transfers: [], blocks: [], uncles: [] }
  const tokens = new Map(chain.tokens.map(({ address, text }) => [address, text]))
  for (const { expected } of chain.blocks) addBlock(rows, expected, tokens)
  return rows
}

type Tokens = ReadonlyMap<string, { readonly name: string; readonly symbol: string }>

const addBlock = (rows: ChainRows, block: IndexedBlock, tokens: Tokens): void => {
  for (const transaction of block.transactions)
    for (const transfer of transaction.transfers) {
      const token = tokens.get(transfer.contract)
      const record = {
        blockNumber: String(block.number),
        timeStamp: String(block.timestamp),
        hash: transaction.hash,
        nonce: String(transaction.nonce),
        blockHash: block.hash,
        transactionIndex: String(transaction.index),
        gas: String(transaction.gas),
        gasPrice: String(transaction.gasPrice),
        gasUsed: String(transaction.gasUsed),
        cumulativeGasUsed: String(transaction.cumulativeGasUsed),
        input: 'deprecated',
        methodId: transaction.methodId,
        functionName: '',
        contractAddress: transfer.contract,
        from: transfer.from,
        to: transfer.to,
        tokenID: String(transfer.tokenId),
        tokenValue: String(transfer.value),
        tokenName: token?.name ?? '',
        tokenSymbol: token?.symbol ?? '',
      }
      const { contract, operator, from, to, tokenId, logIndex, batchIndex } = transfer
      rows.transfers.push({
        place: [block.number, transaction.index, logIndex, batchIndex],
        contract,
        operator,
        from,
        to,
        tokenId,
        beforeConfirmations: `${JSON.stringify(record).slice(0, -1)},"confirmations":"`,
        extended: `,"logIndex":"${logIndex}","batchIndex":"${batchIndex}","operator":"${operator}"`,
      })
    }
  addValidated(rows, block)
  addUncles(rows, block)
}

const addValidated = (rows: ChainRows, { number, timestamp, hash, validated }: IndexedBlock): void => {
  if (validated === undefined) return
  const { producer, feeRecipient, staticReward, inclusionReward, tips, burnt, transactionCount } = validated
  const plain = { blockNumber: `${number}`, timeStamp: `${timestamp}`, blockReward: `${staticReward + inclusionReward + tips}` }
  const more = {
    blockHash: hash,
    producer,
    feeRecipient,
    staticReward: `${staticReward}`,
    inclusionReward: `${inclusionReward}`,
    tips: `${tips}`,
    burnt: `${burnt}`,
    transactionCount: `${transactionCount}`,
  }
  rows.blocks.push({
    place: [number, 0, 0, 0],
    address: producer,
    plain: JSON.stringify(plain),
    extended: JSON.stringify({ ...plain, ...more }),
  })
}

const addUncles = (rows: ChainRows, block: IndexedBlock): void => {
  block.uncles.forEach(({ number, timestamp, hash, miner, reward }, index) => {
    const plain = { blockNumber: `${number}`, timeStamp: `${timestamp}`, blockReward: `${reward}` }
    const more = { uncleHash: hash, miner, includingBlock: `${block.number}`, depth: `${block.number - number}` }
    rows.uncles.push({
      place: [block.number, 0, index, 0],
      address: miner,
      plain: JSON.stringify(plain),
      extended: JSON.stringify({ ...plain, ...more }),
    })
  })
}

export const isBefore = (a: Place, b: Place): boolean => {
  for (let i = 0; i < 4; i++) {
    const [left = 0, right = 0] = [a[i], b[i]]
    if (left !== right) return left < right
  }
  return false
}
