import type { ChainView } from '../service/status.ts'
import { count } from './format.ts'

/** The last block the coverage is drawn to: the head, or while none is stored the newest a node has shown. */
export const coverageEnd = ({ head, indexer }: ChainView): number | undefined => head?.number ?? indexer?.head?.number

/** What an operator should know of a chain beside its figures, a sentence each. */
export const troubles = ({ indexer }: ChainView): readonly string[] => {
  if (indexer === null) return []
  const { failedChecks, lastFailedCheck, malformedEvents, unclesMissing, stuck, quirks, completeness, rewards, halted, notStored } = indexer
  const failed = Object.entries(failedChecks).map(([check, times]) => `${check}: failed ${count(times)} times; nothing of it was stored`)
  return [
    ...(halted === null ? [] : [`The indexer has halted: ${halted}`]),
    ...(notStored ? [`Nothing can be stored: ${notStored}`] : []),
    ...failed,
    ...(lastFailedCheck === null ? [] : [`The last that failed: ${lastFailedCheck}`]),
    ...stuck.map(
      ({ from, to, reason, attempts }) => `Blocks ${count(from)} to ${count(to)} set aside after ${count(attempts)} attempts: ${reason}`,
    ),
    ...(malformedEvents === 0 ? [] : [`${count(malformedEvents)} transfer events do not decode and have no row`]),
    ...(unclesMissing === 0 ? [] : [`${count(unclesMissing)} uncles have no row: no endpoint holds their header`]),
    ...(completeness === 'logs' ? ['That no transfer is left out rests on the index of logs of the nodes, which is trusted'] : []),
    ...(quirks.length === 0 ? [] : [`Not checked on this chain, since it cannot pass: ${quirks.join(', ')}`]),
    ...(rewards === 'unknown' ? ['Rewards cannot be known on this chain: its blocks are listed without one'] : []),
  ]
}
