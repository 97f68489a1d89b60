// Makes and revokes keys until it is killed: `node key-changer.mjs DIST DATA`. Says each change after it was made, a revocation before it as well:
// what was said to be made must hold, whatever the instant of the kill.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [dist = '', data = ''] = process.argv.slice(2)
const { openKeyring } = await import(pathToFileURL(join(dist, 'access/keyring.js')).href)
const keyring = openKeyring(data)
const say = (line) => writeSync(1, `${line}\n`)
/** More than one life sees; the file must not grow for ever. */
const changes = 500
for (let i = 0; i < changes; i++) {
  const { secret, record } = keyring.create({ name: `k${i}`, perSecond: 0, perDay: 0, expiresAt: null })
  say(`created ${secret}`)
  if (i % 3 !== 0) continue
  say(`revoking ${secret}`)
  keyring.revoke(record.id)
  say(`revoked ${secret}`)
}
