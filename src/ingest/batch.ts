import type { IndexedBlock } from '../records/block.ts'
import { blame } from './blame.ts'
import { commit, project, rowsOf } from './commit.ts'
import type { ChainContext } from './context.ts'
import { BrokenLink } from './errors.ts'
import type { ProvenBlock } from './prove.ts'
import type { Gap } from './ranges.ts'

/** Gathers consecutive proven blocks of a gap and commits them in batches of bounded size, one commit under way while the next batch gathers. */
interface BatchWriter {
  add(proven: ProvenBlock): Promise<void>
  /** Says that nothing is in the blocks up to this one, so that they count as done. Where it is given, it leaves its hash if its batch ends with it. */
  passTo(number: number, block?: IndexedBlock): Promise<void>
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
  let passed: IndexedBlock | undefined
  let underWay: Promise<void> = Promise.resolve()

  const send = async (): Promise<void> => {
    await underWay
    if (to < from) return
    const range = { from, to }
    const batch = passed?.number === to && blocks.at(-1)?.number !== to ? [...blocks, passed] : blocks
    from = to + 1
    blocks = []
    rows = 0
    startedAt = performance.now()
    underWay = commit(chain, { range, datasets: gap.datasets, blocks: batch }).then(() => {
      chain.meter.filled += range.to - range.from + 1
    })
    // Its failure is met at the next `send` or `flush`; until then it must not count as unhandled.
    underWay.catch(() => undefined)
  }
  const sendIfFull = async (): Promise<void> => {
    if (blocks.length >= commitBlocks || rows >= commitRows || performance.now() - startedAt >= commitMs) await send()
  }
  return {
    add: async ({ block, source }: ProvenBlock) => {
      if (previous !== undefined && previous.number === block.number - 1 && previous.hash !== block.parentHash) {
        const broken = new BrokenLink(block.number, block.parentHash, previous.hash)
        blame(chain, source, broken.message)
        throw broken
      }
      previous = block
      const kept = project(block, gap.datasets)
      blocks.push(kept)
      rows += rowsOf(kept)
      to = block.number
      await sendIfFull()
    },
    passTo: async (number, block) => {
      to = Math.max(to, number)
      passed = block
      await sendIfFull()
    },
    flush: async () => {
      await send()
      await underWay
    },
  }
}
