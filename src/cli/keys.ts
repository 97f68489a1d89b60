import { type Command, InvalidArgumentError } from 'commander'
import { addConfigOptions, configOf, isUserError } from './options.ts'

interface CreateFlags {
  readonly name: string
  readonly perSecond: number
  readonly perDay: number
  readonly expires?: number
  readonly json?: boolean
}

/** What free plans of hosted services give, so that clients built for them find what they expect. */
const defaultPerSecond = 5
const defaultPerDay = 100_000

const limit = (text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 for no limit.')
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

Example:
  KEY=$(ownscan keys create --name books --per-second 20 --per-day 0)`

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
    .requiredOption('--name <NAME>', 'what the key is for; shown in lists')
    .option('--per-second <N>', `calls a second, 0 for no limit (default: ${defaultPerSecond})`, limit, defaultPerSecond)
    .option('--per-day <N>', `calls a day (UTC), 0 for no limit (default: ${defaultPerDay})`, limit, defaultPerDay)
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
  addConfigOptions(command, ['data']).action(() =>
    run(command, async (folder) => {
      const { newAdminToken } = await import('./run-keys.ts')
      return newAdminToken(folder)
    }),
  )
}

const run = async (command: Command, work: (folder: string) => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await work(configOf(command).data)
  } catch (error) {
    if (!isUserError(error)) throw error
    command.error(error.message)
  }
}
