import { isDeepStrictEqual } from 'node:util'
import { rowsOf } from '../../src/ingest/commit.ts'
import type { BlockRange } from '../../src/store/port.ts'
import { createTally, type Tally } from '../outcome.ts'
import { isSameBlock } from '../same-chain.ts'
import type { Found, Opener } from './opener.ts'
import type { Expected, ExpectedChain, Plan, Step } from './plan.ts'
import type { Recording } from './recording.ts'

export const powerTallies = () => ({
  opens: createTally('power: after a power cut store and keys open, and every row and list in them agrees'),
  store: createTally('power: the store is as after the last commit that was acknowledged, or the one under way, to the row'),
  keys: createTally("power: keys, revocations, saved counts and the administrator's token are as acknowledged"),
  resumes: createTally('power: the next commit and the next key go onto what is left'),
})
export type PowerTallies = ReturnType<typeof powerTallies>

interface Cut {
  /** What is left. */
  readonly folder: string
  readonly recording: Recording
  readonly at: number
  readonly opener: Opener
  /** Who comes first after the cut. */
  readonly first: 'read' | 'write'
  readonly when: string
}

/** Compares what is left with what was acknowledged, and goes on from there. */
export const judge = async ({ folder, recording, at, opener, first, when }: Cut, all: PowerTallies): Promise<void> => {
  const { plan, secrets } = recording
  const [acknowledged, begun] = progressAt(recording, at)
  const context = `${when}: step ${acknowledged} of ${begun} acknowledged`
  const allowed: Expected[] = []
  for (let step = acknowledged; step <= begun; step++) allowed.push(plan.expected[step] ?? nothing)
  const looking = { folder, chainId: plan.chainId, contracts: plan.contracts, secrets: [...secrets.values()] }
  const found = await tryTo(() => opener.look({ ...looking, mode: first }), all.opens, context)
  if (found === undefined) return

  const inStore = allowed.map(({ chain }) => differenceOfStore(found, chain, plan))
  const inKeys = allowed.map((expected) => differenceOfKeys(found, expected, secrets))
  all.store.check(inStore.includes(undefined), () => `${context}: ${inStore.join('; ')}`)
  all.keys.check(inKeys.includes(undefined), () => `${context}: ${inKeys.join('; ')}`)
  if (!inStore.includes(undefined) || !inKeys.includes(undefined)) return

  const next = plan.steps.findIndex((step, number) => number > acknowledged + inStore.indexOf(undefined) && changesStore(step))
  const steps = [...plan.steps.slice(next, next + 1), { kind: 'create', name: 'after the cut' } as const]
  await tryTo(
    async () => {
      await opener.goOn({ folder, steps })
      const after = await opener.look({ ...looking, mode: 'read' })
      const difference = differenceOfStore(after, plan.expected[next]?.chain, plan)
      if (difference !== undefined) throw new Error(difference)
      if (!after.access.keys.some(({ name }) => name === 'after the cut')) throw new Error('the key made after it is not there')
    },
    all.resumes,
    context,
  )
}

/** The last steps that were acknowledged, and begun, at an instant; -1 before any. */
const progressAt = ({ told }: Recording, at: number): [number, number] => {
  const said = told.said.filter(({ begun }) => begun <= at).map(({ text }) => text)
  const last = (what: string): number => Number(said.findLast((text) => text.startsWith(what))?.split(' ')[1] ?? -1)
  return [last('done'), last('begin')]
}

const tryTo = async <T>(work: () => Promise<T>, tally: Tally, context: string): Promise<T | undefined> => {
  try {
    const result = await work()
    tally.check(true, () => '')
    return result
  } catch (error) {
    tally.check(false, () => `${context}: ${String(error)}`)
    return undefined
  }
}

const nothing: Expected = { chain: undefined, keys: [], admin: undefined }

const changesStore = ({ kind }: Step): boolean => kind === 'chain' || kind === 'commit' || kind === 'tokens'

const differenceOfStore = ({ store }: Found, expected: ExpectedChain | undefined, plan: Plan): string | undefined => {
  if (store === undefined || expected === undefined)
    return store === undefined && expected === undefined ? undefined : `the chain is ${store === undefined ? 'lost' : 'there too early'}`
  const { state, blocks, tokens } = store
  if (state.head !== expected.head || state.finalized !== expected.finalized)
    return `head ${state.head}, final ${state.finalized}; not ${expected.head}, ${expected.finalized}`
  const numbers = expected.blocks.map(({ number }) => number)
  for (const covered of [state.coverage.transfers, state.coverage.blocks])
    if (!isDeepStrictEqual(covered.flatMap(numbersOf), numbers)) return 'coverage is not that of the blocks'
  for (let i = 0; i < Math.max(blocks.length, numbers.length); i++)
    if (!isSameBlock(blocks[i], expected.blocks[i])) return `block ${numbers[i]} is not the chain's`
  if (state.transferRows + state.blockRows + state.uncleRows !== expected.blocks.reduce((sum, block) => sum + rowsOf(block), 0))
    return 'the counts are not those of the rows'
  const wanted = plan.contracts.map((contract) => expected.tokens.get(contract))
  return isDeepStrictEqual(tokens, wanted) ? undefined : 'the tokens are not those put'
}

const numbersOf = ({ from, to }: BlockRange): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const differenceOfKeys = ({ access }: Found, { keys, admin }: Expected, secrets: ReadonlyMap<number, string>): string | undefined => {
  const inOrder = (all: readonly { readonly name: string }[]): unknown => [...all].sort((a, b) => (a.name < b.name ? -1 : 1))
  if (!isDeepStrictEqual(inOrder(access.keys), inOrder(keys.map(({ madeBy: _, ...key }) => key)))) return 'the keys are not those made'
  const live = keys.filter(({ revoked }) => !revoked).map(({ madeBy }) => madeBy)
  const good = [...live, ...(admin === undefined ? [] : [admin])].map((step) => secrets.get(step))
  return isDeepStrictEqual(new Set(access.good), new Set(good)) ? undefined : 'other secrets open something than should'
}
