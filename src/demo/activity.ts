import type { Hex } from '../records/hex.ts'
import { createPurses, type Heap } from './purses.ts'
import type { Chance } from './random.ts'
import { approve, burn, burnBatch, mint, mintBatch, transfer, transferBatch } from './token.ts'

/** One transaction of the demo: who sends it, and what it does. */
export interface Deed {
  readonly kind: DeedKind | 'approve'
  readonly sender: Hex
  readonly data: Hex
}

/** Thinks up what the holders do next; nothing it proposes fails. */
export interface Activity {
  /** Everyone receives a first set of tokens, and allows the operator to move them. */
  opening(): readonly Deed[]
  next(): Deed
}

/** Token ids in play: few, so that lists by token have rows too. */
const tokenKinds = 12

/** How often each deed comes, in parts. */
const habits = {
  move: 40,
  'move batch': 15,
  'move by operator': 10,
  'move to oneself': 3,
  mint: 15,
  'mint batch': 8,
  burn: 6,
  'burn batch': 3,
} as const
type DeedKind = keyof typeof habits
const deedKinds = Object.keys(habits) as DeedKind[]
const habitsTotal = deedKinds.reduce((sum, kind) => sum + habits[kind], 0)

export const createActivity = (chance: Chance, holders: readonly Hex[], operator: Hex): Activity => {
  const purses = createPurses(chance)
  // The first holder comes up twice as often as the others: whoever looks at one address should see much.
  const anyone = (): Hex => holders[Math.max(0, chance(holders.length + 1) - 1)] ?? operator
  const amount = (): bigint => BigInt(1 + chance(50))
  const token = (): bigint => BigInt(1 + chance(tokenKinds))
  const neighbours = (): Heap => {
    const first = token()
    const ids = Array.from({ length: 2 + chance(4) }, (_, step) => ((first + BigInt(step)) % BigInt(tokenKinds)) + 1n)
    return { ids, values: ids.map(amount) }
  }
  const minted = (who: Hex): Deed => {
    const { ids, values } = purses.give(who, neighbours())
    return { kind: 'mint batch', sender: who, data: mintBatch(who, ids, values) }
  }
  const moved = (kind: DeedKind, sender: Hex, from: Hex, to: Hex): Deed => {
    const { id, value } = only(purses.give(to, purses.take(from, 1, token())))
    return { kind, sender, data: transfer(from, to, id, value) }
  }
  const deeds: Readonly<Record<DeedKind, (who: Hex) => Deed>> = {
    mint: (who) => {
      const { id, value } = only(purses.give(who, { ids: [token()], values: [amount()] }))
      return { kind: 'mint', sender: who, data: mint(who, id, value) }
    },
    'mint batch': minted,
    move: (who) => moved('move', who, who, anyone()),
    'move to oneself': (who) => moved('move to oneself', who, who, who),
    'move by operator': (who) => moved('move by operator', operator, who, anyone()),
    'move batch': (who) => {
      const to = anyone()
      const { ids, values } = purses.give(to, purses.take(who, 2 + chance(4), token()))
      return { kind: 'move batch', sender: who, data: transferBatch(who, to, ids, values) }
    },
    burn: (who) => {
      const { id, value } = only(purses.take(who, 1, token()))
      return { kind: 'burn', sender: who, data: burn(who, id, value) }
    },
    'burn batch': (who) => {
      const { ids, values } = purses.take(who, 2 + chance(2), token())
      return { kind: 'burn batch', sender: who, data: burnBatch(who, ids, values) }
    },
  }
  return {
    opening: () => holders.flatMap((holder) => [minted(holder), { kind: 'approve', sender: holder, data: approve(operator) }]),
    next: () => deeds[habit(chance(habitsTotal))](anyone()),
  }
}

const only = ({ ids, values }: Heap): { readonly id: bigint; readonly value: bigint } => ({ id: ids[0] ?? 1n, value: values[0] ?? 0n })

const habit = (throwOfDice: number): DeedKind => {
  let left = throwOfDice
  for (const kind of deedKinds) {
    left -= habits[kind]
    if (left < 0) return kind
  }
  return 'move'
}
