// Opens an environment for reading, as a user who may do no more, and tells the value of `n`. Permissions do not bind root, so it becomes nobody, once the
// program is loaded.
import { openLmdb } from '../../dist/lmdb/open.js'

if (process.getuid() === 0) {
  process.setgid(65_534)
  process.setuid(65_534)
}
const { root, close } = openLmdb(process.argv[2], [], { readOnly: true })
process.stdout.write(String(root.getBinary(Buffer.from('n'))))
await close()
