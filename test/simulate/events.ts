import type { Hex } from '../../src/records/hex.ts'
import { toHex, word } from './bytes.ts'
import type { Random } from './random.ts'

/** A log before it has a place in a block, and the transfers it stands for: known because they came first, not by decoding. */
export interface PlannedLog {
  readonly kind: string
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly operator: Hex
  readonly from: Hex
  readonly to: Hex
  readonly moved: readonly { readonly tokenId: bigint; readonly value: bigint }[]
}

/** Who and what a chain's events are about. */
export interface Cast {
  readonly accounts: readonly Hex[]
  readonly tokens: readonly Hex[]
  readonly others: readonly Hex[]
}

export const zeroAddress: Hex = `0x${'0'.repeat(40)}`
export const transferSingleTopic: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
export const transferBatchTopic: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalForAllTopic: Hex = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** Pairs in the largest batches: more than a row set holds (64), so that batches cross its border. */
const deepBatchPairs = 150

export const planLog = (random: Random, cast: Cast): PlannedLog => {
  const kind = pickWeighted(random)
  const from = random.pick(cast.accounts)
  const parties = { operator: random.pick(cast.accounts), from, to: random.pick(cast.accounts) }
  return makers[kind](random, cast, parties)
}

interface Parties {
  readonly operator: Hex
  readonly from: Hex
  readonly to: Hex
}
type Maker = (random: Random, cast: Cast, parties: Parties) => PlannedLog

const topic = (address: Hex): Hex => toHex(word(address))
const maxWord = 2n ** 256n - 1n
const pair = (random: Random) => ({
  tokenId: random.chance(0.05) ? maxWord : random.big(random.pick([4, 64, 256])),
  value: random.chance(0.1) ? 0n : random.chance(0.03) ? maxWord : random.big(random.pick([8, 128])),
})
const joined = (...parts: readonly Uint8Array[]): Hex => toHex(Buffer.concat(parts))
const array = (values: readonly bigint[]): Uint8Array => Buffer.concat([word(values.length), ...values.map(word)])

const log = (
  kind: string,
  address: Hex,
  first: Hex,
  parties: Parties,
  data: Hex,
  moved: PlannedLog['moved'],
  topics: readonly Hex[] = [first, topic(parties.operator), topic(parties.from), topic(parties.to)],
): PlannedLog => ({ kind, address, topics, data, ...parties, moved })

const single =
  (kind: string, change: (parties: Parties) => Partial<Parties>, value?: bigint): Maker =>
  (random, cast, given) => {
    const parties = { ...given, ...change(given) }
    const moved = value === undefined ? pair(random) : { ...pair(random), value }
    return log(kind, random.pick(cast.tokens), transferSingleTopic, parties, joined(word(moved.tokenId), word(moved.value)), [moved])
  }

/** The two arrays in the usual order, or the values first: both are right, only the offsets say which is which. */
const batchData = (moved: PlannedLog['moved'], valuesFirst: boolean): Hex => {
  const ids = array(moved.map(({ tokenId }) => tokenId))
  const values = array(moved.map(({ value }) => value))
  if (valuesFirst) return joined(word(64 + values.length), word(64), values, ids)
  return joined(word(64), word(64 + ids.length), ids, values)
}

const batch =
  (kind: string, length: (random: Random) => number, valuesFirst = false): Maker =>
  (random, cast, given) => {
    const parties = random.chance(0.2) ? { ...given, from: zeroAddress } : random.chance(0.1) ? { ...given, to: zeroAddress } : given
    const moved = Array.from({ length: length(random) }, () => pair(random))
    // The same id twice in one batch is two rows.
    if (moved[0] && moved[1] && random.chance(0.2)) moved[1] = { ...moved[1], tokenId: moved[0].tokenId }
    return log(kind, random.pick(cast.tokens), transferBatchTopic, parties, batchData(moved, valuesFirst), moved)
  }

