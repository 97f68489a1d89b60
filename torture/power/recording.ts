import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { createRandom } from '../../test/simulate/random.ts'
import { root } from '../program.ts'
import { createDisk } from './disk.ts'
import type { Plan } from './plan.ts'
import { trace } from './strace.ts'
import { readTrace, type Trace } from './trace.ts'

/** A writer that was traced, and the disk below it. */
export interface Recording {
  readonly plan: Plan
  readonly told: Trace
  /** What each step made, by its number. */
  readonly secrets: ReadonlyMap<number, string>
  /** The folder as the writer left it. */
  readonly data: string
}

/** Runs the writer, and makes sure that the trace holds all it wrote: the files made from it are those on disk. */
export const record = async (folder: string, plan: Plan): Promise<Recording> => {
  mkdirSync(join(folder, 'data'), { recursive: true })
  const data = realpathSync(join(folder, 'data'))
  const planFile = join(folder, 'plan')
  // The last step is left for whoever goes on.
  writeFileSync(planFile, serialize(plan.steps.slice(0, -1)))
  const lines = await trace([join(root, 'torture/power/writer.mjs'), join(root, 'dist'), data, planFile], join(folder, 'trace'))
  const told = readTrace(lines, data)
  const everything = createDisk(told).cut(Number.POSITIVE_INFINITY, { reached: 1, torn: 0, noise: false, random: createRandom('unused') })
  for (const file of ['store/data.mdb', 'access/data.mdb'])
    if (!readFileSync(join(data, file)).equals(everything.get(file) ?? new Uint8Array()))
      throw new Error(`the power cut cannot be modelled: ${file} is not what the trace says was written to it`)
  const secrets = told.said.flatMap(({ text }) => {
    const [, step = '', secret = ''] = /^done (\d+) (\w+)\n$/.exec(text) ?? []
    return secret === '' ? [] : [[Number(step), secret] as const]
  })
  return { plan, told, secrets: new Map(secrets), data }
}
