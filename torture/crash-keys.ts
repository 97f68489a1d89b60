import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { openKeyring } from '../src/access/keyring.ts'
import { openLocalLimiter } from '../src/access/local-limiter.ts'
import type { Tally } from './outcome.ts'
import { root } from './program.ts'

/** What was said to have happened to keys and counters: it must hold after any kill. */
export interface Ledger {
  readonly live: Set<string>
  readonly revoked: Set<string>
  /** A key with a daily limit, and the calls made with it. */
  readonly counted: { readonly secret: string; readonly id: string; sent: number; answered: number }
}

export const openLedger = async (data: string): Promise<Ledger> => {
  const keyring = openKeyring(data)
  const { secret, record } = keyring.create({ name: 'counted', perSecond: 0, perDay: 1_000_000, expiresAt: null })
  await keyring.close()
  return { live: new Set([secret]), revoked: new Set(), counted: { secret, id: record.id, sent: 0, answered: 0 } }
}

/** Starts changing keys in a process of its own; answers what kills it, which settles once the ledger has all it said. */
export const changeKeys = (data: string, ledger: Ledger): (() => Promise<void>) => {
  const child = spawn(process.execPath, [join(root, 'torture/key-changer.mjs'), join(root, 'dist'), data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  return async () => {
    const closed = new Promise((resolve) => child.once('close', resolve))
    if (child.exitCode === null) child.kill('SIGKILL')
    await closed
    for (const line of said.split('\n').slice(0, -1)) {
      const [change = '', secret = ''] = line.split(' ')
      if (change === 'created') ledger.live.add(secret)
      // Between the two lines it may or may not have happened.
      if (change === 'revoking') ledger.live.delete(secret)
      if (change === 'revoked') ledger.revoked.add(secret)
    }
  }
}

/** Compares keys and counters on disk with the ledger. */
export const checkLedger = async (data: string, ledger: Ledger, keys: Tally, counters: Tally, when: string): Promise<void> => {
  const keyring = openKeyring(data)
  const limiter = openLocalLimiter(data, keyring)
  const lost = [...ledger.live].filter((secret) => keyring.find(secret) === undefined)
  const risen = [...ledger.revoked].filter((secret) => keyring.find(secret) !== undefined)
  keys.check(lost.length === 0 && risen.length === 0, () => `${when}: ${lost.length} keys lost, ${risen.length} revoked keys work`)
  const { id, sent, answered } = ledger.counted
  const today = await limiter.today(id)
  counters.check(answered <= today && today <= sent, () => `${when}: ${today} calls counted, ${answered} were answered of ${sent} sent`)
  // What was in flight at the kill is settled now: the count on disk is the truth from here on.
  ledger.counted.sent = today
  ledger.counted.answered = today
  await limiter.close()
  await keyring.close()
}
