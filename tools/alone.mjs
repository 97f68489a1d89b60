// One set-up at a time: two commands started side by side in a fresh checkout must not install and build over one another.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const pollMs = 100
/** Longer than any install takes; whoever waits so long is better told than kept. */
const patienceMs = 15 * 60_000

let held = false

/** Does `work` while no other process does any under the same file; waits for one that does. */
export const alone = (file, work) => {
  if (held) return work()
  mkdirSync(dirname(file), { recursive: true })
  for (let waitedMs = 0; !take(file); waitedMs += pollMs) {
    if (waitedMs === 0) console.error('ownscan: waiting for another set-up of this checkout …')
    if (waitedMs > patienceMs) throw new Error(`another process has been setting up for long; if none is, remove ${file}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs)
  }
  held = true
  try {
    return work()
  } finally {
    held = false
    rmSync(file, { force: true })
  }
}

const take = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isRunning(file)) rmSync(file, { force: true })
    return false
  }
}

/** Whether the process that made the file still runs; a file that is being written or was just removed says nothing yet. */
const isRunning = (file) => {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid === 0 || process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM' || error.code === 'ENOENT'
  }
}
