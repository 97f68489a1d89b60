import { type KeyRecord, type NewKey, openKeyring } from '../access/keyring.ts'
import { openLocalLimiter } from '../access/local-limiter.ts'

const print = (text: string): void => void process.stdout.write(`${text}\n`)

export const createKey = async (folder: string, key: NewKey, json: boolean): Promise<number> => {
  const keyring = openKeyring(folder)
  const { secret, record } = keyring.create(key)
  print(json ? JSON.stringify({ key: secret, ...record }) : secret)
  await keyring.close()
  return 0
}

export const listKeys = async (folder: string, json: boolean): Promise<number> => {
  const keyring = openKeyring(folder)
  const limiter = openLocalLimiter(folder, keyring)
  const rows = await Promise.all(keyring.list().map(async (record) => ({ ...record, usedToday: await limiter.today(record.id) })))
  print(json ? JSON.stringify(rows, null, 2) : table(rows))
  await limiter.close()
  await keyring.close()
  return 0
}

export const revokeKey = async (folder: string, idOrName: string, json: boolean): Promise<number> => {
  const keyring = openKeyring(folder)
  const revoked = keyring.revoke(idOrName)
  await keyring.close()
  if (json) print(JSON.stringify(revoked))
  else if (revoked.length === 0) process.stderr.write(`ownscan: there is no key "${idOrName}"; \`ownscan keys list\` shows all\n`)
  else for (const { id, name } of revoked) print(`revoked ${id} (${name})`)
  return revoked.length === 0 ? 1 : 0
}

export const newAdminToken = async (folder: string): Promise<number> => {
  const keyring = openKeyring(folder)
  print(keyring.resetAdmin())
  await keyring.close()
  return 0
}

const table = (rows: readonly (KeyRecord & { readonly usedToday: number })[]): string => {
  if (rows.length === 0) return 'no keys yet: ownscan keys create --name NAME'
  const cells = rows.map((row) => [
    row.id,
    row.name,
    row.perSecond === 0 ? 'any' : String(row.perSecond),
    row.perDay === 0 ? 'any' : String(row.perDay),
    String(row.usedToday),
    date(row.createdAt),
    row.revokedAt !== null ? `revoked ${date(row.revokedAt)}` : row.expiresAt !== null ? `expires ${date(row.expiresAt)}` : 'active',
  ])
  const all = [['id', 'name', 'per second', 'per day', 'used today', 'created', 'state'], ...cells]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const date = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)
