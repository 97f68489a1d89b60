import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Names this run of the machine. What is written without waiting for the disk is whole as long as the machine has not gone down since, whatever happened to
 * the processes; a file named by the boot is therefore never a torn one.
 */
export const bootId = (): string => {
  const read = process.platform === 'linux' ? linux : process.platform === 'darwin' ? darwin : undefined
  try {
    return read === undefined
      ? 'local'
      : read()
          .trim()
          .replace(/[^\w-]/g, '')
  } catch {
    return 'local'
  }
}

const linux = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
const darwin = (): string => execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' })
