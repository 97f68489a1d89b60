import type { Clock } from './clock.ts'
import type { Endpoint } from './endpoint.ts'

/** What an endpoint taught, as plain JSON. */
export interface Lessons {
  readonly batchCalls: number
  readonly rangeBlocks: number | null
  readonly unsupported: readonly string[]
  readonly oldest: number | null
}

/** Where lessons are kept between runs, by the name of the endpoint. Both ways must not throw; what is lost is learnt again. */
export interface Memory {
  readonly load: () => Readonly<Record<string, Lessons>>
  readonly save: (lessons: Readonly<Record<string, Lessons>>) => void
}

/** Takes up what was learnt in an earlier run. A belief about pruning counts as a hint only: the node may have changed since. */
export const recall = (endpoints: readonly Endpoint[], memory: Memory, clock: Clock): void => {
  const lessons = memory.load()
  for (const { name, learned } of endpoints) {
    const known = lessons[name]
    if (known === undefined || known === null) continue
    if (isCount(known.batchCalls)) learned.batchCalls = Math.min(learned.batchCalls, known.batchCalls)
    if (isCount(known.rangeBlocks)) learned.rangeBlocks = known.rangeBlocks
    for (const method of Array.isArray(known.unsupported) ? known.unsupported : []) learned.unsupported.set(method, clock.now())
    if (isCount(known.oldest)) learned.oldest = { block: known.oldest, stated: false, learnedAt: clock.now() }
  }
}

/** What is kept is a file that anyone may have edited: a batch of no calls would be asked for ever. */
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

export const record = (endpoints: readonly Endpoint[], memory: Memory): void =>
  memory.save(
    Object.fromEntries(
      endpoints.map(({ name, learned }): [string, Lessons] => [
        name,
        {
          batchCalls: learned.batchCalls,
          rangeBlocks: Number.isFinite(learned.rangeBlocks) ? learned.rangeBlocks : null,
          unsupported: [...learned.unsupported.keys()],
          oldest: learned.oldest?.block ?? null,
        },
      ]),
    ),
  )
