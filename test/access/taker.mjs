// A process that takes calls of a key as fast as it can, for the tests of limits across processes.
import { openKeyring } from '../../dist/access/keyring.js'
import { openLocalLimiter } from '../../dist/access/local-limiter.js'

process.on('message', ({ folder, record, times, now }) => {
  const limiter = openLocalLimiter(folder, openKeyring(folder), () => now)
  process.send(Array.from({ length: times }, () => limiter.take(record, 'source', false)))
})
process.send('ready')
