import type { Command } from 'commander'
import { addConfigOptions, configOf } from './options.ts'

const help = `
Exit code: 0 every chain is well, 1 a chain is halted, stalled or not being indexed, 2 wrong usage or no store.

Examples:
  ownscan status --data /var/lib/ownscan
  ownscan status --json | jq '.chains[].coverage'`

/** `ownscan status` */
export const addStatus = (program: Command): void => {
  const command = program.command('status').description('what is stored of each chain, and what the indexer last said of itself')
  addConfigOptions(command, ['data'])
  command
    .option('--json', 'as one JSON document')
    .addHelpText('after', help)
    .action(async ({ json }: { readonly json?: boolean }) => {
      const config = configOf(command, 'optional')
      const { statusCommand } = await import('./run-status.ts')
      process.exitCode = await statusCommand(config, json === true)
    })
}
