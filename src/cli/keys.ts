import { type Command, InvalidArgumentError } from 'commander'
import { maxLimit, nameMistake, usualLimits } from '../access/key-rules.ts'
import { addConfigOptions, configOf } from './options.ts'

interface CreateFlags {
  readonly name: string
  readonly perSecond: number
  readonly perDay: number
  readonly expires?: number
  readonly json?: boolean
}

const keyName = (text: string): string => {
  const mistake = nameMistake(text)
  if (mistake !== undefined) throw new InvalidArgumentError(mistake)
  return text.trim()
}

const limit = (text: string): number => {
  if (!/^\d+$/.test(text) || Number(text) > maxLimit)
    throw new InvalidArgumentError(`It must be a whole number up to ${maxLimit}, 0 for no limit.`)
  return Number(text)
}

const unitsMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** A date (`2027-01-31`, or with a time), or a span from now (`90d`, `12h`, `2w`). */
const expiry = (text: string): number => {
  const span = /^(\d{1,5})([hdw])$/.exec(text)
  const time = span === null ? Date.parse(text) : Date.now() + Number(span[1]) * (unitsMs[span[2] ?? ''] ?? 0)
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a date like 2027-01-31 or a span like 90d, 12h, 2w.')
  if (time <= Date.now()) throw new InvalidArgumentError('It lies in the past.')
  return time
}

const createHelp = `
The key is printed once, alone on standard output, and stored only as a hash. Running workers know it at once.

Examples:
  KEY=$(ownscan keys create --name books)
  ownscan keys create --name partner --per-second 5 --per-day 100000 --expires 90d`

const listHelp = `
Example:
  ownscan keys list --json`

const adminHelp = `
Example:
  ownscan keys admin --data /var/lib/ownscan`

const revokeHelp = `
Running workers refuse the key from their next request on. Exit code: 0 revoked, 1 no such key.

Example:
  ownscan keys revoke books`

/** `ownscan keys create|list|revoke` */
export const addKeys = (program: Command): void => {
  const keys = program.command('keys').description('API keys: make, list and revoke them')
  addCreate(keys)
  addList(keys)
  addRevoke(keys)
  addAdmin(keys)
}

const addCreate = (keys: Command): void => {
  const command = keys.command('create').description('make a key and print it')
  addConfigOptions(command, ['data'])
    .requiredOption('--name <NAME>', 'what the key is for; shown in lists', keyName)
    .option('--per-second <N>', 'calls a second, 0 for no limit', limit, usualLimits.perSecond)
    .option('--per-day <N>', 'calls a day (UTC), 0 for no limit', limit, usualLimits.perDay)
    .option('--expires <WHEN>', 'a date, or a span like 90d; never where absent', expiry)
    .option('--json', 'the key with its record, as JSON')
    .addHelpText('after', createHelp)
    .action(({ name, perSecond, perDay, expires, json }: CreateFlags) =>
      run(command, async (folder) => {
        const { createKey } = await import('./run-keys.ts')
        return createKey(folder, { name, perSecond, perDay, expiresAt: expires ?? null }, json === true)
      }),
    )
}

const addList = (keys: Command): void => {
  const command = keys.command('list').description('all keys, with what they used today; never the keys themselves')
  addConfigOptions(command, ['data'])
    .option('--json', 'as JSON')
    .addHelpText('after', listHelp)
    .action(({ json }: { readonly json?: boolean }) =>
      run(command, async (folder) => {
        const { listKeys } = await import('./run-keys.ts')
        return listKeys(folder, json === true)
      }),
    )
}

const addRevoke = (keys: Command): void => {
  const command = keys.command('revoke').description('refuse a key from now on').argument('<id-or-name>', 'as in the list')
  addConfigOptions(command, ['data'])
    .option('--json', 'what was revoked, as JSON')
    .addHelpText('after', revokeHelp)
    .action((idOrName: string, { json }: { readonly json?: boolean }) =>
      run(command, async (folder) => {
        const { revokeKey } = await import('./run-keys.ts')
        return revokeKey(folder, idOrName, json === true)
      }),
    )
}

const addAdmin = (keys: Command): void => {
  const command = keys.command('admin').description('make a new admin token for the console and print it; the one before stops working')
  addConfigOptions(command, ['data'])
    .addHelpText('after', adminHelp)
    .action(() =>
      run(command, async (folder) => {
        const { newAdminToken } = await import('./run-keys.ts')
        return newAdminToken(folder)
      }),
    )
}

const run = async (command: Command, work: (folder: string) => Promise<number>): Promise<void> => {
  process.exitCode = await work(configOf(command, 'optional').data)
}
