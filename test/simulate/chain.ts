import type { CustomChain } from '../../src/config/types.ts'
import type { RpcHeader } from '../../src/evm/json-rpc.ts'
import type { IndexedBlock } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import { type BlockPlan, makeBlock, makeUncle, type SimulatedBlock } from './block.ts'
import { type Cast, zeroAddress } from './events.ts'
import { addressOf, vanityBytes } from './header.ts'
import { customChain, forkAt, type Profile, type ProfileName, profiles, reached } from './profile.ts'
import { createRandom, type Random } from './random.ts'
import { makeTokens, type SimulatedToken } from './tokens.ts'
import { highestBaseFee, type PlannedTransaction, planTransaction } from './transaction.ts'

/** A whole chain as plain data: blocks 0 to the last, each with its receipts, uncles and expected rows. Never changed: growing or forking makes another. */
export interface SimulatedChain {
  readonly seed: string
  readonly chainId: number
  readonly profile: Profile
  /** The length the forks were laid out for; the chain may be shorter or longer. */
  readonly planned: number
  /** The chain as an operator would configure it. */
  readonly custom: CustomChain
  readonly cast: Cast
  readonly producers: readonly { readonly address: Hex; readonly privateKey: Hex }[]
  readonly tokens: readonly SimulatedToken[]
  readonly options: Required<ChainDensity>
  readonly blocks: readonly SimulatedBlock[]
}

interface ChainDensity {
  /** Transactions in a block on average; about one block in five has none. */
  readonly transactionsPerBlock?: number
  readonly logsPerTransaction?: number
}

export interface ChainOptions extends ChainDensity {
  readonly seed: number | string
  /** Blocks after genesis. */
  readonly blocks: number
  readonly chainId?: number
  /** Chosen by the seed where absent. */
  readonly profile?: ProfileName
  /** Accounts that hold tokens: few make long lists. */
  readonly accounts?: number
}

export interface ForkOptions {
  readonly seed: number | string
  /** Blocks after the common one. */
  readonly blocks: number
  /** How likely an orphaned transaction enters the new branch. */
  readonly reinclude?: number
}

const genesisTime = 1_600_000_000
const blockSeconds = 12

/** The same options make the same chain. */
export const generateChain = (options: ChainOptions): SimulatedChain => {
  const seed = String(options.seed)
  const random = createRandom(`${seed}/chain`)
  const profile = profiles[options.profile ?? random.pick(['work', 'clique', 'merged'] as const)]
  const tokens = makeTokens(random, 6)
  const planned = Math.max(10, options.blocks)
  const empty: SimulatedChain = {
    seed,
    chainId: options.chainId ?? 900_001,
    profile,
    planned,
    custom: customChain(profile, planned),
    cast: {
      accounts: Array.from({ length: options.accounts ?? 8 }, () => random.hex(20)),
      tokens: tokens.map(({ address }) => address),
      others: Array.from({ length: 4 }, () => random.hex(20)),
    },
    producers: Array.from({ length: 4 }, () => random.hex(32)).map((privateKey) => ({ privateKey, address: addressOf(privateKey) })),
    tokens,
    options: { transactionsPerBlock: options.transactionsPerBlock ?? 3, logsPerTransaction: options.logsPerTransaction ?? 2 },
    blocks: [],
  }
  return extend(empty, options.blocks + 1)
}

/** The same chain, longer. */
export const extend = (chain: SimulatedChain, blocks: number): SimulatedChain => grow(chain, blocks, [], 0)

/** Another branch after block `at`: the same up to there, different after; another chain altogether, genesis and all, after block -1. */
export const fork = (chain: SimulatedChain, at: number, options: ForkOptions): SimulatedChain => {
  const orphaned = chain.blocks.slice(at + 1).flatMap(({ plans }) => plans)
  const base = { ...chain, seed: `${chain.seed}/fork ${at} ${options.seed}`, blocks: chain.blocks.slice(0, at + 1) }
  return grow(base, options.blocks, orphaned, options.reinclude ?? 0.5)
}

/** What a store must hold of the blocks from `from` to `to`. */
export const expectedRows = (chain: SimulatedChain, from = 0, to = chain.blocks.length - 1): IndexedBlock[] =>
  chain.blocks.slice(from, to + 1).map(({ expected }) => expected)

