import { type ChainStatus, conditionNumber, coveredBlocks } from './chain-status.ts'
import type { ChainSample } from './metrics/render.ts'
import type { ChainMetric } from './metrics/table.ts'

/** The metrics of a chain, read off its status. */
export const chainSamples = (status: ChainStatus, nowMs: number): readonly ChainSample[] => {
  const samples: ChainSample[] = []
  const add = (metric: ChainMetric, value: number, labels: Readonly<Record<string, string>> = {}): void => {
    samples.push({ metric, labels: { chain: status.chainId, ...labels }, value })
  }
  const { state, note } = status
  add('ownscan_chain_status', conditionNumber[status.condition])
  if (state !== undefined) {
    add('ownscan_chain_head_block', state.head)
    add('ownscan_chain_finalized_block', state.finalized)
    if (state.head >= 0) add('ownscan_chain_head_age_seconds', Math.max(0, Math.round(nowMs / 1000 - state.headTimestamp)))
    for (const dataset of ['transfers', 'blocks'] as const)
      add('ownscan_chain_covered_blocks', coveredBlocks(state.coverage[dataset]), { dataset })
    add('ownscan_chain_rows', state.transferRows, { kind: 'transfers' })
    add('ownscan_chain_rows', state.blockRows, { kind: 'blocks' })
    add('ownscan_chain_rows', state.uncleRows, { kind: 'uncles' })
  }
  if (note !== undefined) {
    add('ownscan_chain_lag_blocks', note.lagBlocks)
    add('ownscan_indexer_note_age_seconds', Math.round((status.noteAgeMs ?? 0) / 1000))
    add('ownscan_chain_reorganisations', note.reorganisations.count)
    for (const [check, count] of Object.entries(note.failedChecks)) add('ownscan_chain_failed_checks', count, { check })
    add('ownscan_chain_stuck_ranges', note.stuck.length)
    for (const endpoint of note.endpoints) add('ownscan_endpoint_up', endpoint.state === 'ok' ? 1 : 0, { endpoint: endpoint.name })
  }
  return samples
}
