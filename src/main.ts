import { Command } from 'commander'
import { addCatalog } from './cli/catalog.ts'
import { addDemo } from './cli/demo.ts'
import { addDoctor } from './cli/doctor.ts'
import { endingOf } from './cli/failure.ts'
import { addIndex } from './cli/index.ts'
import { addKeys } from './cli/keys.ts'
import { addMigrate } from './cli/migrate.ts'
import { addServe } from './cli/serve.ts'
import { addStart } from './cli/start.ts'
import { addStatus } from './cli/status.ts'
import { addVerify } from './cli/verify.ts'
import { version } from './version.ts'

/**
 * The command line. Each command is one file in `cli/` that exports a function adding itself to the program; it loads what it runs only when it runs,
 * so that `--help` stays instant.
 */
const commands: readonly ((program: Command) => void)[] = [
  addStart,
  addDemo,
  addIndex,
  addServe,
  addStatus,
  addVerify,
  addDoctor,
  addKeys,
  addCatalog,
  addMigrate,
]

const help = `
Each command has its own --help, with an example.

Examples:
  ownscan start                                  a live demo chain, indexed and served
  ownscan start --rpc 1=http://node:8545         the chain of your own node
  ownscan keys create --name books               a key for one more client`

export const main = async (args: readonly string[]): Promise<void> => {
  const program = new Command('ownscan')
    .description('Self-hosted account data for EVM chains')
    .version(version, '-V, --version', 'the version of the program')
    .addHelpText('after', help)
    .showHelpAfterError('(--help shows the usage, with an example)')
    // For every command: 1 says that something failed or was found wrong, so wrong usage needs a code of its own.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  for (const add of commands) add(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    const { text, code } = endingOf(error)
    process.stderr.write(`ownscan: ${text}\n`)
    if (process.env['OWNSCAN_LOG_LEVEL'] === 'debug') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`)
    // What a command left open must not keep a program alive that has nothing more to do.
    process.exit(code)
  }
}
