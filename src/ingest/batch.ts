import type { IndexedBlock } from '../records/block.ts'
import { commit, project, rowsOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { BrokenLink, Disagreement } from './errors.ts'
import type { ProvenBlock } from './prove.ts'
import type { ProvenHeader } from './prove-header.ts'
import type { Gap } from './ranges.ts'
import { isSeenElsewhere } from './second-opinion.ts'

/** A batch may end only with a block that others see too. One that does not waits for more blocks, until it is this many times as large as others. */
const largestDoubt = 10

/** Gathers consecutive proven blocks of a gap and commits them in batches of bounded size, one commit under way while the next batch gathers. */
interface BatchWriter {
  add(proven: ProvenBlock): Promise<void>
  /** Says that nothing is in the blocks up to this one, so that they count as done. Where it is given, it leaves its hash if its batch ends with it. */
  passTo(number: number, header?: ProvenHeader): Promise<void>
  /** Commits what is gathered and waits until all of it is stored. */
  flush(): Promise<void>
}

export const createBatchWriter = (chain: ChainContext, gap: Gap): BatchWriter => {
  const { commitBlocks, commitRows, commitMs } = chain.limits
  let from = gap.from
  let to = gap.from - 1
  let blocks: IndexedBlock[] = []
  let rows = 0
  let startedAt = performance.now()
  let previous: IndexedBlock | undefined
  let last: ProvenBlock | ProvenHeader | undefined
  let doubts = 0
  let underWay: Promise<void> = Promise.resolve()

  /** False where nobody else sees how it ends: then it is kept, and nothing of it stored. */
  const send = async (): Promise<boolean> => {
    await underWay
    if (to < from) return true
    const ending = last?.block.number === to ? last : undefined
    if (ending !== undefined && !(await isSeenElsewhere(chain, ending))) return false
    const range = { from, to }
    const batch = ending === undefined || blocks.at(-1)?.number === to ? blocks : [...blocks, ending.block]
    from = to + 1
    blocks = []
    rows = 0
    doubts = 0
    startedAt = performance.now()
    underWay = commit(chain, { range, datasets: gap.datasets, blocks: batch }).then(() => {
      chain.meter.filled += range.to - range.from + 1
    })
    // Its failure is met at the next `send` or `flush`; until then it must not count as unhandled.
    underWay.catch(() => undefined)
    return true
  }
  const sendIfFull = async (): Promise<void> => {
    const size = doubts + 1
    if (blocks.length < commitBlocks * size && rows < commitRows * size && performance.now() - startedAt < commitMs * size) return
    if (await send()) return
    if (++doubts >= largestDoubt) throw new Disagreement(to)
  }
  return {
    add: async (proven) => {
      const { block } = proven
      // Where neighbours were exchanged, whoever made one up was blamed when they were compared.
      if (previous !== undefined && previous.number === block.number - 1 && previous.hash !== block.parentHash)
        throw new BrokenLink(block.number, block.parentHash, previous.hash)
      previous = block
      last = proven
      const kept = project(block, gap.datasets)
      blocks.push(kept)
      rows += rowsOf(kept)
      to = block.number
      await sendIfFull()
    },
    passTo: async (number, header) => {
      to = Math.max(to, number)
      last = header
      await sendIfFull()
    },
    flush: async () => {
      const sent = await send()
      await underWay
      // What could not be looked into while the program ends is fetched again when it begins.
      if (!sent && !chain.signal.aborted) throw new Disagreement(to)
    },
  }
}
