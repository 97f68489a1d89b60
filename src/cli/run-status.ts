import type { Config } from '../config/types.ts'
import { type ChainNote, noteStaleMs, parseNote } from '../ingest/note.ts'
import { progressLine } from '../ingest/progress.ts'
import { openStoreReader } from '../store/open.ts'
import type { BlockRange, ChainState, StoreReader } from '../store/port.ts'

interface ChainStatus {
  readonly state: ChainState
  readonly note: ChainNote | undefined
  /** Whether an indexer runs for this chain now. */
  readonly live: boolean
}

/** Shows every chain of the store; answers the exit code. */
export const statusCommand = async (config: Config, json: boolean): Promise<number> => {
  const store = await openStoreReader(config)
  try {
    const chains = await readStatus(store)
    process.stdout.write(json ? `${JSON.stringify(statusDocument(chains), null, 2)}\n` : statusText(chains))
    return chains.every(isWell) ? 0 : 1
  } finally {
    await store.close()
  }
}

const readStatus = async (store: StoreReader, now = Date.now()): Promise<ChainStatus[]> => {
  const chains: ChainStatus[] = []
  for (const chainId of await store.chains()) {
    const snapshot = await store.snapshot(chainId)
    if (snapshot === undefined) continue
    const note = parseNote(await store.notes(chainId))
    const ended = note?.phase === 'done' || note?.phase === 'stopped'
    chains.push({ state: snapshot.state, note, live: note !== undefined && !ended && now - note.at < noteStaleMs })
  }
  return chains
}

const isWell = ({ note, live }: ChainStatus): boolean =>
  note?.phase === 'done' || (live && note?.phase !== 'halted' && note?.phase !== 'stalled')

const statusDocument = (chains: readonly ChainStatus[]): unknown => ({
  chains: chains.map(({ state, note, live }) => ({ ...state, live, indexer: note ?? null })),
})

const statusText = (chains: readonly ChainStatus[]): string => {
  if (chains.length === 0) return 'the store holds no chain yet\n'
  return chains.map((chain) => `${chainText(chain).join('\n')}\n`).join('\n')
}

const chainText = ({ state, note, live }: ChainStatus): string[] => {
  const lines = [
    note === undefined ? `chain ${state.chainId}` : progressLine(note),
    `  ${live ? 'an indexer runs' : `no indexer runs${note === undefined ? '' : `; the last said "${note.phase}" ${ago(note.at)} ago`}`}`,
    `  head ${state.head}, final up to ${state.finalized}, in scope from ${state.startBlock}`,
    `  transfers: ${state.transferRows.toLocaleString('en')} rows, blocks ${rangesText(state.coverage.transfers)}`,
    `  validated blocks: ${state.blockRows.toLocaleString('en')}, uncles: ${state.uncleRows.toLocaleString('en')}, blocks ${rangesText(state.coverage.blocks)}`,
  ]
  if (state.unclesMissing !== undefined) lines.push(`  not every uncle is there of blocks ${rangesText(state.unclesMissing)}`)
  if (note === undefined) return lines
  if (note.notStored) lines.push(`  nothing can be stored: ${note.notStored}`)
  for (const { name, state: health, head, lastFault } of note.endpoints) {
    lines.push(`  endpoint ${name}: ${health}, head ${head ?? 'unknown'}${lastFault === undefined ? '' : `, last fault: ${lastFault}`}`)
  }
  const failed = Object.entries(note.failedChecks).map(([check, count]) => `${check} ${count}`)
  if (failed.length > 0) lines.push(`  failed checks: ${failed.join(', ')}; the last: ${note.lastFailedCheck ?? ''}`)
  if (note.completeness === 'logs') lines.push('  that no transfer is left out rests on the index of logs of the nodes')
  if (note.quirks.length > 0) lines.push(`  not checked on this chain: ${note.quirks.join(', ')}`)
  if (note.rewardsUnknown !== undefined && note.rewards !== 'not-indexed')
    lines.push(`  blocks whose reward cannot be known are not listed: ${note.rewardsUnknown}`)
  if (note.malformedEvents > 0) lines.push(`  transfer events that do not decode: ${note.malformedEvents}`)
  if (note.unclesMissing > 0) lines.push(`  uncles whose header no endpoint holds: ${note.unclesMissing}`)
  for (const { from, reason, attempts } of note.stuck) lines.push(`  block ${from} set aside after ${attempts} attempts: ${reason}`)
  return lines
}

const rangesShown = 8

const rangesText = (ranges: readonly BlockRange[]): string => {
  if (ranges.length === 0) return 'none'
  const shown = ranges.slice(-rangesShown).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  return `${ranges.length > rangesShown ? `(${ranges.length - rangesShown} ranges more) ` : ''}${shown.join(', ')}`
}

const ago = (at: number): string => `${Math.max(0, Math.round((Date.now() - at) / 1000)).toLocaleString('en')} s`