const malformed =
  (kind: string, first: Hex, data: (random: Random) => Hex): Maker =>
  (random, cast, parties) =>
    log(kind, random.pick(cast.tokens), first, parties, data(random), [])

const foreign =
  (kind: string, topics: (parties: Parties, random: Random) => readonly Hex[], data: (random: Random) => Hex): Maker =>
  (random, cast, parties) =>
    log(kind, random.pick([...cast.others, ...cast.tokens]), transferTopic, parties, data(random), [], topics(parties, random))

const makers = {
  transfer: single('transfer', () => ({})),
  mint: single('mint', () => ({ from: zeroAddress })),
  burn: single('burn', () => ({ to: zeroAddress })),
  'self transfer': single('self transfer', ({ from }) => ({ to: from })),
  'zero value': single('zero value', () => ({}), 0n),
  batch: batch('batch', (random) => random.between(1, 6)),
  'values first': batch('values first', (random) => random.between(1, 4), true),
  'empty batch': batch('empty batch', () => 0),
  'deep batch': batch('deep batch', (random) => random.between(65, deepBatchPairs)),
  'lengths differ': malformed('lengths differ', transferBatchTopic, () => joined(word(64), word(160), array([1n, 2n]), array([5n]))),
  'offset outside': malformed('offset outside', transferBatchTopic, () => joined(word(64), word(2n ** 200n), array([1n]), array([1n]))),
  'length absurd': malformed('length absurd', transferBatchTopic, () => joined(word(64), word(96), word(maxWord), word(maxWord))),
  'batch cut': malformed('batch cut', transferBatchTopic, () => joined(word(64), word(128), array([1n]), word(1))),
  'single cut': malformed('single cut', transferSingleTopic, (random) => toHex(random.bytes(random.pick([0, 32, 63])))),
  // Nothing indexed, as one contract declared it: by its signature the same event, and not the standard's.
  'topics missing': ((random, cast, { operator, from, to }) =>
    log(
      'topics missing',
      random.pick(cast.tokens),
      transferSingleTopic,
      { operator, from, to },
      joined(word(operator), word(from), word(to), word(1), word(1)),
      [],
      [transferSingleTopic],
    )) satisfies Maker,
  'fungible transfer': foreign(
    'fungible transfer',
    ({ from, to }) => [transferTopic, topic(from), topic(to)],
    (random) => toHex(word(random.big(128))),
  ),
  approval: foreign(
    'approval',
    ({ from, to }) => [approvalForAllTopic, topic(from), topic(to)],
    () => toHex(word(1)),
  ),
  anonymous: foreign(
    'anonymous',
    () => [],
    (random) => random.hex(random.int(80)),
  ),
  unknown: foreign(
    'unknown',
    (_, random) => Array.from({ length: random.between(1, 4) }, () => random.hex(32)),
    (random) => random.hex(random.int(200)),
  ),
} as const satisfies Record<string, Maker>

export type LogKind = keyof typeof makers

/** How often each kind comes, in parts; deep batches are rare because each is as long as hundreds of the others. */
export const logWeights: Readonly<Record<LogKind, number>> = {
  transfer: 20,
  mint: 8,
  burn: 5,
  'self transfer': 3,
  'zero value': 3,
  batch: 14,
  'values first': 3,
  'empty batch': 2,
  'deep batch': 1,
  'lengths differ': 2,
  'offset outside': 2,
  'length absurd': 2,
  'batch cut': 2,
  'single cut': 2,
  'topics missing': 2,
  'fungible transfer': 10,
  approval: 3,
  anonymous: 2,
  unknown: 4,
}

const kinds = Object.keys(makers) as LogKind[]
const totalWeight = kinds.reduce((sum, kind) => sum + logWeights[kind], 0)

const pickWeighted = (random: Random): LogKind => {
  let left = random.int(totalWeight)
  for (const kind of kinds) {
    left -= logWeights[kind]
    if (left < 0) return kind
  }
  throw new Error('the weights do not add up')
}
