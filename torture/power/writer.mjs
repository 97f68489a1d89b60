// Does the steps of a plan: `node writer.mjs DIST FOLDER PLAN`. Says each before it begins and after it is done, on standard output and by one system call each,
// so that a trace shows what was acknowledged among what was written and synced.
import { readFileSync, writeSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { openData } from './steps.mjs'

const [dist = '', folder = '', plan = ''] = process.argv.slice(2)
const data = await openData(dist, folder)
for (const [number, step] of deserialize(readFileSync(plan)).entries()) {
  writeSync(1, `begin ${number}\n`)
  const secret = await data.apply(step)
  writeSync(1, `done ${number} ${secret ?? ''}\n`)
}
await data.close()
