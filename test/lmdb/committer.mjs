// A process that counts up in an environment, one commit a number, for the tests of opening beside one that commits. Tells how far it came when it is asked, or
// when a number it had committed is gone by its next commit.
import { openLmdb } from '../../dist/lmdb/open.js'

const environment = openLmdb(process.argv[2], [], { noSync: true })
const { root, change } = environment
const key = Buffer.from('n')
let last = 0
let undone = false
const count = () => {
  change(() => {
    const stored = root.getBinary(key)?.readDoubleLE(0) ?? 0
    undone = stored !== last
    last = stored + 1
    const value = Buffer.alloc(8)
    value.writeDoubleLE(last)
    root.putSync(key, value)
  })
}
const tell = async () => {
  clearInterval(counting)
  await environment.close()
  process.send({ undone, last }, () => process.exit())
}
const counting = setInterval(() => {
  for (let i = 0; i < 500 && !undone; i++) count()
  if (undone) tell()
}, 0)
process.once('message', tell)
process.send('counting')
