import type { Quirk } from '../chains/port.ts'
import type { RewardRules } from '../chains/rules.ts'
import { bloomOfLogs } from '../evm/bloom.ts'
import { checkBlock } from '../evm/check-block.ts'
import { transferBatchTopic, transferSingleTopic } from '../evm/decode-transfers.ts'
import { headerHash } from '../evm/header.ts'
import { toIndexedBlock } from '../evm/indexed-block.ts'
import type { RpcHeader } from '../evm/json-rpc.ts'
import { checkUncles } from '../evm/uncles.ts'
import type { Hex } from '../records/hex.ts'
import type { Dataset } from '../store/port.ts'
import { messageOf } from './errors.ts'
import type { Examiner, Failure } from './examine.ts'

interface ExaminerOptions {
  readonly quirks: readonly Quirk[]
  readonly rules: RewardRules
  readonly datasets: readonly Dataset[]
}

/** The examiner of a chain, out of the pure parts. */
export const createExaminer = ({ quirks, rules, datasets }: ExaminerOptions): Examiner => {
  const header = (value: RpcHeader): Failure | undefined => {
    if (quirks.includes('header-hash-not-recomputable')) return undefined
    try {
      const hash = headerHash(value)
      if (quirks.includes('miner-shown-differs') && headerHash({ ...value, miner: zeroAddress }) === value.hash) return undefined
      return hash === value.hash ? undefined : { check: 'header-hash', detail: `the fields hash to ${hash}, the header says ${value.hash}` }
    } catch (error) {
      return { check: 'header-hash', detail: messageOf(error) }
    }
  }
  return {
    quirks,
    rewards: rules.unknown === undefined ? 'known' : rules.unknown.when === 'always' ? 'unknown' : 'partly-known',
    rewardsUnknown: rules.unknown && unknownText(rules.unknown),
    header,
    block: ({ block, receipts }) => {
      const [first] = checkBlock(block, receipts, quirks)
      return first === undefined ? undefined : { check: first.check, detail: first.message }
    },
    rows: ({ block, receipts }, uncles) => {
      const held = uncles.filter((uncle) => uncle !== undefined)
      const [wrong] = held.length === block.uncles.length ? checkUncles(block, held) : []
      if (wrong !== undefined) throw new Error(wrong)
      const wanted = { transfers: datasets.includes('transfers'), blocks: datasets.includes('blocks') }
      const { malformed, warnings, block: indexed } = toIndexedBlock({ block, receipts, uncles: held, rules, ...wanted })
      // Where no uncles were asked for, none are missing.
      const lacking = uncles.includes(undefined) && { unclesMissing: true as const }
      return { block: { ...indexed, ...lacking }, malformedEvents: malformed, warnings }
    },
    bloomsProven: !bloomless.some((quirk) => quirks.includes(quirk)),
    mayHoldTransfers: ({ logsBloom }) => transferBlooms.some((bloom) => isWithin(bloom, logsBloom)),
    transferTopics: [transferSingleTopic, transferBatchTopic],
  }
}

/** A bloom that is under no hash, that is not the logs', or that leaves out logs of receipts beyond the transactions. */
const bloomless: readonly Quirk[] = ['header-hash-not-recomputable', 'bloom-not-recomputable', 'receipts-beyond-transactions']

const unknownText = ({ when, why }: NonNullable<RewardRules['unknown']>): string => {
  if (when === 'always') return why
  return `${when === 'before-merge' ? 'before its merge' : `before block ${when.beforeBlock.toLocaleString('en')}`}: ${why}`
}

/** The bits one topic sets, as a number of 2048 bits. */
const bloomBits = (topic: Hex): bigint => {
  const log = {
    address: zeroAddress,
    data: '0x',
    blockNumber: '0x0',
    blockHash: '0x',
    transactionHash: '0x',
    transactionIndex: '0x0',
    logIndex: '0x0',
  } as const
  return BigInt(bloomOfLogs([{ ...log, topics: [topic] }])) & ~BigInt(bloomOfLogs([{ ...log, topics: [] }]))
}

const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'
const transferBlooms = [bloomBits(transferSingleTopic), bloomBits(transferBatchTopic)]

const isWithin = (bits: bigint, bloom: Hex): boolean => (BigInt(bloom) & bits) === bits
