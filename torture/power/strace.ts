import { spawn, spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { tracedCalls } from './trace.ts'

/** Longer than any single buffer the database library hands over here; a line that was cut short is refused where it is read. */
const stringLimit = 1 << 22

const traceOptions = (output: string): string[] => [
  // Every thread; only the calls that are asked for stop the program. Some machines lack some of them.
  ...['-f', '--seccomp-bpf', '-e', `trace=${tracedCalls.map((call) => `?${call}`).join(',')}`, '-e', 'signal=none'],
  // Paths of descriptors, whole structures, strings as hexadecimal and whole.
  ...['-y', '-v', '-xx', '-s', String(stringLimit)],
  ...['-o', output],
]

/** Why no program can be traced here, as a sentence; undefined where it can. */
export const whyUntraceable = (): string | undefined => {
  const { error, status, stderr } = spawnSync('strace', [...traceOptions('/dev/null'), process.execPath, '--version'], { encoding: 'utf8' })
  if (error !== undefined) return 'power cuts are not modelled here: there is no strace, by which writes and syncs are recorded'
  return status === 0 ? undefined : `power cuts are not modelled here: strace may not trace (${stderr.trim().split('\n').at(-1)})`
}

/** Runs a program of Node under strace; answers the lines of the trace. */
export const trace = async (args: readonly string[], output: string): Promise<string[]> => {
  const child = spawn('strace', [...traceOptions(output), process.execPath, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk
  })
  const how = await new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')))
  if (how !== 0) throw new Error(`the traced program ended with ${how}: ${complaint.slice(-2000)}`)
  const lines: string[] = []
  for await (const line of createInterface({ input: createReadStream(output, 'latin1'), crlfDelay: Number.POSITIVE_INFINITY }))
    lines.push(line)
  return lines
}
