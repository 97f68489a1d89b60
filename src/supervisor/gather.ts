import { lastingPart, type MetricsSnapshot, mergeSnapshots } from '../http/metrics/registry.ts'

/** Adds up the figures of all children. */
export interface Gatherer {
  /** Asks every child, waits a moment, and answers with what came: a child that hangs does not take the metrics down. */
  gather(own: MetricsSnapshot): Promise<MetricsSnapshot>
  measured(child: number, id: number, snapshot: MetricsSnapshot): void
  /** A child has ended: what it counted stays counted. */
  ended(child: number): void
}

export interface GatherTargets {
  readonly children: () => readonly number[]
  readonly ask: (child: number, id: number) => void
}

/** Longer than a busy worker takes to look up; shorter than any scraper waits. */
const waitMs = 1_000

export const createGatherer = ({ children, ask }: GatherTargets): Gatherer => {
  const latest = new Map<number, MetricsSnapshot>()
  let retired: MetricsSnapshot = { values: {}, histograms: {} }
  let nextId = 1
  const waiting = new Map<number, { readonly missing: Set<number>; readonly done: () => void }>()
  const settle = (child: number, id: number): void => {
    const wait = waiting.get(id)
    wait?.missing.delete(child)
    if (wait?.missing.size === 0) wait.done()
  }
  return {
    gather: async (own) => {
      const id = nextId++
      const asked = children()
      if (asked.length > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs)
          const done = (): void => {
            clearTimeout(timer)
            resolve()
          }
          waiting.set(id, { missing: new Set(asked), done })
          for (const child of asked) ask(child, id)
        })
      waiting.delete(id)
      return mergeSnapshots([retired, own, ...children().flatMap((child) => latest.get(child) ?? [])])
    },
    measured: (child, id, snapshot) => {
      latest.set(child, snapshot)
      settle(child, id)
    },
    ended: (child) => {
      const last = latest.get(child)
      latest.delete(child)
      if (last !== undefined) retired = mergeSnapshots([retired, lastingPart(last)])
      for (const id of [...waiting.keys()]) settle(child, id)
    },
  }
}