const grow = (chain: SimulatedChain, count: number, orphaned: readonly PlannedTransaction[], reinclude: number): SimulatedChain => {
  const blocks = [...chain.blocks]
  const waiting = [...orphaned]
  for (let made = 0; made < count; made++) {
    if (blocks.length === 0) {
      blocks.push(makeGenesis(chain))
      continue
    }
    const random = createRandom(`${chain.seed}/block ${blocks.length}`)
    const returning = waiting.splice(0, random.int(4)).filter(() => random.chance(reinclude))
    blocks.push(makeBlock(planBlock({ ...chain, blocks }, random, returning)))
  }
  return { ...chain, blocks }
}

const makeGenesis = (chain: SimulatedChain): SimulatedBlock => {
  const random = createRandom(`${chain.seed}/genesis`)
  const { era } = forkAt(chain.profile, 0, chain.planned)
  const signers = chain.producers.map(({ address }) => address.slice(2)).join('')
  const clique = chain.profile.name === 'clique'
  return makeBlock({
    number: 0,
    parentHash: `0x${'0'.repeat(64)}`,
    timestamp: genesisTime,
    era,
    issuance: 0n,
    baseFee: reached(era, 'london') ? 10n ** 9n : 0n,
    miner: zeroAddress,
    // The signers stand between the vanity and the place of a seal, which genesis has none of.
    extraData: clique ? `0x${'0'.repeat(2 * vanityBytes)}${signers}${'0'.repeat(130)}` : random.hex(8),
    filler: random.hex(32),
    transactions: [],
    uncles: [],
    withdrawals: [],
    seal: undefined,
    poweredByWork: chain.profile.name === 'work',
  })
}

const planBlock = (chain: SimulatedChain, random: Random, returning: readonly PlannedTransaction[]): BlockPlan => {
  const number = chain.blocks.length
  const { era, issuance } = forkAt(chain.profile, number, chain.planned)
  const context = { chainId: chain.chainId, cast: chain.cast, era, logsPerTransaction: chain.options.logsPerTransaction }
  const count = random.chance(0.2) ? 0 : random.int(chain.options.transactionsPerBlock * 2 + 1)
  const fresh = Array.from({ length: count }, () => planTransaction(random, context))
  const frame = frameOf(chain, random, number)
  return {
    ...frame,
    issuance,
    transactions: [...returning, ...fresh],
    uncles: chain.profile.uncles === 'ethash' && random.chance(0.25) ? planUncles(chain, random, number) : [],
    withdrawals: reached(era, 'cancun')
      ? Array.from({ length: random.int(3) }, (_, i) => ({
          index: number * 4 + i,
          validatorIndex: random.int(1_000),
          address: random.pick(chain.cast.accounts),
          amount: random.int(1_000_000),
        }))
      : [],
  }
}

/** All of a block but its contents. */
const frameOf = (chain: SimulatedChain, random: Random, number: number): Omit<BlockPlan, 'transactions' | 'uncles' | 'withdrawals'> => {
  const parent = chain.blocks[number - 1]
  if (parent === undefined) throw new Error(`no block ${number - 1} to build on`)
  const { era, issuance } = forkAt(chain.profile, number, chain.planned)
  const producer = random.pick(chain.producers)
  const clique = chain.profile.name === 'clique'
  return {
    number,
    parentHash: parent.block.hash,
    timestamp: parent.expected.timestamp + blockSeconds + random.int(3),
    era,
    issuance,
    baseFee: reached(era, 'london') ? nextBaseFee(parent.block, random) : 0n,
    // A clique header's miner is the address voted on, or nobody: never who made the block.
    miner: clique ? (random.chance(0.8) ? zeroAddress : random.pick(chain.cast.accounts)) : producer.address,
    extraData: clique ? random.hex(vanityBytes) : random.hex(random.int(33)),
    filler: random.hex(32),
    seal: clique ? producer : undefined,
    poweredByWork: chain.profile.name === 'work',
  }
}

const nextBaseFee = (parent: RpcHeader, random: Random): bigint => {
  const before = BigInt(parent.baseFeePerGas ?? '0x3b9aca00')
  const after = (before * BigInt(random.between(875, 1_125))) / 1_000n + BigInt(random.int(8))
  if (after > highestBaseFee) return highestBaseFee
  return after
}

/** One or two siblings of the last six ancestors. */
const planUncles = (chain: SimulatedChain, random: Random, number: number): RpcHeader[] =>
  Array.from({ length: random.between(1, 2) }, () => random.between(1, 6))
    .filter((depth) => number - depth >= 1)
    .map((depth) => {
      const frame = frameOf({ ...chain, blocks: chain.blocks.slice(0, number - depth) }, random, number - depth)
      return makeUncle({ ...frame, transactions: [], uncles: [], withdrawals: [] })
    })
