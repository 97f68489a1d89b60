import { Command } from 'commander'
import { addCatalog } from './cli/catalog.ts'

/**
 * The command line. Each command is one file in `cli/` that exports a function adding itself to the program; it loads what it runs only when it runs,
 * so that `--help` stays instant.
 */
const commands: readonly ((program: Command) => void)[] = [addCatalog]

export const main = async (args: readonly string[]): Promise<void> => {
  const program = new Command('ownscan')
  program.description('Self-hosted account data for EVM chains').showHelpAfterError()
  for (const add of commands) add(program)
  await program.parseAsync(args, { from: 'user' })
}
