import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { IndexedBlock, TokenText } from '../../src/records/block.ts'
import type { Hex } from '../../src/records/hex.ts'
import type { ChainState } from '../../src/store/port.ts'
import { root } from '../program.ts'
import type { ExpectedKey, Step } from './plan.ts'

/** What the program finds in a data folder. */
export interface Found {
  /** Undefined where there is no store, or no chain in it. */
  readonly store:
    | { readonly state: ChainState; readonly blocks: readonly IndexedBlock[]; readonly tokens: readonly (TokenText | undefined)[] }
    | undefined
  readonly access: {
    readonly keys: readonly Omit<ExpectedKey, 'madeBy'>[]
    /** The secrets asked about that open something. */
    readonly good: readonly string[]
  }
}

interface Looking {
  readonly folder: string
  /** Who comes first after the cut: a reader, or the writer. */
  readonly mode: 'read' | 'write'
  readonly chainId: number
  readonly contracts: readonly Hex[]
  readonly secrets: readonly string[]
}

/** Opens data folders with the built program's code, in a process that may end over it. Failures are thrown, with what the program said. */
export interface Opener {
  look(question: Looking): Promise<Found>
  /** Opens for writing and does some steps. */
  goOn(question: { readonly folder: string; readonly steps: readonly Step[] }): Promise<void>
  close(): void
}

/** A small store is read in milliseconds; a broken one may lead the library round in circles. */
const boundMs = 20_000

export const startOpener = (): Opener => {
  let child: ChildProcess | undefined
  const start = (): ChildProcess =>
    fork(join(root, 'torture/power/opener.mjs'), [join(root, 'dist')], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  const ask = <T>(question: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const process = child ?? start()
      child = process
      const settle = (work: () => void): void => {
        clearTimeout(bound)
        process.off('message', answered).off('exit', ended)
        work()
      }
      const answered = ({ answer, error }: { readonly answer?: T; readonly error?: string }): void =>
        settle(() => (error === undefined ? resolve(answer as T) : reject(new Error(error))))
      const ended = (code: number | null, signal: string | null): void => {
        child = undefined
        settle(() => reject(new Error(`the process that opened it ended with ${code ?? signal}`)))
      }
      const bound = setTimeout(() => process.kill('SIGKILL'), boundMs)
      process.on('message', answered).on('exit', ended)
      process.send(question)
    })
  return {
    look: (question) => ask({ kind: 'look', ...question }),
    goOn: (question) => ask({ kind: 'goOn', ...question }),
    close: () => void child?.kill('SIGKILL'),
  }
}
