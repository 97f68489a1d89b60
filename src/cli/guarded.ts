import type { Command } from 'commander'
import { StoreUnusable } from '../store/port.ts'
import { isUserError } from './options.ts'

/** Runs a command's work and leaves with its exit code; what is wrong with the configuration or the store is told in one sentence, with code 2. */
export const guarded = async (command: Command, work: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (!isUserError(error) && !(error instanceof StoreUnusable)) throw error
    command.error(`ownscan: ${error.message}`, { exitCode: 2 })
  }
}
