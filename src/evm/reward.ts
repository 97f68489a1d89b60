import type { RewardRules } from '../chains/rules.ts'
import type { Uncle, ValidatedBlock } from '../records/block.ts'
import type { Hex } from '../records/hex.ts'
import { ownTransactions } from './bor.ts'
import { pricePaid } from './gas-price.ts'
import { bigintOfHex, fixedHex, numberOfHex } from './hex.ts'
import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from './json-rpc.ts'
import { recoverSealer } from './seal.ts'
import { typeOf } from './transaction.ts'

/** The reward's parts; reward = static + inclusion + tips. */
export type Fees = Pick<ValidatedBlock, 'tips' | 'burnt'>

/** The new coins a block's producer receives for the block itself. */
export const staticReward = (rules: RewardRules, number: number): bigint => {
  const { issuance } = rules
  if (issuance.kind === 'eras') return number === 0 ? 0n : eraReward(issuance.firstWei, eraOf(issuance.eraBlocks, number))
  return issuance.steps.findLast((step) => step.from <= number)?.wei ?? 0n
}

const eraOf = (eraBlocks: number, number: number): number => Math.floor((number - 1) / eraBlocks)
const eraReward = (firstWei: bigint, era: number): bigint => (firstWei * 4n ** BigInt(era)) / 5n ** BigInt(era)

/** What a block's producer receives for including uncles. */
const inclusionReward = (rules: RewardRules, number: number, uncles: number): bigint =>
  rules.uncles === 'none' ? 0n : (staticReward(rules, number) / 32n) * BigInt(uncles)

/** A block names an uncle that no rule of its chain pays: it is not what the chain's own rules allow. */
export class UncleOutOfReach extends Error {
  override readonly name = 'UncleOutOfReach'
}

/** An uncle is at most this many blocks older than the block that includes it. */
const MAX_UNCLE_DEPTH = 6

/** What the miner of an uncle receives. */
export const uncleReward = (rules: RewardRules, including: number, uncle: number): bigint => {
  const depth = including - uncle
  if (rules.uncles === 'none') throw new UncleOutOfReach(`block ${including} names an uncle, but its chain is set up to have none`)
  if (depth < 1 || depth > MAX_UNCLE_DEPTH)
    throw new UncleOutOfReach(`uncle ${uncle} in block ${including} is ${depth} blocks away: 1 to ${MAX_UNCLE_DEPTH} are possible`)
  const reward = staticReward(rules, including)
  const { issuance } = rules
  if (rules.uncles === 'classic' && issuance.kind === 'eras' && eraOf(issuance.eraBlocks, including) > 0) return reward / 32n
  return (reward * BigInt(8 - depth)) / 8n
}

/** The fees of a block's transactions, apart by who received them. Summed receipt by receipt: a block's gas times its base fee is not the same on every chain. */
export const feesOf = (rules: RewardRules, header: RpcHeader, paid: readonly (readonly [RpcTransaction, RpcReceipt])[]): Fees => {
  const baseFee = header.baseFeePerGas ? bigintOfHex(header.baseFeePerGas) : 0n
  const kept = rules.baseFee === 'to-producer' ? 0n : baseFee
  let tips = 0n
  let burnt = 0n
  for (const [transaction, receipt] of paid) {
    if (isFeeless(rules, transaction)) continue
    const gasUsed = bigintOfHex(receipt.gasUsed)
    const price = pricePaid(transaction, receipt, header.baseFeePerGas)
    const tip = rules.tips === 'none' || price < kept ? 0n : price - kept
    tips += gasUsed * tip
    burnt += gasUsed * (price - tip)
  }
  return { tips, burnt }
}

const isFeeless = (rules: RewardRules, transaction: RpcTransaction): boolean => {
  if (rules.feelessTypes.length === 0 || !rules.feelessTypes.includes(typeOf(transaction))) return false
  // Celo's token-fee type with no token named pays in the chain's own coin.
  return transaction['feeCurrency'] !== null
}

/** Who made the block. Throws `SealError` where that is who signed it and the signature does not tell. */
export const producerOf = (rules: RewardRules, header: RpcHeader): Hex => {
  const sealed = rules.producer === 'seal' && numberOfHex(header.number) > 0 && !isMerged(header)
  return sealed ? recoverSealer(header, rules.sealedBaseFeeFrom) : fixedHex(header.miner, 20)
}

const isMerged = (header: RpcHeader): boolean => Number(header.difficulty) === 0

/** Whether the reward of this block can be known at all. */
const isRewardKnown = (rules: RewardRules, header: RpcHeader): boolean => rules.unknown === undefined || isPast(rules.unknown.when, header)

const isPast = (when: NonNullable<RewardRules['unknown']>['when'], header: RpcHeader): boolean => {
  if (when === 'always') return false
  return when === 'before-merge' ? isMerged(header) : numberOfHex(header.number) >= when.beforeBlock
}

/** Who made the block and what it earned; undefined where that cannot be known. `block` and `paid` have passed their checks. */
export const validatedBlock = (
  rules: RewardRules,
  block: RpcBlock,
  paid: readonly (readonly [RpcTransaction, RpcReceipt])[],
): ValidatedBlock | undefined => {
  if (!isRewardKnown(rules, block)) return undefined
  const number = numberOfHex(block.number)
  const producer = producerOf(rules, block)
  return {
    producer,
    feeRecipient: rules.tipRecipients.findLast((recipient) => recipient.from <= number)?.address ?? producer,
    staticReward: staticReward(rules, number),
    inclusionReward: inclusionReward(rules, number, block.uncles?.length ?? 0),
    ...feesOf(rules, block, paid),
    // Whichever node is asked, the same number.
    transactionCount: rules.producer === 'seal' ? ownTransactions(block).length : block.transactions.length,
  }
}

/** The rows of a block's uncles. The headers have passed `checkUncles`. */
export const uncleRows = (rules: RewardRules, block: RpcBlock, uncles: readonly RpcHeader[]): readonly Uncle[] =>
  uncles.map((uncle) => ({
    hash: fixedHex(uncle.hash, 32),
    number: numberOfHex(uncle.number),
    timestamp: numberOfHex(uncle.timestamp),
    miner: fixedHex(uncle.miner, 20),
    reward: uncleReward(rules, numberOfHex(block.number), numberOfHex(uncle.number)),
  }))
