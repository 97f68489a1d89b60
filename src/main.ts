import { Command } from 'commander'
import { addCatalog } from './cli/catalog.ts'
import { addDemo } from './cli/demo.ts'
import { addDoctor } from './cli/doctor.ts'
import { addIndex } from './cli/index.ts'
import { addKeys } from './cli/keys.ts'
import { addMigrate } from './cli/migrate.ts'
import { addServe } from './cli/serve.ts'
import { addStart } from './cli/start.ts'
import { addStatus } from './cli/status.ts'
import { addVerify } from './cli/verify.ts'

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

export const main = async (args: readonly string[]): Promise<void> => {
  const program = new Command('ownscan')
  program.description('Self-hosted account data for EVM chains').showHelpAfterError()
  for (const add of commands) add(program)
  await program.parseAsync(args, { from: 'user' })
}
