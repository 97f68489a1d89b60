/** The candidate a slip of the fingers away from what was written, for "did you mean". */
export const closest = (written: string, candidates: readonly string[]): string | undefined => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '')
  const wanted = plain(written)
  // A third of the letters may be wrong: more would suggest words that only happen to be as short.
  const bound = Math.max(1, Math.floor(wanted.length / 3))
  return candidates
    .map((candidate) => ({ candidate, distance: distance(wanted, plain(candidate)) }))
    .filter((one) => one.distance <= bound)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate
}

/** Edits (insert, delete, replace, swap two neighbours) from one text to the other. */
const distance = (a: string, b: string): number => {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
