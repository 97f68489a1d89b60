/** A promise of the service and how it held: what `--json` writes. */
interface Outcome {
  readonly name: string
  readonly tried: number
  readonly failed: number
}

/** Counts how a promise holds, and keeps what the first failures were. */
export interface Tally {
  check(holds: boolean, what: () => string): void
  readonly outcome: Outcome
  /** The first failures, each with what is needed to see it again. */
  readonly failures: readonly string[]
}

/** Enough to see a pattern; a run that fails a million times must not fill the memory. */
const failuresKept = 10

export const createTally = (name: string): Tally => {
  let tried = 0
  let failed = 0
  const failures: string[] = []
  return {
    check: (holds, what) => {
      tried++
      if (holds) return
      failed++
      if (failures.length < failuresKept) failures.push(what())
    },
    get outcome() {
      return { name, tried, failed }
    },
    failures,
  }
}
