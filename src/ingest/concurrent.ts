/** Does `work` for every item, at most `atOnce` at a time; results in the items' order. The first failure ends it. */
export const mapBounded = async <T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  let failed = false
  const runner = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next++
      try {
        results[index] = await work(items[index] as T)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runner))
  return results
}
