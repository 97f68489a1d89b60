import type { IndexedBlock, TokenText } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import type { CommitBatch } from '../../src/store/port.ts'
import { generateChain } from '../../test/simulate/chain.ts'
import type { Random } from '../../test/simulate/random.ts'
import { createWorld } from '../../test/simulate/world.ts'

/** A change of a data folder that is on disk once it is acknowledged; `steps.mjs` does them. */
export type Step =
  | { readonly kind: 'open' | 'reopen' | 'admin' }
  | { readonly kind: 'chain'; readonly chainId: number }
  | { readonly kind: 'commit'; readonly batch: CommitBatch }
  | { readonly kind: 'tokens'; readonly chainId: number; readonly tokens: ReadonlyMap<Hex, TokenText> }
  | { readonly kind: 'create' | 'revoke'; readonly name: string }
  | { readonly kind: 'use'; readonly name: string; readonly count: number }

/** What must be in the folder after a step, as plain data. */
export interface Expected {
  readonly chain: ExpectedChain | undefined
  readonly keys: readonly ExpectedKey[]
  /** The step that made the administrator's token. */
  readonly admin: number | undefined
}

export interface ExpectedChain {
  readonly head: number
  readonly finalized: number
  readonly blocks: readonly IndexedBlock[]
  readonly tokens: ReadonlyMap<Hex, TokenText>
}

export interface ExpectedKey {
  readonly name: string
  /** The step that made it. */
  readonly madeBy: number
  readonly revoked: boolean
  readonly used: number
}

export interface Plan {
  readonly chainId: number
  readonly contracts: readonly Hex[]
  readonly steps: readonly Step[]
  /** After each step. */
  readonly expected: readonly Expected[]
}

const datasets = ['transfers', 'blocks'] as const
const keySteps = ['create', 'create', 'revoke', 'use', 'admin'] as const
const storeKinds = ['advance', 'advance', 'reorganise', 'reorganise', 'fill', 'fill', 'tokens'] as const

/**
 * A chain that is followed from somewhere in its middle, reorganised, and filled in below, while keys come and go. The last step is one that stores blocks: what
 * goes on after a cut at the very end.
 */
export const makePlan = (random: Random, length: number): Plan => {
  const followedFrom = random.between(0, 30)
  const world = createWorld(
    generateChain({
      seed: random.int(1_000_000),
      blocks: followedFrom + 2 * length,
      accounts: random.pick([2, 4, 8]),
      transactionsPerBlock: random.pick([1, 2, 6]),
    }),
    { head: followedFrom },
  )
  const { chainId, tokens: contracts } = world.chain
  const steps: Step[] = []
  const expected: Expected[] = []
  let [chain, keys, admin]: [ExpectedChain | undefined, readonly ExpectedKey[], number | undefined] = [undefined, [], undefined]
  const take = (step: Step): void => {
    steps.push(step)
    expected.push({ chain, keys, admin })
  }
  const store = (blocks: readonly IndexedBlock[], more: Partial<CommitBatch>): void => {
    const { rollbackTo = Number.POSITIVE_INFINITY } = more
    const head = { number: world.head, timestamp: world.chain.blocks[world.head]?.expected.timestamp ?? 0 }
    const finalized = Math.max(chain?.finalized ?? -1, world.finalized ?? -1)
    const [from, to] = [blocks[0]?.number, blocks.at(-1)?.number]
    const range = from === undefined || to === undefined ? null : { from, to }
    const stays = (chain?.blocks ?? []).filter(({ number }) => number <= rollbackTo)
    const all = [...stays, ...blocks].sort((a, b) => a.number - b.number)
    chain = { head: head.number, finalized, blocks: all, tokens: chain?.tokens ?? new Map() }
    take({ kind: 'commit', batch: { chainId, range, datasets, blocks, head, finalized, ...more } })
  }
  const rows = (from: number, to: number): IndexedBlock[] => world.chain.blocks.slice(from, to + 1).map((block) => block.expected)
  const storeSteps = {
    advance: () => {
      const below = world.head
      world.advance(random.between(1, 6))
      store(rows(below + 1, world.head), {})
    },
    reorganise: () => {
      const depth = Math.min(random.between(1, 6), world.head - Math.max(followedFrom, world.finalized ?? 0))
      if (depth < 1) return storeSteps.advance()
      const at = world.head - depth
      world.reorganise({ depth, longer: random.int(3) })
      store(rows(at + 1, world.head), { rollbackTo: at })
    },
    fill: () => {
      const from = chain?.blocks.findIndex(({ number }, index) => number !== index) ?? -1
      if (from < 0 || from >= followedFrom) return storeSteps.advance()
      store(rows(from, Math.min(from + random.int(8), followedFrom - 1)), {})
    },
    tokens: () => {
      const tokens = new Map(contracts.filter(() => random.chance(0.4)).map(({ address, text }) => [address, text]))
      if (chain === undefined) return
      chain = { ...chain, tokens: new Map([...chain.tokens, ...tokens]) }
      take({ kind: 'tokens', chainId, tokens })
    },
  }
  const changeKeys = (): void => {
    const kind = keys.length === 0 ? 'create' : random.pick(keySteps)
    if (kind === 'admin') {
      admin = steps.length
      take({ kind })
    } else if (kind === 'create') {
      const name = `key ${steps.length}`
      keys = [...keys, { name, madeBy: steps.length, revoked: false, used: 0 }]
      take({ kind, name })
    } else {
      const { name, used } = random.pick(keys)
      const change = kind === 'use' ? { used: used + random.between(1, 9) } : { revoked: true }
      keys = keys.map((key) => (key.name === name ? { ...key, ...change } : key))
      take(kind === 'use' ? { kind, name, count: change.used ?? 0 } : { kind, name })
    }
  }
  take({ kind: 'open' })
  changeKeys()
  chain = { head: -1, finalized: -1, blocks: [], tokens: new Map() }
  take({ kind: 'chain', chainId })
  store(rows(followedFrom, followedFrom), {})
  while (steps.length < length) {
    const chosen = random.int(10)
    if (chosen < 3) changeKeys()
    else if (chosen < 9) storeSteps[random.pick(storeKinds)]()
    else take({ kind: 'reopen' })
  }
  storeSteps.advance()
  return { chainId, contracts: contracts.map(({ address }) => address), steps, expected }
}
