import { setMaxListeners } from 'node:events'
import type { BlockRange } from '../store/port.ts'
import { composeNote } from './compose-note.ts'
import type { ChainContext } from './context.ts'
import { ChainHalted, messageOf } from './errors.ts'
import { fill } from './fill.ts'
import { follow } from './follow.ts'
import type { ChainNote } from './note.ts'
import { pause } from './pause.ts'
import { fillRange } from './range.ts'
import { nameTokens, nameTokensOnce } from './tokens.ts'

export type ChainOutcome = { readonly kind: 'done' | 'stopped' } | { readonly kind: 'halted' | 'failed'; readonly reason: string }

/** One chain from its start block to the head and on, until the signal. It ends early only where it must not go on by itself. */
export const runChain = async (chain: ChainContext, onNote: (note: ChainNote) => void): Promise<ChainOutcome> => {
  const notes = leaveNotes(chain, onNote)
  const ending = new AbortController()
  const within: ChainContext = { ...chain, signal: AbortSignal.any([chain.signal, ending.signal]) }
  setMaxListeners(0, within.signal)
  try {
    await Promise.all([follow(within), keepOn(within, fill), keepOn(within, nameTokens)])
    chain.meter.ended = 'stopped'
    return { kind: 'stopped' }
  } catch (error) {
    ending.abort()
    chain.meter.halted = messageOf(error)
    chain.log.error('the chain is halted; what is final is still served', { chain: chain.chainId, reason: messageOf(error) })
    // The halt stays to be seen until the indexer is told to end.
    await new Promise<void>((resolve) => onAbort(chain.signal, resolve))
    return { kind: error instanceof ChainHalted ? 'halted' : 'failed', reason: messageOf(error) }
  } finally {
    await notes.end()
  }
}

/** Just the range, then the end. */
export const runRange = async (chain: ChainContext, range: BlockRange, onNote: (note: ChainNote) => void): Promise<ChainOutcome> => {
  const notes = leaveNotes(chain, onNote, range)
  try {
    await fillRange(chain, range)
    await nameTokensOnce(chain).catch((error: unknown) => chain.log.warn('token names could not be asked', { reason: messageOf(error) }))
    chain.meter.ended = chain.signal.aborted ? 'stopped' : 'done'
    return { kind: chain.meter.ended }
  } catch (error) {
    chain.meter.stalled = messageOf(error)
    return { kind: 'failed', reason: messageOf(error) }
  } finally {
    await notes.end()
  }
}

const onAbort = (signal: AbortSignal, then: () => void): void => {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}

/** Runs a task again where it fails: a fault met while reading the store, say, must not end the chain. */
const keepOn = async (chain: ChainContext, task: (chain: ChainContext) => Promise<void>): Promise<void> => {
  while (!chain.signal.aborted) {
    try {
      await task(chain)
    } catch (error) {
      chain.log.error('a task of the chain failed; it starts again', { chain: chain.chainId, reason: messageOf(error) })
      await pause(chain.limits.backoffMaxMs, chain.signal)
    }
  }
}

/** Leaves the note every second, and a last one at the end. A note that cannot be left is no reason to stop. */
const leaveNotes = (chain: ChainContext, onNote: (note: ChainNote) => void, only?: BlockRange): { end(): Promise<void> } => {
  const ended = new AbortController()
  const leave = async (): Promise<void> => {
    try {
      const note = await composeNote(chain, only)
      await chain.store.note(chain.chainId, JSON.stringify(note))
      onNote(note)
    } catch (error) {
      chain.log.debug('the note could not be left', { chain: chain.chainId, reason: messageOf(error) })
    }
  }
  const loop = (async () => {
    while (!ended.signal.aborted) {
      await leave()
      await pause(chain.limits.noteEveryMs, ended.signal)
    }
    await leave()
  })()
  return {
    end: () => {
      ended.abort()
      return loop
    },
  }
}
