import { spawn } from 'node:child_process'
import { violentEnds } from '../supervisor/violent-ends.ts'

/** Set for the child, so that it does the work itself. */
const marker = 'CHILD_OF_OWNSCAN'

/**
 * Does the work of a command in a process of its own, the same command again, and answers its exit code. What cannot be caught there is told here: `damaged` is
 * the sentence for a process that was ended by what it read, and its exit code is 1.
 */
export const inChild = async (work: () => Promise<number>, damaged: (signal: string) => string): Promise<number> => {
  if (process.env[marker] !== undefined) return work()
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [marker]: '1' },
  })
  // A terminal's SIGINT reaches both, and the child would take a second one for impatience; SIGTERM is sent to this process alone and means the command.
  const wait = (): void => {}
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', wait).on('SIGTERM', passOn)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        if (violentEnds.has(signal)) process.stderr.write(`ownscan: ${damaged(signal ?? '')}\n`)
        resolve(code ?? 1)
      })
    })
  } finally {
    process.off('SIGINT', wait).off('SIGTERM', passOn)
  }
}
